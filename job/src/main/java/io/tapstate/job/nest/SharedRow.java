package io.tapstate.job.nest;

import io.tapstate.connectors.key.RowKey;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Gives one row, with all that stands in it, to the places that point at it.
 *
 * <p><b>Contract.</b> Pure: the caller keeps, for one key, the pointed-at row's own document and the places of the rows
 * that point. What stands downstream is the row at every one of these places, or nothing while there is no such row. Under
 * the key, the path below the referrer is always the same, and nobody else tells of it.
 */
public final class SharedRow {
    private final RowKey prefix;
    private final NestDocument document;

    /**
     * @param embed name of the embed in the referrer
     * @param document what the pointed-at row is made of
     */
    public SharedRow(String embed, NestDocument document) {
        this.prefix = new RowKey(ElementPath.prefix(embed));
        this.document = document;
    }

    /** The row as a whole; empty while there is none. */
    public Optional<byte[]> row(NestState rows) {
        return document.assemble(rows);
    }

    /**
     * Keeps that a row points here, or no longer does.
     *
     * @return whether that is news
     */
    public boolean place(Placement placement, PlaceState places) {
        if (places.contains(placement.place()) == placement.present()) {
            return false;
        }
        if (placement.present()) {
            places.add(placement.place());
        } else {
            places.remove(placement.place());
        }
        return true;
    }

    /**
     * Tells one place what stands there now.
     *
     * @param row empty when nothing does
     */
    public void give(RowKey key, Optional<byte[]> row, Place place, long timestamp, Consumer<NestChange> out) {
        Place of = place.below(ElementPath.join(prefix, key));
        out.accept(
                row.isPresent()
                        ? NestChange.arrival(of.document(), of.path(), row.get(), timestamp)
                        : NestChange.removal(of.document(), of.path(), timestamp));
    }
}
