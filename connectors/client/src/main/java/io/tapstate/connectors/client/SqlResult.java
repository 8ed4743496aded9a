package io.tapstate.connectors.client;

import java.util.List;

/** What one SQL statement came to. */
public sealed interface SqlResult {
    /**
     * The statement returned rows.
     *
     * @param columns their labels
     * @param rows one text per column as the database prints it; null for NULL
     * @param cut whether there were more rows than asked for
     */
    record Rows(List<String> columns, List<List<String>> rows, boolean cut) implements SqlResult {}

    /** The statement changed this many rows; 0 also for statements that count nothing. */
    record Changed(long rows) implements SqlResult {}
}
