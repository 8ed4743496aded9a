package io.tapstate.job.nest;

import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a document of a nest is made of, and what a change does to it.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>No document without a root row. Rows that wait for one are kept, and are in the document as soon as it comes; so
 *       are embedded rows whose parent is not there.
 *   <li>Removing the root row keeps the embedded rows, for the day it comes back.
 *   <li>Removing what is not there is harmless; the same change twice changes nothing.
 *   <li>The end state does not depend on the order in which changes of different rows arrive.
 *   <li>A row is its columns in their order, then its embeds in declared order. A list holds all rows in array-key order,
 *       ties in identity order, and is {@code []} when there are none. A single sub-document is absent when there is none;
 *       of several rows it is the last in that same order, so the one with the greatest array key. The fields of a flat
 *       embed stand where the embed is declared; of several rows it is again the last.
 *   <li>An embed owns its field name: a column of that name is left out, whether or not the embed has rows. An object that
 *       a dotted path makes is absent when nothing is in it.
 *   <li>Where the document key is not the root's identity, two root rows may hold one key while it passes from one to
 *       the other; the first in identity order is shown.
 * </ul>
 *
 * <p>Not thread-safe: it reuses its buffers.
 */
public final class NestDocument {
    /** What {@link #apply} did. */
    public enum Effect {
        /** Nothing is other than before. */
        NONE,
        /** An embedded row was updated whose updates are no reason to send the document. */
        SILENT,
        /** The document is another one now, if it exists. */
        CHANGED
    }

    private final Element root;
    private final boolean ignoresSomeUpdates;
    private long elements;
    private Optional<FlatFault> fault = Optional.empty();

    /** @param fields in declared order; no name is another or begins with another and a dot */
    public NestDocument(List<EmbedField> fields) {
        this.root = new Element(new EmbedField("", EmbedField.Shape.OBJECT, 0, false, fields));
        this.ignoresSomeUpdates = fields.stream().anyMatch(NestDocument::ignoresUpdates);
    }

    /** Whether nothing is embedded. */
    public boolean isPlain() {
        return root.isLeaf();
    }

    /** Keeps the change, and says what came of it. */
    public Effect apply(NestChange change, NestState state) {
        byte[] was = state.get(change.path());
        boolean moves = change.leftPath() != null && state.get(change.leftPath()) != null;
        if (!moves && Arrays.equals(was, change.row())) {
            return Effect.NONE;
        }
        store(change, state);
        boolean update = (moves || was != null) && !change.isRemoval();
        return update && ignoresSomeUpdates && ignoresUpdatesAt(change.path()) ? Effect.SILENT : Effect.CHANGED;
    }

    /** Keeps the change without asking what was there. */
    public void store(NestChange change, NestState state) {
        if (change.leftPath() != null) {
            state.remove(change.leftPath());
        }
        if (change.isRemoval()) {
            state.remove(change.path());
        } else {
            state.put(change.path(), change.row());
        }
    }

    /** Whether the change takes a root row away. */
    public boolean removesRoot(NestChange change) {
        return change.isRemoval() && ElementPath.isRoot(change.path());
    }

    /** The root row; empty while there is no document. */
    public Optional<byte[]> root(NestState state) {
        return first(state.scan().iterator()).map(Map.Entry::getValue);
    }

    /** The document as BSON, in one pass over its rows; empty while it has no root row. */
    public Optional<byte[]> assemble(NestState state) {
        elements = 0;
        fault = Optional.empty();
        Iterator<Map.Entry<RowKey, byte[]>> rows = state.scan().iterator();
        Optional<Map.Entry<RowKey, byte[]>> first = first(rows);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        root.open(first.get().getKey().bytes(), first.get().getValue());
        Element innermost = root;
        while (rows.hasNext()) {
            Map.Entry<RowKey, byte[]> row = rows.next();
            innermost = add(row.getKey().bytes(), row.getValue(), innermost);
        }
        while (innermost != root) {
            innermost = innermost.closeInto(this);
        }
        return Optional.of(root.document(this));
    }

    /** The first root row. What stands below one that is gone may come before it. */
    private static Optional<Map.Entry<RowKey, byte[]>> first(Iterator<Map.Entry<RowKey, byte[]>> rows) {
        while (rows.hasNext()) {
            Map.Entry<RowKey, byte[]> row = rows.next();
            if (ElementPath.isRoot(row.getKey())) {
                return Optional.of(row);
            }
            if (!ElementPath.belowRoot(row.getKey().bytes())) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** How many embedded rows the document has that was assembled last. */
    public long elements() {
        return elements;
    }

    /** What is wrong with the flat embeds of the document that was assembled last. */
    public Optional<FlatFault> fault() {
        return fault;
    }

    void faulty(FlatFault found) {
        if (fault.isEmpty()) {
            fault = Optional.of(found);
        }
    }

    /**
     * Rows come depth first, so a row's parent is the innermost one whose path its own begins with. A row is passed over
     * when its parent is not there, or when the nest no longer has its field, or when it stands below another root row.
     */
    private Element add(byte[] path, byte[] row, Element innermost) {
        Element parent = innermost;
        while (parent != root && !parent.holds(path)) {
            parent = parent.closeInto(this);
        }
        if (parent == root && !root.holds(path)) {
            if (ElementPath.belowRoot(path)) {
                return root;
            }
            // What is found by the document key comes after all that is found by a root row.
            root.goOnAt(ElementPath.ROOT.bytes());
        }
        Element child = parent.child(path);
        if (child == null
                || KeyEncoding.skip(path, parent.pathLength() + child.prefixLength(), child.keyLength())
                        != path.length) {
            return parent;
        }
        elements++;
        child.open(path, row);
        return child;
    }

    private boolean ignoresUpdatesAt(RowKey path) {
        byte[] bytes = path.bytes();
        Element at = root;
        int from = ElementPath.afterRoot(bytes);
        while (from < bytes.length) {
            at = at.childAt(bytes, from);
            if (at == null) {
                return false;
            }
            from = KeyEncoding.skip(bytes, from + at.prefixLength(), at.keyLength());
            if (from < 0) {
                return false;
            }
        }
        return at != root && at.ignoresUpdates();
    }

    private static boolean ignoresUpdates(EmbedField field) {
        return field.ignoreUpdates() || field.embeds().stream().anyMatch(NestDocument::ignoresUpdates);
    }
}
