package io.tapstate.connectors.key;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An encoded key (see {@link KeyEncoding}): equal exactly when the encoded values are equal, ordered as the values are.
 * Usable as a Flink key: {@link #hashCode} depends on the bytes alone.
 */
public final class RowKey implements Comparable<RowKey>, Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    /** Takes the array over; the caller must not write to it afterwards. */
    public RowKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The encoded bytes; not to be written to. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public int compareTo(RowKey other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowKey that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
