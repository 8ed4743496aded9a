package io.tapstate.connectors.row;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * A cursor over the top-level fields of a BSON document that parses nothing it is not asked for.
 *
 * <p>Layout (bsonspec.org 1.1): int32 length (little-endian, itself included), then per field one type byte, the name
 * and a zero byte, the value; a zero byte ends the document.
 */
public final class RawRow {
    private final byte[] bytes;
    private final ByteBuffer buffer;
    private int type;
    private int fieldStart;
    private int nameStart;
    private int nameEnd;
    private int valueStart;
    private int next;

    public RawRow(byte[] bytes) {
        this.bytes = bytes;
        this.buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.next = 4;
    }

    /** Moves to the next field; false at the end. */
    public boolean next() {
        type = bytes[next] & 0xFF;
        if (type == 0) {
            return false;
        }
        fieldStart = next;
        nameStart = next + 1;
        valueStart = cStringEnd(nameStart);
        nameEnd = valueStart - 1;
        next = valueStart + valueLength();
        return true;
    }

    /** Moves to the first field of that name, from the start; false when absent. */
    public boolean seek(String name) {
        return seek(name.getBytes(StandardCharsets.UTF_8));
    }

    /** As {@link #seek(String)}, with the name in UTF-8. */
    public boolean seek(byte[] name) {
        next = 4;
        while (next()) {
            if (Arrays.equals(bytes, nameStart, nameEnd, name, 0, name.length)) {
                return true;
            }
        }
        return false;
    }

    public String name() {
        return new String(bytes, nameStart, nameEnd - nameStart, StandardCharsets.UTF_8);
    }

    /** Whether the current field has this name (UTF-8). */
    public boolean nameIs(byte[] name) {
        return Arrays.equals(bytes, nameStart, nameEnd, name, 0, name.length);
    }

    /** The BSON type byte of the current field. */
    public int type() {
        return type;
    }

    /** Index of the current field's type byte; with {@link #fieldEnd} the whole field as stored. */
    public int fieldStart() {
        return fieldStart;
    }

    public int valueStart() {
        return valueStart;
    }

    /** Index after the current field. */
    public int fieldEnd() {
        return next;
    }

    public byte[] bytes() {
        return bytes;
    }

    public long int64() {
        return buffer.getLong(valueStart);
    }

    public int int32() {
        return buffer.getInt(valueStart);
    }

    /** The current value decoded. */
    public BsonValue value() {
        byte[] document = new byte[4 + (next - fieldStart) + 1];
        ByteBuffer.wrap(document).order(ByteOrder.LITTLE_ENDIAN).putInt(document.length);
        System.arraycopy(bytes, fieldStart, document, 4, next - fieldStart);
        return new RawBsonDocument(document).get(name());
    }

    /** The decoded value of a column; BSON null when the row has no such field. */
    public static BsonValue value(byte[] row, String column) {
        RawRow cursor = new RawRow(row);
        return cursor.seek(column) ? cursor.value() : BsonNull.VALUE;
    }

    /** Whether a row has all these columns, null or not. */
    public static boolean holds(byte[] row, List<String> columns) {
        RawRow cursor = new RawRow(row);
        return columns.stream().allMatch(cursor::seek);
    }

    /** The row decoded whole: for tests, messages and steps that touch every field. */
    public static BsonDocument decode(byte[] row) {
        return new RawBsonDocument(row).decode(new BsonDocumentCodec());
    }

    private int valueLength() {
        return switch (type) {
            case 0x01, 0x09, 0x11, 0x12 -> 8;
            case 0x02, 0x0D, 0x0E -> 4 + buffer.getInt(valueStart);
            case 0x03, 0x04, 0x0F -> buffer.getInt(valueStart);
            case 0x05 -> 5 + buffer.getInt(valueStart);
            case 0x07 -> 12;
            case 0x08 -> 1;
            case 0x10 -> 4;
            case 0x0B -> cStringEnd(cStringEnd(valueStart)) - valueStart;
            case 0x0C -> 4 + buffer.getInt(valueStart) + 12;
            case 0x13 -> 16;
            case 0x06, 0x0A, 0x7F, 0xFF -> 0;
            default -> throw new IllegalStateException("there is no BSON type " + type);
        };
    }

    /** Index after the zero byte that ends the text at this index. */
    private int cStringEnd(int start) {
        int end = start;
        while (bytes[end] != 0) {
            end++;
        }
        return end + 1;
    }
}
