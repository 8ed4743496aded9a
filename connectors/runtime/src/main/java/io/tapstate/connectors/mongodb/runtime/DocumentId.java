package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What an {@code _id} is made of, and when two of them are one to the store. */
final class DocumentId {
    static final String FIELD = "_id";

    private DocumentId() {}

    /** Writes the key of a row as {@code _id}: the bare value of one column, a sub-document in key order of several. */
    static void write(RowWriter writer, RawRow row, List<String> key) {
        value(writer, FIELD, row, key);
    }

    /** As {@link #write}, under another name. */
    static void value(RowWriter writer, String name, RawRow row, List<String> key) {
        if (key.size() == 1) {
            row.seek(key.get(0));
            writer.fieldAs(name, row);
            return;
        }
        writer.open(name);
        for (String column : key) {
            row.seek(column);
            writer.field(row);
        }
        writer.close();
    }

    /** The first column of a key that a row does not have. */
    static Optional<String> absent(byte[] row, List<String> key) {
        RawRow cursor = new RawRow(row);
        return key.stream().filter(column -> !cursor.seek(column)).findFirst();
    }

    /** The row that a change leaves, or the one that it removes. */
    static byte[] row(RowChange change) {
        return change.after() == null ? change.before() : change.after();
    }

    /** The same bytes for every {@code _id} that the store takes for the same, however its numbers are written. */
    static RowKey identity(BsonValue id) {
        KeyEncoding encoding = new KeyEncoding();
        add(encoding, id);
        return encoding.key();
    }

    private static void add(KeyEncoding encoding, BsonValue value) {
        if (value instanceof BsonDocument document) {
            for (Map.Entry<String, BsonValue> field : document.entrySet()) {
                encoding.text(field.getKey());
                add(encoding, field.getValue());
            }
            return;
        }
        switch (value.getBsonType()) {
            case NULL, BOOLEAN, INT32, INT64, DOUBLE, DECIMAL128, STRING, BINARY, DATE_TIME -> encoding.add(value);
            default -> encoding.text(value.getBsonType().name()).text(value.toString());
        }
    }
}
