package io.tapstate.connectors.runtime;

/** Metric names of sinks, below group {@code tapstate}. Counters count since this attempt started. */
public final class SinkMetrics {
    /** Gauge per subtask: 1 once every document of the initial load is written, else 0. */
    public static final String LOADED = "loaded";

    /** Counter: documents replaced or inserted, as the store has acknowledged them. */
    public static final String DOCUMENTS_WRITTEN = "documentsWritten";

    /** Counter: documents deleted, as the store has acknowledged them. */
    public static final String DOCUMENTS_DELETED = "documentsDeleted";

    private SinkMetrics() {}
}
