package io.tapstate.planner.plan;

import java.util.List;

/**
 * The rows of one table within a stream.
 *
 * @param table the name they carry as {@code src}
 * @param key the columns that identify a row, in order; empty when none are known
 */
public record Origin(String table, List<String> key) {
    public Origin {
        key = List.copyOf(key);
    }
}
