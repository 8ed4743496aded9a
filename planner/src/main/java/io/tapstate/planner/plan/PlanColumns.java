package io.tapstate.planner.plan;

import io.tapstate.connectors.api.ColumnType;
import java.util.List;
import java.util.Optional;

/**
 * The columns of a stream of rows, in row order, where a step must know them to run.
 *
 * @param open whether rows may hold columns that are not listed
 */
public record PlanColumns(List<Column> columns, boolean open) {
    /** @param type empty where it is only known when a row comes */
    public record Column(String name, Optional<ColumnType> type, boolean nullable) {}

    public PlanColumns {
        columns = List.copyOf(columns);
    }
}
