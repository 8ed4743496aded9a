package io.tapstate.connectors.client;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Gathers what several catalogue queries say about one table. Columns and index columns come in their order. */
final class TableFacts {
    private final TableId id;
    private final BeforeImage beforeImage;
    private final OptionalLong rowEstimate;
    private final Map<String, ColumnSchema> columns = new LinkedHashMap<>();
    private final List<String> primaryKey = new ArrayList<>();
    private final Map<String, List<String>> uniqueIndexes = new LinkedHashMap<>();
    private final Map<String, ForeignKey> foreignKeys = new TreeMap<>();

    TableFacts(TableId id, BeforeImage beforeImage, OptionalLong rowEstimate) {
        this.id = id;
        this.beforeImage = beforeImage;
        this.rowEstimate = rowEstimate;
    }

    TableId id() {
        return id;
    }

    void column(ColumnSchema column) {
        columns.put(column.name(), column);
    }

    void primaryKeyColumn(String column) {
        primaryKey.add(column);
    }

    /** @param column null for an expression */
    void uniqueIndexColumn(String index, String column) {
        uniqueIndexes.computeIfAbsent(index, name -> new ArrayList<>()).add(column);
    }

    void foreignKeyColumn(ForeignKey key) {
        foreignKeys.merge(
                key.name(),
                key,
                (before, more) -> new ForeignKey(
                        before.name(),
                        joined(before.columns(), more.columns()),
                        before.parent(),
                        joined(before.referenced(), more.referenced()),
                        before.onDelete(),
                        before.onUpdate()));
    }

    private static List<String> joined(List<String> before, List<String> more) {
        return Stream.concat(before.stream(), more.stream()).toList();
    }

    TableSchema schema() {
        List<UniqueIndex> indexes = new ArrayList<>();
        uniqueIndexes.forEach((name, parts) -> {
            // An index over an expression says nothing about columns alone.
            if (columns.keySet().containsAll(parts)) {
                boolean notNull =
                        parts.stream().noneMatch(part -> columns.get(part).nullable());
                indexes.add(new UniqueIndex(name, parts, notNull));
            }
        });
        return new TableSchema(
                id,
                List.copyOf(columns.values()),
                primaryKey,
                indexes,
                beforeImage,
                rowEstimate,
                foreignKeys.values().stream().filter(ForeignKey::acts).toList());
    }
}
