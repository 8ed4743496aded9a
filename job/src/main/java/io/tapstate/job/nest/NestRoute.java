package io.tapstate.job.nest;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Says where the rows of one input of a nest belong.
 *
 * <p><b>Contract.</b> Pure. An insert or snapshot row arrives at its place; a delete leaves it; an update whose old row
 * stood elsewhere leaves there and arrives here. A row with a null in its join columns has no place. The old place of an
 * update is read from {@code before}; that image may lack columns only where the identity alone decides the place, since
 * a row whose identity changes travels as a delete and an insert.
 */
public final class NestRoute implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String embedPath;
    private final ArrayList<String> documentColumns;
    private final ArrayList<String> arrayKey;
    private final ArrayList<String> identity;
    private final ArrayList<String> placeColumns;
    private final boolean identityDecides;
    private final boolean rootIsKey;

    private NestRoute(String embedPath, List<String> documentColumns, List<String> arrayKey, List<String> identity) {
        this.embedPath = embedPath;
        this.documentColumns = new ArrayList<>(documentColumns);
        this.arrayKey = new ArrayList<>(arrayKey);
        this.identity = new ArrayList<>(identity);
        this.placeColumns = new ArrayList<>(documentColumns);
        placeColumns.addAll(arrayKey);
        placeColumns.addAll(identity);
        this.identityDecides = new HashSet<>(identity).containsAll(placeColumns);
        this.rootIsKey = Set.copyOf(identity).equals(Set.copyOf(documentColumns));
    }

    /**
     * The route of root rows.
     *
     * @param key the columns that are the document key
     * @param identity the columns that identify a root row
     */
    public static NestRoute root(List<String> key, List<String> identity) {
        return new NestRoute(null, key, List.of(), identity);
    }

    /**
     * The route of the rows of one embed.
     *
     * @param path the embed's field path
     * @param childColumns the columns that hold the document key, in its order
     * @param arrayKey the columns that order the elements
     * @param identity the columns that identify a row
     */
    public static NestRoute embed(
            String path, List<String> childColumns, List<String> arrayKey, List<String> identity) {
        return new NestRoute(path, childColumns, arrayKey, identity);
    }

    /** The columns that identify a row. */
    public List<String> identity() {
        return identity;
    }

    /**
     * Hands over what the change means for documents: nothing, one change, or a removal and an arrival.
     *
     * @throws TapException {@code nest.before-image-missing}
     */
    public void route(RowChange change, Consumer<NestChange> out) {
        Move move = move(change);
        Place left = move.left();
        Place taken = move.taken();
        if (taken != null && left != null && left.document().equals(taken.document())) {
            out.accept(
                    left.path().equals(taken.path())
                            ? NestChange.arrival(taken.document(), taken.path(), change.after(), change.timestamp())
                            : NestChange.move(
                                    taken.document(), left.path(), taken.path(), change.after(), change.timestamp()));
            return;
        }
        if (left != null) {
            out.accept(NestChange.removal(left.document(), left.path(), change.timestamp()));
        }
        if (taken != null) {
            out.accept(NestChange.arrival(taken.document(), taken.path(), change.after(), change.timestamp()));
        }
    }

    /**
     * Where the row stood and where it stands.
     *
     * @throws TapException {@code nest.before-image-missing}
     */
    Move move(RowChange change) {
        Place taken = change.kind() == ChangeKind.DELETE ? null : place(change.after());
        if (change.kind() == ChangeKind.READ || change.kind() == ChangeKind.INSERT) {
            return new Move(null, true, taken);
        }
        byte[] before = change.before();
        if (before != null && RawRow.holds(before, placeColumns)) {
            return new Move(place(before), true, taken);
        }
        if (change.kind() == ChangeKind.UPDATE && identityDecides) {
            return new Move(null, false, taken);
        }
        throw TapException.of(NestError.BEFORE_IMAGE_MISSING, "table", change.table(), "columns", missing(before));
    }

    /**
     * @param left null where the row stood nowhere, or where it is not known
     * @param leftKnown whether {@code left} says where the row stood; else it stood where it stands
     * @param taken null where the row stands nowhere
     */
    record Move(Place left, boolean leftKnown, Place taken) {}

    private Place place(byte[] row) {
        Optional<RowKey> document = KeyEncoding.of(row, documentColumns);
        return document.isEmpty() ? null : new Place(document.get(), path(row));
    }

    private RowKey path(byte[] row) {
        if (embedPath != null) {
            return ElementPath.element(embedPath, row, arrayKey, identity);
        }
        return rootIsKey ? ElementPath.ROOT : ElementPath.root(row, identity);
    }

    private List<String> missing(byte[] before) {
        return placeColumns.stream()
                .distinct()
                .filter(column -> before == null || !RawRow.holds(before, List.of(column)))
                .toList();
    }
}
