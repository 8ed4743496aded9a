package io.tapstate.planner.plan;

import java.util.Locale;

/** What happens to a row that a step cannot process. The yaml spelling is the lower-case name. */
public enum ErrorPolicy {
    /** The pipeline fails. */
    FAIL,
    /** The row is left out and counted. */
    SKIP,
    /** The row is left out and kept in a collection, with the reason. */
    DEAD_LETTER;

    public String yaml() {
        return name().toLowerCase(Locale.ROOT);
    }
}
