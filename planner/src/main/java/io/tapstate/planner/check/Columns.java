package io.tapstate.planner.check;

import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.Located;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.resolve.ResolvedTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** What several rules ask about the columns of a table. */
final class Columns {
    private Columns() {}

    /** The column of that name; recorded when there is none. */
    static Optional<ColumnSchema> find(ResolvedTable table, Located<String> name, Faults faults) {
        Optional<ColumnSchema> column = table.schema().column(name.value());
        if (column.isEmpty()) {
            faults.add(
                    name.span(),
                    DslError.MISSING_REFERENCE,
                    "ref",
                    name.value(),
                    "what",
                    "column of `" + table.schema().id() + "`",
                    "suggestion",
                    NearestName.suggestion(name.value(), table.columnNames()));
        }
        return column;
    }

    static boolean exist(ResolvedTable table, List<String> names) {
        return table.columnNames().containsAll(names);
    }

    static boolean sameSet(List<String> left, List<String> right) {
        return new HashSet<>(left).equals(new HashSet<>(right));
    }

    /** Whether the columns tell every row apart: they hold a key, and none of them is ever null. */
    static boolean identify(TableSchema table, List<String> columns) {
        boolean neverNull = columns.stream()
                .allMatch(name -> table.primaryKey().contains(name)
                        || table.column(name)
                                .filter(column -> !column.nullable())
                                .isPresent());
        return neverNull && keys(table).stream().anyMatch(columns::containsAll);
    }

    /** The primary key and every unique index without nulls. */
    static List<List<String>> keys(TableSchema table) {
        List<List<String>> keys = new ArrayList<>();
        if (!table.primaryKey().isEmpty()) {
            keys.add(table.primaryKey());
        }
        table.uniqueIndexes().stream()
                .filter(UniqueIndex::notNull)
                .map(UniqueIndex::columns)
                .filter(columns -> !keys.contains(columns))
                .forEach(keys::add);
        return keys;
    }

    static List<String> values(List<Located<String>> texts) {
        return texts.stream().map(Located::value).toList();
    }

    static String list(List<String> names) {
        return names.size() == 1 ? names.get(0) : "[" + String.join(", ", names) + "]";
    }
}
