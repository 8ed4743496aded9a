package io.tapstate.connectors.runtime;

/**
 * Metric names of sources, below group {@code tapstate} and, where they are per table, the group
 * {@code table.<namespace>.<name>}. Counters count since this attempt started.
 */
public final class SourceMetrics {
    /** Counter per table: rows read by the snapshot. */
    public static final String SNAPSHOT_ROWS = "snapshotRows";

    /** Counter per table: changes read from the log. */
    public static final String CHANGES = "changes";

    /** Gauge per subtask: 1 once the source follows the log, else 0. */
    public static final String STREAMING = "streaming";

    /** Gauge of the source's enumerator: tables that came beside those that are read, since this attempt started. */
    public static final String TABLES_NOT_READ = "tablesNotRead";

    private SourceMetrics() {}
}
