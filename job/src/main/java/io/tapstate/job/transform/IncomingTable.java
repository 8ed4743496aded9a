package io.tapstate.job.transform;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.plan.IncomingRows;
import io.tapstate.planner.plan.PlanColumns;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a plan says of the rows of one table that come into a step, as it travels to where the step runs. */
public final class IncomingTable implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String table;
    private final ArrayList<String> key;
    private final LinkedHashMap<String, ColumnType> columns;
    private final boolean open;

    private IncomingTable(String table, List<String> key, LinkedHashMap<String, ColumnType> columns, boolean open) {
        this.table = table;
        this.key = new ArrayList<>(key);
        this.columns = columns;
        this.open = open;
    }

    public static IncomingTable of(IncomingRows rows) {
        LinkedHashMap<String, ColumnType> columns = new LinkedHashMap<>();
        rows.columns()
                .columns()
                .forEach(column ->
                        columns.putIfAbsent(column.name(), column.type().orElse(null)));
        return new IncomingTable(
                rows.table(), rows.key(), columns, rows.columns().open());
    }

    /** By name; of tables that share one, what holds for all of them. */
    static Map<String, IncomingTable> byName(List<IncomingTable> tables) {
        Map<String, IncomingTable> byName = new LinkedHashMap<>();
        tables.forEach(table -> byName.merge(table.table, table, IncomingTable::both));
        return byName;
    }

    /** Rows of a table that the plan does not know, as a script may name them. */
    static IncomingTable unknown(String table) {
        return new IncomingTable(table, List.of(), new LinkedHashMap<>(), true);
    }

    private static IncomingTable both(IncomingTable one, IncomingTable other) {
        LinkedHashMap<String, ColumnType> columns = new LinkedHashMap<>(one.columns);
        other.columns.forEach((name, type) -> {
            if (!columns.containsKey(name)) {
                columns.put(name, type);
            } else if (columns.get(name) != type) {
                columns.put(name, null);
            }
        });
        List<String> key = one.key.equals(other.key) ? one.key : List.of();
        return new IncomingTable(one.table, key, columns, true);
    }

    /** The columns that identify a row; empty when none are known. */
    List<String> key() {
        return key;
    }

    boolean open() {
        return open;
    }

    /** By name; none where only a row tells. */
    Map<String, ColumnType> types() {
        return columns;
    }

    PlanColumns planColumns() {
        List<PlanColumns.Column> all = new ArrayList<>();
        columns.forEach((name, type) -> all.add(new PlanColumns.Column(name, Optional.ofNullable(type), true)));
        return new PlanColumns(all, open);
    }
}
