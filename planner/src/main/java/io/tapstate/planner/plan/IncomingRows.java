package io.tapstate.planner.plan;

import java.util.List;

/**
 * The rows of one table as they come into a step that computes with them.
 *
 * @param table the name they carry as {@code src}
 * @param key the columns that identify a row, in order; empty when none are known
 * @param columns those that the step's expressions read
 */
public record IncomingRows(String table, List<String> key, PlanColumns columns) {
    public IncomingRows {
        key = List.copyOf(key);
    }
}
