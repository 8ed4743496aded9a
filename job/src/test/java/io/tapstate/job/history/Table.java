package io.tapstate.job.history;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** A table of a random workspace. It gets columns and indexes while the nests that read it grow, and none after. */
final class Table implements Feed {
    final String source;
    final TableId id;
    final BeforeImage image;
    /** Whether the identity is a primary key, not just the only unique index. */
    final boolean primaryKey;

    final List<Column> columns = new ArrayList<>();
    final List<String> identity = new ArrayList<>();
    /** Unique indexes whose columns are never null, besides the identity. */
    final List<List<String>> uniques = new ArrayList<>();
    /** Unique indexes whose columns may be null. */
    final List<List<String>> nullableUniques = new ArrayList<>();
    /** Columns that order elements somewhere. */
    final Set<String> arrayKeys = new LinkedHashSet<>();
    /** What is read of it, where that is not all. */
    Rule.Filter filter;

    /** Columns that join this table's rows to others. */
    final List<Join> joins = new ArrayList<>();

    /** @param columns of this table, that hold a key of the other's rows, pairwise */
    record Join(List<String> columns, Table other, List<String> otherColumns) {}

    Table(String source, TableId id, BeforeImage image, boolean primaryKey) {
        this.source = source;
        this.id = id;
        this.image = image;
        this.primaryKey = primaryKey;
    }

    /** Whether a table of the same columns can be told apart by everything that is unique. */
    boolean canHaveTwin() {
        return constraints().stream()
                .allMatch(key -> key.stream()
                        .anyMatch(column -> apart(column) && column(column).type() != ColumnType.BOOLEAN));
    }

    /** A unique column whose values this table chooses. */
    private boolean apart(String column) {
        return column(column).use() == Column.Use.KEY
                && constrained(column)
                && joins.stream().noneMatch(join -> join.columns().contains(column));
    }

    /** A table of the same columns, indexes and joins, whose rows share nothing unique with this one's. */
    Table twin(String otherSource, TableId otherId, BeforeImage otherImage) {
        Table twin = new Table(otherSource, otherId, otherImage, primaryKey);
        for (Column column : columns) {
            twin.add(
                    apart(column.name())
                            ? Column.key(column.name(), column.domain().apart(), column.nullable())
                            : column);
        }
        twin.identity.addAll(identity);
        twin.uniques.addAll(uniques);
        twin.nullableUniques.addAll(nullableUniques);
        twin.arrayKeys.addAll(arrayKeys);
        twin.joins.addAll(joins);
        return twin;
    }

    Column add(Column column) {
        columns.add(column);
        return column;
    }

    Column column(String name) {
        return columns.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Every set of columns that no two rows share, where none of them is null. */
    List<List<String>> constraints() {
        List<List<String>> all = new ArrayList<>(keys());
        all.addAll(nullableUniques);
        return all;
    }

    /** Whether a column is part of something unique. */
    boolean constrained(String column) {
        return constraints().stream().anyMatch(key -> key.contains(column));
    }

    @Override
    public Table table() {
        return this;
    }

    @Override
    public String reference() {
        return source + "." + id.name();
    }

    @Override
    public List<String> identity() {
        return identity;
    }

    @Override
    public List<List<String>> keys() {
        List<List<String>> keys = new ArrayList<>(List.of(identity));
        keys.addAll(uniques);
        return keys;
    }

    @Override
    public String renamed(String column) {
        return column;
    }

    @Override
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        columns.forEach(column -> names.add(column.name()));
        return names;
    }

    TableSchema schema() {
        List<UniqueIndex> indexes = new ArrayList<>();
        if (!primaryKey) {
            indexes.add(index(identity, true));
        }
        uniques.forEach(unique -> indexes.add(index(unique, true)));
        nullableUniques.forEach(unique -> indexes.add(index(unique, false)));
        return new TableSchema(
                id,
                columns.stream().map(Column::schema).toList(),
                primaryKey ? identity : List.of(),
                indexes,
                image,
                OptionalLong.empty());
    }

    private static UniqueIndex index(List<String> columns, boolean notNull) {
        return new UniqueIndex("u_" + String.join("_", columns), columns, notNull);
    }

    @Override
    public String toString() {
        return reference();
    }
}
