package io.tapstate.connectors.api;

import io.tapstate.connectors.key.RowKey;
import java.util.Arrays;
import java.util.Objects;

/**
 * One change of one row or document, as it travels from a source to a sink.
 *
 * <p>Shapes: {@code before} and {@code after} are whole BSON documents (little-endian length first) with one field per
 * column, in column order, named as the database names them. {@code READ} and {@code INSERT} have only {@code after},
 * {@code DELETE} only {@code before}; an {@code UPDATE} has {@code after} and as much of {@code before} as the source
 * gave: the full row, only the key columns, or null. A {@code DDL} has an empty key and in {@code after} a document of
 * {@link io.tapstate.connectors.row.ColumnChange}s; it comes before every row in the new shape and after every other one. The byte arrays belong to the change and are never written to.
 */
public final class RowChange {
    private final ChangeKind kind;
    private final TableId table;
    private final RowKey key;
    private final byte[] before;
    private final byte[] after;
    private final long timestamp;
    private final String position;
    private final boolean half;

    /**
     * @param key the row's identity; of the new row where an update changed it
     * @param timestamp when the source committed the change, in epoch milliseconds; 0 when unknown
     * @param position where in the source's log the change stands, for people ({@code binlog.000003:154},
     *     {@code 0/16B3748}); empty for snapshot rows and assembled documents
     */
    public RowChange(
            ChangeKind kind, TableId table, RowKey key, byte[] before, byte[] after, long timestamp, String position) {
        this(kind, table, key, before, after, timestamp, position, false);
    }

    private RowChange(
            ChangeKind kind,
            TableId table,
            RowKey key,
            byte[] before,
            byte[] after,
            long timestamp,
            String position,
            boolean half) {
        this.half = half;
        this.kind = Objects.requireNonNull(kind);
        this.table = Objects.requireNonNull(table);
        this.key = Objects.requireNonNull(key);
        this.before = before;
        this.after = after;
        this.timestamp = timestamp;
        this.position = Objects.requireNonNull(position);
        if ((kind == ChangeKind.DELETE) == (after != null) || (kind == ChangeKind.DELETE && before == null)) {
            throw new IllegalArgumentException("a " + kind + " of " + table + " with the wrong images");
        }
    }

    /** This change as one half of an update that gave a row another key: a delete, or the insert that follows it. */
    public RowChange asHalf() {
        return new RowChange(kind, table, key, before, after, timestamp, position, true);
    }

    /** Whether this is one half of an update that gave a row another key, as far as the source can tell. */
    public boolean isHalf() {
        return half;
    }

    public ChangeKind kind() {
        return kind;
    }

    public TableId table() {
        return table;
    }

    public RowKey key() {
        return key;
    }

    /** BSON document, or null. */
    public byte[] before() {
        return before;
    }

    /** BSON document; null exactly for deletes. Of a {@code DDL}, the changes of columns. */
    public byte[] after() {
        return after;
    }

    public long timestamp() {
        return timestamp;
    }

    public String position() {
        return position;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowChange that
                && kind == that.kind
                && table.equals(that.table)
                && key.equals(that.key)
                && Arrays.equals(before, that.before)
                && Arrays.equals(after, that.after)
                && timestamp == that.timestamp
                && half == that.half
                && position.equals(that.position);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, table, key, timestamp, position);
    }

    /** Names the change without its values: rows may hold what must not be logged. */
    @Override
    public String toString() {
        return kind + " " + table + (position.isEmpty() ? "" : " at " + position);
    }
}
