package io.tapstate.connectors.mysql.runtime;

import io.debezium.relational.Column;
import io.debezium.relational.Table;
import io.debezium.relational.history.TableChanges.TableChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.cdc.TableColumn;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The columns of tables as the library reads them from statements of the log. */
final class LoggedColumns {
    private LoggedColumns() {}

    /** @param captured tables that matter; names may differ by case alone */
    static Map<TableId, List<TableColumn>> of(Iterable<TableChange> changes, Set<TableId> captured) {
        Map<TableId, List<TableColumn>> columns = new TreeMap<>();
        for (TableChange change : changes) {
            Table table = change.getTable();
            if (table != null) {
                captured(table, captured)
                        .ifPresent(id -> columns.put(
                                id,
                                table.columns().stream().map(LoggedColumns::of).toList()));
            }
        }
        return columns;
    }

    /** The definition of a table among changes; null when it is not there. */
    static Table table(Iterable<TableChange> changes, TableId id) {
        for (TableChange change : changes) {
            if (change.getTable() != null
                    && captured(change.getTable(), Set.of(id)).isPresent()) {
                return change.getTable();
            }
        }
        return null;
    }

    private static Optional<TableId> captured(Table table, Set<TableId> captured) {
        return TableAlteration.captured(
                new TableId(table.id().catalog(), table.id().table()), captured);
    }

    private static TableColumn of(Column column) {
        return new TableColumn(0, DoubledTicks.undone(column.name()), type(column), true);
    }

    static String type(Column column) {
        StringBuilder type = new StringBuilder(column.typeName().toLowerCase(Locale.ROOT));
        if (!column.enumValues().isEmpty()) {
            type.append(column.enumValues());
        } else if (column.length() != Column.UNSET_INT_VALUE && !isWidth(column)) {
            type.append('(').append(column.length());
            column.scale()
                    .filter(scale -> scale > 0)
                    .ifPresent(scale -> type.append(',').append(scale));
            type.append(')');
        }
        return type.toString();
    }

    /** A display width says nothing of the values, save that one digit makes a truth value. */
    private static boolean isWidth(Column column) {
        String type = column.typeName().toLowerCase(Locale.ROOT);
        return type.startsWith("year")
                || type.matches("(?:small|medium|big)?int.*|integer.*")
                || (type.startsWith("tinyint") && column.length() != 1);
    }
}
