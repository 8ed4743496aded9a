package io.tapstate.planner.expression;

import io.tapstate.planner.expression.JoinTables.Scope;
import io.tapstate.planner.logical.RowType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;

/** Gives open rows the columns that a query reads of them, with types that only a row tells. */
final class JoinRows {
    private final Map<String, RowType> inputs;
    private final Map<String, List<RowType.Column>> columns = new LinkedHashMap<>();

    private JoinRows(Map<String, RowType> inputs) {
        this.inputs = inputs;
        inputs.forEach((alias, row) -> columns.put(alias, new ArrayList<>(row.columns())));
    }

    static Map<String, RowType> closed(Map<String, RowType> inputs, JoinTables tables) {
        if (inputs.values().stream().noneMatch(RowType::open)) {
            return inputs;
        }
        JoinRows rows = new JoinRows(inputs);
        for (JoinTables.Name name : tables.others()) {
            SqlIdentifier identifier = name.identifier();
            if (identifier.isStar()) {
                continue;
            }
            if (identifier.isSimple()) {
                rows.unqualified(identifier.getSimple(), name.scope());
            } else {
                String column = identifier.names.get(1);
                tables.tablesOf(identifier.names.get(0)).stream()
                        .filter(rows::isOpen)
                        .forEach(alias -> rows.add(alias, column));
            }
        }
        Map<String, RowType> closed = new LinkedHashMap<>();
        rows.columns.forEach((alias, row) -> closed.put(alias, new RowType(row, false)));
        return closed;
    }

    /** It is whose it is known to be, else that of the nearest open table: of one only, or it would be ambiguous. */
    private void unqualified(String column, Scope innermost) {
        for (Scope scope = innermost; scope != null; scope = scope.outer()) {
            boolean known = scope.given().contains(column)
                    || scope.tables().stream()
                            .anyMatch(alias -> inputs.containsKey(alias)
                                    && inputs.get(alias).column(column).isPresent());
            Optional<String> open = scope.tables().stream().filter(this::isOpen).findFirst();
            if (known || open.isPresent()) {
                if (!known) {
                    add(open.get(), column);
                }
                return;
            }
        }
    }

    private boolean isOpen(String alias) {
        return inputs.containsKey(alias) && inputs.get(alias).open();
    }

    private void add(String alias, String name) {
        List<RowType.Column> row = columns.get(alias);
        if (row.stream().noneMatch(column -> column.name().equals(name))) {
            row.add(new RowType.Column(name, Optional.empty(), "dyn", true));
        }
    }
}
