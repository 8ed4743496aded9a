package io.tapstate.planner.expression;

import io.tapstate.planner.logical.RowType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;

/** Gives open rows the columns that a query reads of them, with types that only a row tells. */
final class JoinRows {
    private JoinRows() {}

    static Map<String, RowType> closed(Map<String, RowType> inputs, JoinTables tables) {
        if (inputs.values().stream().noneMatch(RowType::open)) {
            return inputs;
        }
        Map<String, List<RowType.Column>> columns = new LinkedHashMap<>();
        inputs.forEach((alias, row) -> columns.put(alias, new ArrayList<>(row.columns())));
        for (SqlIdentifier name : tables.others()) {
            if (!name.isStar()) {
                String column = name.names.get(name.isSimple() ? 0 : 1);
                if (name.isSimple()) {
                    addToFirstOpen(column, inputs, columns, tables);
                } else {
                    tables.tablesOf(name.names.get(0)).stream()
                            .filter(alias -> inputs.containsKey(alias)
                                    && inputs.get(alias).open())
                            .forEach(alias -> add(columns.get(alias), column));
                }
            }
        }
        Map<String, RowType> closed = new LinkedHashMap<>();
        columns.forEach((alias, row) -> closed.put(alias, new RowType(row, false)));
        return closed;
    }

    /** An unqualified name that a table knows is that table's, else it belongs to one open table only. */
    private static void addToFirstOpen(
            String column, Map<String, RowType> inputs, Map<String, List<RowType.Column>> columns, JoinTables tables) {
        List<String> read = tables.tables().stream()
                .map(SqlIdentifier::getSimple)
                .distinct()
                .toList();
        if (read.stream().noneMatch(alias -> inputs.get(alias).column(column).isPresent())) {
            read.stream()
                    .filter(alias -> inputs.get(alias).open())
                    .findFirst()
                    .ifPresent(alias -> add(columns.get(alias), column));
        }
    }

    private static void add(List<RowType.Column> columns, String name) {
        if (columns.stream().noneMatch(column -> column.name().equals(name))) {
            columns.add(new RowType.Column(name, Optional.empty(), "dyn", true));
        }
    }
}
