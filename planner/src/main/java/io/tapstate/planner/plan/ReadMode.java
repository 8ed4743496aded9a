package io.tapstate.planner.plan;

import java.util.Locale;

/** What a pipeline reads of its tables. The yaml spelling is the lower-case name. */
public enum ReadMode {
    /** Every row, then every change since a position taken before the first row was read. Runs for ever. */
    SNAPSHOT_AND_CDC,
    /** Changes only. Runs for ever. */
    CDC_ONLY,
    /** Every row once, then the pipeline is finished. */
    SNAPSHOT_ONLY;

    public String yaml() {
        return name().toLowerCase(Locale.ROOT);
    }
}
