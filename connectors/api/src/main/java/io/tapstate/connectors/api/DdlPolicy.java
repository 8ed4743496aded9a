package io.tapstate.connectors.api;

import java.util.Locale;

/** What a change of a table's columns becomes, from the mildest to the strictest. */
public enum DdlPolicy {
    /** It passes without a word: rows go on in their new shape. */
    IGNORE,
    /** It travels with the rows, and the target follows. */
    APPLY,
    /** It ends the pipeline with {@code capture.table-altered}. */
    FAIL;

    public String yaml() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one that satisfies both readers of a table. */
    public DdlPolicy and(DdlPolicy other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
