package io.tapstate.job.nest;

import io.tapstate.connectors.key.RowKey;
import java.util.Arrays;
import java.util.Objects;

/**
 * One row arriving at, or leaving, its place in one document.
 *
 * <p>A place is a document key and an element path. The path is empty for the root row. For an embedded row it is, level
 * by level, the embed path as text, the array key and the identity, all in {@code KeyEncoding}: so the byte order of
 * paths is the depth-first order of the document, and every path begins with its parent's.
 *
 * <p><b>Contract.</b> Immutable; the arrays inside are never written to.
 */
public final class NestChange {
    private final RowKey document;
    private final RowKey path;
    private final RowKey leftPath;
    private final byte[] row;
    private final long timestamp;

    private NestChange(RowKey document, RowKey path, RowKey leftPath, byte[] row, long timestamp) {
        this.document = Objects.requireNonNull(document);
        this.path = Objects.requireNonNull(path);
        this.leftPath = leftPath;
        this.row = row;
        this.timestamp = timestamp;
    }

    /** The row stands at this place now. */
    public static NestChange arrival(RowKey document, RowKey path, byte[] row, long timestamp) {
        return new NestChange(document, path, null, Objects.requireNonNull(row), timestamp);
    }

    /** The row moved within its document: one change, so that nobody sees it at both places or at none. */
    public static NestChange move(RowKey document, RowKey leftPath, RowKey path, byte[] row, long timestamp) {
        return new NestChange(document, path, Objects.requireNonNull(leftPath), Objects.requireNonNull(row), timestamp);
    }

    /** No row stands at this place any more. */
    public static NestChange removal(RowKey document, RowKey path, long timestamp) {
        return new NestChange(document, path, null, null, timestamp);
    }

    public RowKey document() {
        return document;
    }

    public RowKey path() {
        return path;
    }

    /** The path the row had before, where it moved within its document; else null. */
    public RowKey leftPath() {
        return leftPath;
    }

    /** The row as a BSON document; null for a removal. */
    public byte[] row() {
        return row;
    }

    public boolean isRemoval() {
        return row == null;
    }

    /** When the source committed the change, in epoch milliseconds; 0 when unknown. */
    public long timestamp() {
        return timestamp;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NestChange that
                && document.equals(that.document)
                && path.equals(that.path)
                && Objects.equals(leftPath, that.leftPath)
                && Arrays.equals(row, that.row)
                && timestamp == that.timestamp;
    }

    @Override
    public int hashCode() {
        return Objects.hash(document, path, leftPath, timestamp);
    }

    /** Names the change without its values: rows and keys may hold what must not be logged. */
    @Override
    public String toString() {
        return row == null ? "removal" : leftPath == null ? "arrival" : "move";
    }
}
