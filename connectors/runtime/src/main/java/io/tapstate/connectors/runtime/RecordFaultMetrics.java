package io.tapstate.connectors.runtime;

/** Metric names of what steps leave out, below the operator's group {@code tapstate}. Counted since this attempt began. */
public final class RecordFaultMetrics {
    /** Counter: records left out and counted. */
    public static final String SKIPPED = "recordsSkipped";

    /** Counter: records left out and kept as dead letters. */
    public static final String DEAD_LETTERED = "recordsDeadLettered";

    /** Counter: dead letters that were tried again, whatever came of it. */
    public static final String REPLAYED = "recordsReplayed";

    private RecordFaultMetrics() {}
}
