package io.tapstate.job.nest;

import io.tapstate.connectors.key.RowKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Finds the place of rows whose parent is found by one key: every row stands below every place of the parent.
 *
 * <p><b>Contract.</b> Pure: the caller keeps, for one key, the parent's places and the rows, each under its path below the
 * parent.
 *
 * <ul>
 *   <li>What stands downstream is always the product of places and rows. The parent's key is unique, so there is one place
 *       in the end; while a parent moves there may be none or two.
 *   <li>Rows without a parent wait. A place that is left keeps the rows, for the day a parent comes back.
 *   <li>What comes twice changes nothing.
 *   <li>Whatever is told of one path downstream is told from here, in order: a path tells the parent's place, the row, and
 *       by the row's identity or its columns the key.
 * </ul>
 */
public final class RoutedRows {
    private final List<Told> told = new ArrayList<>();

    /**
     * Somebody further down who must know where the rows of one child stand.
     *
     * @param child the embed's name in the parent
     * @param placements by which columns the rows are found there
     */
    public record Below(String child, Placements placements, Consumer<Placement> out) {}

    public RoutedRows(List<Below> belows) {
        belows.forEach(below -> told.add(new Told(ElementPath.prefix(below.child()), below)));
    }

    /** The parent took or left a place. */
    public void place(Placement placement, PlaceState places, NestState rows, Consumer<NestChange> out) {
        Place place = placement.place();
        if (places.contains(place) == placement.present()) {
            return;
        }
        if (placement.present()) {
            places.add(place);
        } else {
            places.remove(place);
        }
        for (Map.Entry<RowKey, byte[]> row : rows.scan()) {
            Place of = place.below(row.getKey());
            byte[] bytes = row.getValue();
            if (placement.present()) {
                out.accept(NestChange.arrival(of.document(), of.path(), bytes, placement.timestamp()));
                tell(row.getKey(), null, null, of, bytes, placement.timestamp());
            } else {
                out.accept(NestChange.removal(of.document(), of.path(), placement.timestamp()));
                tell(row.getKey(), of, bytes, null, null, placement.timestamp());
            }
        }
    }

    /**
     * A row arrived, moved or left.
     *
     * @param change its document is the key, its path that below the parent
     */
    public void change(NestChange change, PlaceState places, NestState rows, Consumer<NestChange> out) {
        RowKey path = change.path();
        RowKey left = change.leftPath();
        byte[] was = rows.get(path);
        byte[] moved = left == null ? null : rows.get(left);
        if (moved != null) {
            rows.remove(left);
        }
        if (change.isRemoval()) {
            rows.remove(path);
        } else {
            rows.put(path, change.row());
        }
        long timestamp = change.timestamp();
        for (Iterator<Place> walk = places.walk(); walk.hasNext(); ) {
            Place place = walk.next();
            Place stands = place.below(path);
            if (change.isRemoval()) {
                out.accept(NestChange.removal(stands.document(), stands.path(), timestamp));
                if (was != null) {
                    tell(path, stands, was, null, null, timestamp);
                }
                continue;
            }
            Place stood = left == null ? null : place.below(left);
            out.accept(
                    stood == null
                            ? NestChange.arrival(stands.document(), stands.path(), change.row(), timestamp)
                            : NestChange.move(stands.document(), stood.path(), stands.path(), change.row(), timestamp));
            if (moved != null) {
                tell(left, stood, moved, null, null, timestamp);
            }
            tell(path, was == null ? null : stands, was, stands, change.row(), timestamp);
        }
    }

    private void tell(RowKey path, Place left, byte[] before, Place taken, byte[] after, long timestamp) {
        for (Told one : told) {
            if (ElementPath.startsWith(path, one.prefix)) {
                Below below = one.below;
                below.placements().tell(left, before, taken, after, timestamp, below.out());
            }
        }
    }

    private record Told(byte[] prefix, Below below) {}
}
