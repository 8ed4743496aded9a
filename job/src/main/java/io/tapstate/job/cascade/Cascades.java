package io.tapstate.job.cascade;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.ForeignKey.Action;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * Completes the changes of a source whose log does not show what foreign keys do.
 *
 * <p><b>Contract.</b> Pure; the caller hands over all changes of the source in the order of its log, and keeps the state.
 *
 * <ul>
 *   <li>Every change leaves as it came, and at once after it what the database did because of it: a row that went with its
 *       parent leaves as a delete with its whole old row, one whose columns became null or took a new value as an update,
 *       or as a delete and an insert where that gave it another identity. They bear the time and position of their cause.
 *   <li>What such a change brings about in its turn follows it, to any depth and in circles.
 *   <li>A database that does write these changes into its log does no harm: they come twice.
 *   <li>Every row of a table with such a foreign key is kept, whole; freed when it goes.
 * </ul>
 */
public final class Cascades implements Serializable {
    private static final long serialVersionUID = 1L;

    private final ArrayList<Child> children = new ArrayList<>();
    private final ArrayList<Edge> edges = new ArrayList<>();

    /**
     * A table whose rows change by foreign keys.
     *
     * @param identity the columns that identify a row, in key order
     */
    public record Child(TableId table, List<String> identity) implements Serializable {
        private static final long serialVersionUID = 1L;

        public Child {
            identity = new ArrayList<>(identity);
        }
    }

    private record Edge(
            int child,
            ArrayList<String> columns,
            TableId parent,
            ArrayList<String> referenced,
            Action onDelete,
            Action onUpdate)
            implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** Adds a table, with the foreign keys that count. */
    public Cascades add(Child child, List<ForeignKey> keys) {
        children.add(child);
        for (ForeignKey key : keys) {
            edges.add(new Edge(
                    children.size() - 1,
                    new ArrayList<>(key.columns()),
                    key.parent(),
                    new ArrayList<>(key.referenced()),
                    key.onDelete(),
                    key.onUpdate()));
        }
        return this;
    }

    /** Passes the change on, and what follows from it. */
    public void apply(RowChange change, CascadeState state, Consumer<RowChange> out) {
        boolean parent = isParent(change.table());
        Cause cause = new Cause(change, state, out);
        byte[] left = parent ? takeMoving(change.table(), state) : null;
        boolean arrives = left != null && change.kind() == ChangeKind.INSERT && change.isHalf();
        if (left != null && !arrives) {
            follow(change.table(), left, null, cause);
        }
        out.accept(change);
        int child = child(change.table());
        if (child >= 0) {
            keep(child, change.key(), change.after(), state);
        }
        if (!parent) {
            return;
        }
        if (arrives) {
            follow(change.table(), left, change.after(), cause);
        } else if (change.kind() == ChangeKind.DELETE && change.isHalf()) {
            state.put(moving(change.table()), change.before());
        } else if (change.before() != null) {
            follow(change.table(), change.before(), change.after(), cause);
        }
    }

    /** The row that left its key with the change before: it takes another with the next of its table, or it went. */
    private byte[] takeMoving(TableId table, CascadeState state) {
        RowKey key = moving(table);
        byte[] left = state.row(key);
        if (left != null) {
            state.put(key, null);
        }
        return left;
    }

    private record Cause(RowChange change, CascadeState state, Consumer<RowChange> out) {}

    private void follow(TableId table, byte[] before, byte[] after, Cause cause) {
        for (int i = 0; i < edges.size(); i++) {
            Edge edge = edges.get(i);
            if (edge.parent().equals(table)) {
                follow(i, edge, before, after, cause);
            }
        }
    }

