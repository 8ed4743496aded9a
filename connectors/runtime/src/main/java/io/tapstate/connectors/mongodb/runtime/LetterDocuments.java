package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.mongodb.DeadLetterFields;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.DeadLetter;
import io.tapstate.connectors.runtime.FaultyRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.RawBsonDocument;

/** A letter as a document and back. */
final class LetterDocuments {
    /** What the rows of a letter may take of the 16 MB that a document may have. */
    static final int MOST_ROW_BYTES = 15 << 20;

    /** Of a larger key a digest is kept: it still tells rows apart, and the change cannot be made of it once more. */
    static final int MOST_KEY_BYTES = 64 << 10;

    private static final int MOST_TEXT = 4_000;
    private static final int MOST_OMITTED_BYTES = 256 << 10;
    private static final int ID_BYTES = 12;

    private LetterDocuments() {}

    /** Tells this version of the row at this step from every other, the same in every attempt. */
    static String id(String pipeline, String step, FaultyRecord record) {
        MessageDigest digest = sha256();
        for (String part : List.of(
                pipeline,
                step,
                record.table().namespace(),
                record.table().name(),
                record.kind().letter(),
                record.position())) {
            add(digest, part.getBytes(StandardCharsets.UTF_8));
        }
        add(digest, record.key() == null ? null : record.key().bytes());
        add(digest, record.before());
        add(digest, record.after());
        return HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES);
    }

    private static void add(MessageDigest digest, byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES)
                .putInt(0, part == null ? -1 : part.length)
                .array());
        if (part != null) {
            digest.update(part);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * What never changes about a letter.
     *
     * @param packed rows as binary, for stores that refuse some names of fields
     */
    static BsonDocument fixed(String pipeline, String step, DeadLetter letter, boolean packed) {
        FaultyRecord record = letter.record();
        BsonDocument document = new BsonDocument()
                .append(DeadLetterFields.PIPELINE, new BsonString(pipeline))
                .append(DeadLetterFields.STEP, new BsonString(step))
                .append(DeadLetterFields.OPERATION, new BsonString(record.kind().letter()))
                .append(DeadLetterFields.TABLE, new BsonString(record.table().toString()))
                .append(
                        DeadLetterFields.NAMESPACE,
                        new BsonString(record.table().namespace()))
                .append(DeadLetterFields.POSITION, new BsonString(record.position()));
        if (record.key() != null) {
            document.append(DeadLetterFields.KEY_BYTES, new BsonBinary(keyBytes(record.key())));
        }
        if (record.timestamp() != 0) {
            document.append(DeadLetterFields.SOURCE_TIME, new BsonDateTime(record.timestamp()));
        }
        key(letter).ifPresent(key -> document.append(DeadLetterFields.KEY, key));
        List<String> omitted = new ArrayList<>();
        byte[] row = record.row();
        if (row != null) {
            append(document, DeadLetterFields.ROW, fitting(row, MOST_ROW_BYTES, omitted), packed);
            if (record.after() != null && record.before() != null) {
                int room = MOST_ROW_BYTES - Math.min(row.length, MOST_ROW_BYTES);
                append(document, DeadLetterFields.BEFORE, fitting(record.before(), room, omitted), packed);
            }
        }
        if (packed) {
            document.append(DeadLetterFields.PACKED, BsonBoolean.TRUE);
        }
        if (!omitted.isEmpty()) {
            document.append(DeadLetterFields.OMITTED, names(omitted));
        }
        boolean replayable =
                record.change().isPresent() && omitted.isEmpty() && record.key().bytes().length <= MOST_KEY_BYTES;
        return document.append(DeadLetterFields.REPLAYABLE, BsonBoolean.valueOf(replayable));
    }

    private static Optional<BsonDocument> key(DeadLetter letter) {
        byte[] row = letter.record().row();
        if (row == null || letter.keyColumns().isEmpty() || !RawRow.holds(row, letter.keyColumns())) {
            return Optional.empty();
        }
        byte[] key = RowWriter.project(row, letter.keyColumns());
        return key.length <= MOST_KEY_BYTES ? Optional.of(RawRow.decode(key)) : Optional.empty();
    }

    /** What a row is found by. */
    static byte[] keyBytes(RowKey key) {
        return key.bytes().length <= MOST_KEY_BYTES ? key.bytes() : sha256().digest(key.bytes());
    }

    /** What fits of a message, which may quote a value of any size. */
    static BsonString text(String text) {
        return new BsonString(text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "...");
    }

    private static BsonArray names(List<String> columns) {
        BsonArray names = new BsonArray();
        int room = MOST_OMITTED_BYTES;
        for (String column : columns.stream().distinct().toList()) {
            room -= 3 * column.length() + 16;
            if (room < 0) {
                break;
            }
            names.add(new BsonString(column));
        }
        return names;
    }

    private static void append(BsonDocument document, String field, byte[] row, boolean packed) {
        document.append(field, packed ? new BsonBinary(row) : new RawBsonDocument(row));
    }

    /** The row, or as many of its fields as there is room for, the others being named. */
    private static byte[] fitting(byte[] row, int room, List<String> omitted) {
        if (row.length <= room) {
            return row;
        }
        RowWriter writer = new RowWriter();
        RawRow cursor = new RawRow(row);
        int left = room - 64;
        while (cursor.next()) {
            int size = cursor.fieldEnd() - cursor.fieldStart();
            if (size <= left) {
                writer.field(cursor);
                left -= size;
            } else {
                omitted.add(cursor.name());
            }
        }
        return writer.finish();
    }

    /** The change that a stored letter stands for. */
    static RowChange change(BsonDocument letter) {
        ChangeKind kind = kind(letter.getString(DeadLetterFields.OPERATION).getValue());
        byte[] row = bytes(letter, DeadLetterFields.ROW);
        byte[] before = kind == ChangeKind.DELETE ? row : bytes(letter, DeadLetterFields.BEFORE);
        return new RowChange(
                kind,
                table(letter),
                new RowKey(letter.getBinary(DeadLetterFields.KEY_BYTES).getData()),
                before,
                kind == ChangeKind.DELETE ? null : row,
                letter.containsKey(DeadLetterFields.SOURCE_TIME)
                        ? letter.getDateTime(DeadLetterFields.SOURCE_TIME).getValue()
                        : 0,
                letter.getString(DeadLetterFields.POSITION).getValue());
    }

    private static TableId table(BsonDocument letter) {
        String namespace = letter.getString(DeadLetterFields.NAMESPACE).getValue();
        String table = letter.getString(DeadLetterFields.TABLE).getValue();
        return new TableId(namespace, table.substring(namespace.length() + 1));
    }

    private static ChangeKind kind(String letter) {
        return Arrays.stream(ChangeKind.values())
                .filter(kind -> kind.letter().equals(letter))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a dead letter of the operation " + letter));
    }

    private static byte[] bytes(BsonDocument letter, String field) {
        if (!letter.containsKey(field)) {
            return null;
        }
        return letter.get(field).isBinary()
                ? letter.getBinary(field).getData()
                : RowWriter.encode(letter.getDocument(field));
    }
}
