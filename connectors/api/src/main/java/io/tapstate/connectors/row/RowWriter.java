package io.tapstate.connectors.row;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * Builds a BSON document by appending: values written once, whole rows copied without parsing. Documents and arrays
 * nest by {@link #open} and {@link #close}. Reusable after {@link #finish}.
 */
public final class RowWriter {
    private static final byte DOCUMENT = 0x03;
    private static final byte ARRAY = 0x04;

    private byte[] bytes = new byte[256];
    private int size;
    private int[] starts = new int[8];
    private int depth;

    public RowWriter() {
        begin();
    }

    /** Encodes a decoded document. */
    public static byte[] encode(BsonDocument document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            new BsonDocumentCodec()
                    .encode(writer, document, EncoderContext.builder().build());
        }
        return buffer.toByteArray();
    }

    /** The document of just these columns of a row, in the given order; absent columns are left out. */
    public static byte[] project(byte[] row, Iterable<String> columns) {
        RowWriter writer = new RowWriter();
        RawRow cursor = new RawRow(row);
        for (String column : columns) {
            if (cursor.seek(column)) {
                writer.field(cursor);
            }
        }
        return writer.finish();
    }

    /** Copies the cursor's current field. */
    public RowWriter field(RawRow cursor) {
        append(cursor.bytes(), cursor.fieldStart(), cursor.fieldEnd());
        return this;
    }

    /** Copies the cursor's current field under another name. */
    public RowWriter fieldAs(String name, RawRow cursor) {
        header((byte) cursor.type(), name);
        append(cursor.bytes(), cursor.valueStart(), cursor.fieldEnd());
        return this;
    }

    /** Copies every field of a document into the one being written. */
    public RowWriter fields(byte[] document) {
        append(document, 4, document.length - 1);
        return this;
    }

    /** Writes a whole document as one field. */
    public RowWriter document(String name, byte[] document) {
        header(DOCUMENT, name);
        append(document, 0, document.length);
        return this;
    }

    /** Begins a sub-document. */
    public RowWriter open(String name) {
        header(DOCUMENT, name);
        begin();
        return this;
    }

    /** Writes a whole document as an item of the array being written. */
    public RowWriter item(int index, byte[] document) {
        itemHeader(index);
        append(document, 0, document.length);
        return this;
    }

    /** Begins an item of the array being written; ended by {@link #close}. */
    public RowWriter openItem(int index) {
        itemHeader(index);
        begin();
        return this;
    }

    /** Moves what another writer has so far into the document being written; the other starts anew. */
    public RowWriter take(RowWriter other) {
        if (other.depth != 1) {
            throw new IllegalStateException(other.depth - 1 + " sub-documents still open");
        }
        append(other.bytes, Integer.BYTES, other.size);
        other.clear();
        return this;
    }

    /** Begins an array; its items are fields named {@code 0}, {@code 1}, ... */
    public RowWriter openArray(String name) {
        header(ARRAY, name);
        begin();
        return this;
    }

    /** Ends the innermost sub-document or array. */
    public RowWriter close() {
        if (depth < 2) {
            throw new IllegalStateException("nothing open");
        }
        end();
        return this;
    }

    /** Bytes written so far, the unfinished document included. */
    public int size() {
        return size;
    }

    /** The finished document; the writer starts anew. */
    public byte[] finish() {
        if (depth != 1) {
            throw new IllegalStateException(depth - 1 + " sub-documents still open");
        }
        end();
        byte[] document = Arrays.copyOf(bytes, size);
        size = 0;
        begin();
        return document;
    }

    /** Forgets what was written; the writer starts anew. */
    public void clear() {
        size = 0;
        depth = 0;
        begin();
    }

    private void begin() {
        if (depth == starts.length) {
            starts = Arrays.copyOf(starts, depth * 2);
        }
        starts[depth++] = size;
        reserve(4);
        size += 4;
    }

    private void end() {
        reserve(1);
        bytes[size++] = 0;
        int start = starts[--depth];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(start, size - start);
    }

    private void header(byte type, String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        reserve(utf8.length + 2);
        bytes[size++] = type;
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
        bytes[size++] = 0;
    }

    /** As {@link #header}, the name being the index in decimal. */
    private void itemHeader(int index) {
        int digits = 1;
        for (int rest = index; rest >= 10; rest /= 10) {
            digits++;
        }
        reserve(digits + 2);
        bytes[size] = DOCUMENT;
        int rest = index;
        for (int at = size + digits; at > size; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits + 1;
        bytes[size++] = 0;
    }

    private void append(byte[] source, int from, int to) {
        reserve(to - from);
        System.arraycopy(source, from, bytes, size, to - from);
        size += to - from;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
