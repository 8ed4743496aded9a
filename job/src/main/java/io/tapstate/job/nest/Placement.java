package io.tapstate.job.nest;

import io.tapstate.connectors.key.RowKey;

/**
 * A row took, or left, its place, told to whoever is found by a key of it: the stage of the rows below it, or of a row
 * that it points at.
 *
 * <p>All placements of one key and place stem from one row, in order: so the last one tells whether it stands there.
 *
 * @param key the row's columns that the others are found by
 * @param present whether it stands there now
 * @param timestamp when the source committed the change, in epoch milliseconds; 0 when unknown
 */
public record Placement(RowKey key, Place place, boolean present, long timestamp) {
    /** Names neither key nor place: they may hold what must not be logged. */
    @Override
    public String toString() {
        return present ? "placed" : "left";
    }
}
