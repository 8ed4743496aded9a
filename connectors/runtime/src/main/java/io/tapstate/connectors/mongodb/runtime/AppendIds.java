package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * Makes the {@code _id} of a row that is added: {@code {key, at}}, the same whenever the same change is sent again, so
 * that what is replayed after a restore is not added twice.
 *
 * <p>{@code at} is the position in the source's log; {@code snapshot} for a row of the first load; of what no log knows
 * (documents of a nest, rows of a join) the source's time and a digest of the content. {@code n} counts on from 1 where
 * one change became several rows of a key.
 */
final class AppendIds {
    private static final String SNAPSHOT = "snapshot";
    private static final int DIGEST_BYTES = 8;

    private final List<String> key;
    private RowKey lastKey;
    private String lastAt = "";
    private long repeated;

    AppendIds(List<String> key) {
        this.key = key;
    }

    /** @param change with a new row that has the key columns */
    byte[] id(RowChange change) {
        String at = at(change);
        repeated = at.equals(lastAt) && change.key().equals(lastKey) ? repeated + 1 : 0;
        lastAt = at;
        lastKey = change.key();
        RowWriter writer = new RowWriter();
        writer.open(DocumentId.FIELD);
        if (key.isEmpty()) {
            writer.fields(RowWriter.encode(
                    new BsonDocument("key", new BsonBinary(change.key().bytes()))));
        } else {
            DocumentId.value(writer, "key", new RawRow(change.after()), key);
        }
        BsonDocument rest = new BsonDocument("at", new BsonString(at));
        if (repeated > 0) {
            rest.append("n", new BsonInt64(repeated));
        }
        return writer.fields(RowWriter.encode(rest)).close().finish();
    }

    private static String at(RowChange change) {
        if (!change.position().isEmpty()) {
            return change.position();
        }
        return change.kind() == ChangeKind.READ ? SNAPSHOT : change.timestamp() + ":" + digest(change.after());
    }

    private static String digest(byte[] row) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(row);
            return HexFormat.of().formatHex(Arrays.copyOf(digest, DIGEST_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
