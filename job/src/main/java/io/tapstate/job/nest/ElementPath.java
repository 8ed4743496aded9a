package io.tapstate.job.nest;

import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonNull;

/** Builds and reads the element paths of {@link NestChange}. */
final class ElementPath {
    /** Where the root row stands when the document key is the row's identity. */
    static final RowKey ROOT = new RowKey(new byte[0]);

    private static final byte TEXT = 0x30;

    private ElementPath() {}

    /**
     * Where a root row stands when its identity is not the document key: at a null component and its identity in one, which
     * sorts before every embed. While the key passes from one row to another, both may be here for a moment, in either
     * order. What is found by other columns of such a row than the document key stands below its path.
     */
    static RowKey root(byte[] row, List<String> identity) {
        byte[] id = append(new KeyEncoding(), row, identity).key().bytes();
        return new KeyEncoding().add(BsonNull.VALUE).add(new BsonBinary(id)).key();
    }

    static RowKey element(String embedPath, byte[] row, List<String> arrayKey, List<String> identity) {
        return append(append(new KeyEncoding().text(embedPath), row, arrayKey), row, identity)
                .key();
    }

    /** What the paths of all rows of an embed begin with. */
    static byte[] prefix(String embedPath) {
        return new KeyEncoding().text(embedPath).key().bytes();
    }

    /** The path of a row below another one. */
    static RowKey join(RowKey path, RowKey rest) {
        byte[] first = path.bytes();
        byte[] second = rest.bytes();
        if (first.length == 0) {
            return rest;
        }
        byte[] whole = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, whole, first.length, second.length);
        return new RowKey(whole);
    }

    /** Whether a root row stands here. */
    static boolean isRoot(RowKey path) {
        byte[] bytes = path.bytes();
        return bytes.length == 0 || (belowRoot(bytes) && afterRoot(bytes) == bytes.length);
    }

    /** Whether this is the path of a root row with an identity in it, or of something below one. */
    static boolean belowRoot(byte[] path) {
        return path.length > 0 && path[0] != TEXT;
    }

    /** Where the path goes on after that of the root row. */
    static int afterRoot(byte[] path) {
        return belowRoot(path) ? KeyEncoding.skip(path, 0, 2) : 0;
    }

    static boolean startsWith(RowKey path, byte[] prefix) {
        byte[] bytes = path.bytes();
        return bytes.length >= prefix.length && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }

    private static KeyEncoding append(KeyEncoding path, byte[] row, List<String> columns) {
        RawRow cursor = new RawRow(row);
        for (String column : columns) {
            if (cursor.seek(column)) {
                path.add(cursor);
            } else {
                path.add(BsonNull.VALUE);
            }
        }
        return path;
    }
}
