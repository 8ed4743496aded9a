package io.tapstate.job.nest;

import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonNull;

/** Builds and reads the element paths of {@link NestChange}. */
final class ElementPath {
    /** Where the root row stands when the document key is the row's identity. */
    static final RowKey ROOT = new RowKey(new byte[0]);

    private static final byte TEXT = 0x30;

    private ElementPath() {}

    /**
     * Where a root row stands when its identity is not the document key: below a null component, which sorts before
     * every embed. While the key passes from one row to another, both may be here for a moment, in either order.
     */
    static RowKey root(byte[] row, List<String> identity) {
        return append(new KeyEncoding().add(BsonNull.VALUE), row, identity).key();
    }

    static RowKey element(String embedPath, byte[] row, List<String> arrayKey, List<String> identity) {
        return append(append(new KeyEncoding().text(embedPath), row, arrayKey), row, identity)
                .key();
    }

    /** What the paths of all rows of an embed begin with. */
    static byte[] prefix(String embedPath) {
        return new KeyEncoding().text(embedPath).key().bytes();
    }

    static boolean isRoot(RowKey path) {
        return path.bytes().length == 0 || path.bytes()[0] != TEXT;
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
