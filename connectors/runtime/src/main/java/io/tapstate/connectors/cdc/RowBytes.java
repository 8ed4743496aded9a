package io.tapstate.connectors.cdc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.types.Decimal128;

/** Writes the BSON document of one row after another; the sources of a database write its values. Field names are UTF-8 with their ending zero. */
public final class RowBytes {
    private byte[] bytes = new byte[512];
    private int size = Integer.BYTES;

    /** A column's name as it is stored. */
    public static byte[] name(String column) {
        byte[] utf8 = column.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(utf8, utf8.length + 1);
    }

    public void nothing(byte[] name) {
        header(0x0A, name, 0);
    }

    /** Stands for a value that was not sent; see {@code SourceRequest.Table}. */
    public void unsent(byte[] name) {
        header(0x06, name, 0);
    }

    public void int64(byte[] name, long value) {
        header(0x12, name, Long.BYTES);
        putLong(value);
    }

    public void float64(byte[] name, double value) {
        header(0x01, name, Double.BYTES);
        putLong(Double.doubleToRawLongBits(value));
    }

    public void bool(byte[] name, boolean value) {
        header(0x08, name, 1);
        bytes[size++] = (byte) (value ? 1 : 0);
    }

    public void text(byte[] name, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        header(0x02, name, Integer.BYTES + utf8.length + 1);
        putInt(utf8.length + 1);
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
        bytes[size++] = 0;
    }

    /** @param subtype 0 for plain bytes, 4 for a UUID */
    public void binary(byte[] name, int subtype, byte[] value) {
        header(0x05, name, Integer.BYTES + 1 + value.length);
        putInt(value.length);
        bytes[size++] = (byte) subtype;
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    public void decimal(byte[] name, Decimal128 value) {
        header(0x13, name, 2 * Long.BYTES);
        putLong(value.getLow());
        putLong(value.getHigh());
    }

    void document(byte[] name, byte[] document) {
        header(0x03, name, document.length);
        System.arraycopy(document, 0, bytes, size, document.length);
        size += document.length;
    }

    /** @param millis since 1970-01-01T00:00:00Z */
    public void instant(byte[] name, long millis) {
        header(0x09, name, Long.BYTES);
        putLong(millis);
    }

    /** Begins an array, whose items are fields named by their index; what it gives is for {@link #close}. */
    public int openArray(byte[] name) {
        return open(0x04, name);
    }

    /** Begins a sub-document; what it gives is for {@link #close}. */
    public int openDocument(byte[] name) {
        return open(0x03, name);
    }

    private int open(int type, byte[] name) {
        header(type, name, Integer.BYTES);
        int start = size;
        size += Integer.BYTES;
        return start;
    }

    /** Ends the array or sub-document that began there. */
    public void close(int start) {
        reserve(1);
        bytes[size++] = 0;
        int end = size;
        size = start;
        putInt(end - start);
        size = end;
    }

    /** The document; the next one begins. */
    public byte[] finish() {
        reserve(1);
        bytes[size++] = 0;
        int length = size;
        size = 0;
        putInt(length);
        return Arrays.copyOf(bytes, length);
    }

    public int size() {
        return size;
    }

    /** Drops what was written since the row had this size. */
    public void cutTo(int earlier) {
        size = earlier;
    }

    /** Drops what a row that failed has left. */
    public void reset() {
        size = Integer.BYTES;
    }

    private void header(int type, byte[] name, int valueLength) {
        reserve(1 + name.length + valueLength);
        bytes[size++] = (byte) type;
        System.arraycopy(name, 0, bytes, size, name.length);
        size += name.length;
    }

    private void putInt(int value) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    private void putLong(long value) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
