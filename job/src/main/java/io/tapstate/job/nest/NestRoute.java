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

    /**
     * Hands over what the change means for documents: nothing, one change, or a removal and an arrival.
     *
     * @throws TapException {@code nest.before-image-missing}
     */
    public void route(RowChange change, Consumer<NestChange> out) {
        Place old = leftPlace(change);
        Place now = change.kind() == ChangeKind.DELETE ? null : place(change.after());
        if (now != null && old != null && old.document.equals(now.document)) {
            out.accept(
                    old.path.equals(now.path)
                            ? NestChange.arrival(now.document, now.path, change.after(), change.timestamp())
                            : NestChange.move(now.document, old.path, now.path, change.after(), change.timestamp()));
            return;
        }
        if (old != null) {
            out.accept(NestChange.removal(old.document, old.path, change.timestamp()));
        }
        if (now != null) {
            out.accept(NestChange.arrival(now.document, now.path, change.after(), change.timestamp()));
        }
    }

    private Place leftPlace(RowChange change) {
        switch (change.kind()) {
            case READ, INSERT -> {
                return null;
            }
            case UPDATE, DELETE -> {
                byte[] before = change.before();
                if (before != null && holds(before, placeColumns)) {
                    return place(before);
                }
                if (change.kind() == ChangeKind.UPDATE && identityDecides) {
                    return null;
                }
                throw TapException.of(
                        NestError.BEFORE_IMAGE_MISSING, "table", change.table(), "columns", missing(before));
            }
        }
        throw new IllegalStateException("unknown kind " + change.kind());
    }

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
                .filter(column -> before == null || !holds(before, List.of(column)))
                .toList();
    }

    private static boolean holds(byte[] row, List<String> columns) {
        RawRow cursor = new RawRow(row);
        return columns.stream().allMatch(cursor::seek);
    }

    private record Place(RowKey document, RowKey path) {}
}