    private void follow(int number, Edge edge, byte[] before, byte[] after, Cause cause) {
        Optional<RowKey> left = KeyEncoding.of(before, edge.referenced());
        Action action = after == null ? edge.onDelete() : edge.onUpdate();
        if (action == Action.NONE
                || left.isEmpty()
                || (after != null && left.equals(KeyEncoding.of(after, edge.referenced())))) {
            return;
        }
        RowKey parent = key('E', number, left.get());
        for (RowKey identity : List.copyOf(cause.state().children(parent))) {
            byte[] row = cause.state().row(key('R', edge.child(), identity));
            if (row != null) {
                byte[] changed = action == Action.CASCADE && after == null ? null : changed(row, edge, action, after);
                replace(edge.child(), identity, row, changed, cause);
            }
        }
    }

    private static byte[] changed(byte[] row, Edge edge, Action action, byte[] parent) {
        BsonDocument changed = RawRow.decode(row);
        for (int i = 0; i < edge.columns().size(); i++) {
            BsonValue value = action == Action.SET_NULL
                    ? BsonNull.VALUE
                    : RawRow.value(parent, edge.referenced().get(i));
            changed.put(edge.columns().get(i), value == null ? BsonNull.VALUE : value);
        }
        return RowWriter.encode(changed);
    }

    /** Makes a change of a child that the log does not show, and all that follows from it. */
    private void replace(int number, RowKey identity, byte[] before, byte[] after, Cause cause) {
        Child child = children.get(number);
        Optional<RowKey> now = after == null ? Optional.empty() : KeyEncoding.of(after, child.identity());
        if (after != null && now.isEmpty()) {
            throw new IllegalStateException("a row of " + child.table() + " without its identity");
        }
        CascadeState state = cause.state();
        boolean stays = now.isPresent() && now.get().equals(identity);
        if (stays) {
            cause.out().accept(change(ChangeKind.UPDATE, child, identity, before, after, cause.change()));
        } else {
            cause.out().accept(change(ChangeKind.DELETE, child, identity, before, null, cause.change()));
            keep(number, identity, null, state);
            now.ifPresent(
                    key -> cause.out().accept(change(ChangeKind.INSERT, child, key, null, after, cause.change())));
        }
        now.ifPresent(key -> keep(number, key, after, state));
        follow(child.table(), before, after, cause);
    }

    private static RowChange change(
            ChangeKind kind, Child child, RowKey key, byte[] before, byte[] after, RowChange cause) {
        return new RowChange(kind, child.table(), key, before, after, cause.timestamp(), cause.position());
    }

    /** Remembers a row of a child, or forgets it, also where it is found from. */
    private void keep(int number, RowKey identity, byte[] row, CascadeState state) {
        RowKey key = key('R', number, identity);
        byte[] was = state.row(key);
        state.put(key, row);
        for (int i = 0; i < edges.size(); i++) {
            Edge edge = edges.get(i);
            if (edge.child() != number) {
                continue;
            }
            Optional<RowKey> left = was == null ? Optional.empty() : KeyEncoding.of(was, edge.columns());
            Optional<RowKey> taken = row == null ? Optional.empty() : KeyEncoding.of(row, edge.columns());
            if (!left.equals(taken)) {
                int of = i;
                left.ifPresent(parent -> state.remove(key('E', of, parent), identity));
                taken.ifPresent(parent -> state.add(key('E', of, parent), identity));
            }
        }
    }

    private boolean isParent(TableId table) {
        return edges.stream().anyMatch(edge -> edge.parent().equals(table));
    }

    private int child(TableId table) {
        for (int i = 0; i < children.size(); i++) {
            if (children.get(i).table().equals(table)) {
                return i;
            }
        }
        return -1;
    }

    private RowKey moving(TableId table) {
        int edge = 0;
        while (!edges.get(edge).parent().equals(table)) {
            edge++;
        }
        return key('M', edge, new RowKey(new byte[0]));
    }

    private static RowKey key(char space, int number, RowKey rest) {
        byte[] bytes = rest.bytes();
        return new RowKey(ByteBuffer.allocate(bytes.length + 5)
                .put((byte) space)
                .putInt(number)
                .put(bytes)
                .array());
    }
}
