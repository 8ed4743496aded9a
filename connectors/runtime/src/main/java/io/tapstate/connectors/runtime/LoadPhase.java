package io.tapstate.connectors.runtime;

/** How "the snapshot is in" travels through a job: as the one watermark sources ever emit. */
public final class LoadPhase {
    /** Watermark timestamp that says: no snapshot row of this source follows. Event times are used for nothing else. */
    public static final long SNAPSHOT_DONE = 1L;

    private LoadPhase() {}

    /** Whether a watermark says that every input's snapshot is in. */
    public static boolean loaded(long watermark) {
        return watermark >= SNAPSHOT_DONE;
    }
}
