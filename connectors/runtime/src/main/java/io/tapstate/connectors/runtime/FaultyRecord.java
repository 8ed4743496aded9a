package io.tapstate.connectors.runtime;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.RowKey;
import java.util.Optional;

/**
 * A record that a step cannot process, as far as it is known: a source may fail before it knows the key or a whole row.
 *
 * @param key null when it could not be read
 * @param before BSON document of the old row, or null
 * @param after BSON document of the new row, or null
 * @param timestamp as {@link RowChange#timestamp}
 * @param position as {@link RowChange#position}
 * @param whole whether the images are what came in, so that the change can be made of them once more
 */
public record FaultyRecord(
        ChangeKind kind,
        TableId table,
        RowKey key,
        byte[] before,
        byte[] after,
        long timestamp,
        String position,
        boolean whole) {
    /** A change as it came in. */
    public static FaultyRecord of(RowChange change) {
        return new FaultyRecord(
                change.kind(),
                change.table(),
                change.key(),
                change.before(),
                change.after(),
                change.timestamp(),
                change.position(),
                true);
    }

    /** The change that came in; empty when not all of it is known. */
    public Optional<RowChange> change() {
        return whole && key != null
                ? Optional.of(new RowChange(kind, table, key, before, after, timestamp, position))
                : Optional.empty();
    }

    /** The row that says most: the new one, else the old one; null when there is neither. */
    public byte[] row() {
        return after == null ? before : after;
    }

    /** Names the record without its values. */
    @Override
    public String toString() {
        return kind + " " + table + (position.isEmpty() ? "" : " at " + position);
    }
}
