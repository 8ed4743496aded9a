package io.tapstate.job.operator;

/** Metric names of a nest's stages, below the operator's group {@code tapstate}. Counted since this attempt began. */
public final class NestMetrics {
    /** Counter: whole documents sent. */
    public static final String DOCUMENTS_SENT = "documentsSent";

    /** Counter: deletions sent. */
    public static final String DOCUMENTS_DELETED = "documentsDeleted";

    /** Gauge: documents held back in the initial load, those without a root row included. */
    public static final String DOCUMENTS_WAITING = "documentsWaiting";

    /** Gauge per subtask: 1 once every input's snapshot is in and what it held back is sent, else 0. */
    public static final String LOADED = "loaded";

    /** Gauge per subtask of a lookup: pointed-at rows whose last change has not reached all that point at them. */
    public static final String ROWS_BEING_SHARED = "rowsBeingShared";

    static final String GROUP = "tapstate";

    private NestMetrics() {}
}
