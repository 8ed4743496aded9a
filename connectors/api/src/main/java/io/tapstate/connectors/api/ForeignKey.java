package io.tapstate.connectors.api;

import java.util.List;
import java.util.Objects;

/**
 * A foreign key of a table, and what the database does to the table's rows when the row that they refer to goes or changes.
 *
 * @param columns the table's own, pairwise with {@code referenced}
 * @param parent the table that they refer to
 */
public record ForeignKey(
        String name, List<String> columns, TableId parent, List<String> referenced, Action onDelete, Action onUpdate) {
    /** What happens to the rows that refer. */
    public enum Action {
        /** Nothing: the database refuses, or there is nothing to do. */
        NONE,
        /** They go too, or take the new value. */
        CASCADE,
        /** Their columns become null. */
        SET_NULL
    }

    public ForeignKey {
        Objects.requireNonNull(name);
        columns = List.copyOf(columns);
        referenced = List.copyOf(referenced);
    }

    /** Whether the database ever changes rows of the table by itself. */
    public boolean acts() {
        return onDelete != Action.NONE || onUpdate != Action.NONE;
    }
}
