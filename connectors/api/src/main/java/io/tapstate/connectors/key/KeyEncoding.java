package io.tapstate.connectors.key;

import io.tapstate.connectors.row.RawRow;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * The canonical order-preserving encoding of key values.
 *
 * <p>A key is its components one after another, each self-delimiting, so unsigned byte order is value order, component
 * by component, and a key's first components are a prefix of it:
 *
 * <ul>
 *   <li>{@code 01} null (only where a caller allows it)
 *   <li>{@code 10} false, {@code 11} true
 *   <li>numbers, all engines and widths on one line: {@code 1E} NaN, {@code 1F} -infinity, {@code 20} below int64,
 *       {@code 21} within, {@code 22} above, {@code 23} infinity. Within: the floor as 8 bytes big-endian, sign bit
 *       flipped. Outside: 4 bytes length and the magnitude, both complemented when negative. Then the fraction: one byte
 *       {@code digit + 1} per decimal digit, trailing zeros dropped, ended by {@code 00}. So an INT 1, a BIGINT 1 and a
 *       NUMERIC 1.00 are one key.
 *   <li>{@code 30} text in UTF-8, {@code 40} binary, {@code 41} UUID: {@code 00} becomes {@code 00 FF}, the end is
 *       {@code 00 01}
 *   <li>{@code 50} instants: epoch milliseconds as 8 bytes, sign bit flipped
 * </ul>
 */
public final class KeyEncoding {
    private static final int NULL = 0x01;
    private static final int FALSE = 0x10;
    private static final int TRUE = 0x11;
    private static final int NAN = 0x1E;
    private static final int MINUS_INFINITY = 0x1F;
    private static final int BELOW_INT64 = 0x20;
    private static final int INT64 = 0x21;
    private static final int ABOVE_INT64 = 0x22;
    private static final int INFINITY = 0x23;
    private static final int TEXT = 0x30;
    private static final int BINARY = 0x40;
    private static final int UUID = 0x41;
    private static final int INSTANT = 0x50;
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final byte BSON_UUID = 4;

    private byte[] bytes = new byte[32];
    private int size;

    /** The key of these columns of a row; empty when one is null or absent, because null joins nothing. */
    public static Optional<RowKey> of(byte[] row, List<String> columns) {
        KeyEncoding encoding = new KeyEncoding();
        RawRow cursor = new RawRow(row);
        for (String column : columns) {
            if (!cursor.seek(column) || cursor.type() == 0x0A) {
                return Optional.empty();
            }
            encoding.add(cursor);
        }
        return Optional.of(encoding.key());
    }

    /** Appends the cursor's current field; null is allowed and sorts first. */
    public KeyEncoding add(RawRow cursor) {
        switch (cursor.type()) {
            case 0x12 -> integer(cursor.int64());
            case 0x10 -> integer(cursor.int32());
            default -> add(cursor.value());
        }
        return this;
    }

    /**
     * Appends a value; null is allowed and sorts first.
     *
     * @throws IllegalArgumentException for a BSON type that no key column has (document, array)
     */
    public KeyEncoding add(BsonValue value) {
        switch (value.getBsonType()) {
            case NULL -> write(NULL);
            case BOOLEAN -> write(value.asBoolean().getValue() ? TRUE : FALSE);
            case INT32 -> integer(value.asInt32().getValue());
            case INT64 -> integer(value.asInt64().getValue());
            case DOUBLE -> floating(value.asDouble().getValue());
            case DECIMAL128 -> {
                var decimal = value.asDecimal128().getValue();
                if (decimal.isNaN() || decimal.isInfinite()) {
                    floating(decimal.isNaN() ? Double.NaN : decimal.isNegative() ? -1 / 0.0 : 1 / 0.0);
                } else {
                    // -0 has no BigDecimal; it is the number zero.
                    boolean negativeZero = decimal.isNegative() && decimal.doubleValue() == 0 && isZero(decimal);
                    decimal(negativeZero ? BigDecimal.ZERO : decimal.bigDecimalValue());
                }
            }
            case STRING -> text(value.asString().getValue());
            case BINARY -> {
                write(value.asBinary().getType() == BSON_UUID ? UUID : BINARY);
                escaped(value.asBinary().getData());
            }
            case DATE_TIME -> {
                write(INSTANT);
                int64(value.asDateTime().getValue());
            }
            default -> throw new IllegalArgumentException("a " + value.getBsonType() + " cannot be a key");
        }
        return this;
    }

    /** Appends a text component. */
    public KeyEncoding text(String value) {
        write(TEXT);
        escaped(value.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Appends the components of a key. */
    public KeyEncoding append(RowKey key) {
        write(key.bytes());
        return this;
    }

    /**
     * The index after some components of a key.
     *
     * @param from where a component begins
     * @return -1 when the key ends before that many
     */
    public static int skip(byte[] key, int from, int components) {
        int at = from;
        for (int i = 0; i < components; i++) {
            if (at >= key.length) {
                return -1;
            }
            at = skipOne(key, at);
        }
        return at;
    }

    private static int skipOne(byte[] key, int at) {
        int tag = key[at];
        int next = at + 1;
        switch (tag) {
            case NULL, FALSE, TRUE, NAN, MINUS_INFINITY, INFINITY -> {
                return next;
            }
            case INT64 -> {
                return afterFraction(key, next + Long.BYTES);
            }
            case BELOW_INT64, ABOVE_INT64 -> {
                int flip = tag == BELOW_INT64 ? -1 : 0;
                int length = ByteBuffer.wrap(key, next, Integer.BYTES).getInt() ^ flip;
                return afterFraction(key, next + Integer.BYTES + length);
            }
            case TEXT, BINARY, UUID -> {
                while (key[next] != 0 || key[next + 1] != 1) {
                    next += key[next] == 0 ? 2 : 1;
                }
                return next + 2;
            }
            case INSTANT -> {
                return next + Long.BYTES;
            }
            default -> throw new IllegalArgumentException("no component begins with " + tag);
        }
    }

    private static int afterFraction(byte[] key, int at) {
        int next = at;
        while (key[next] != 0) {
            next++;
        }
        return next + 1;
    }

    public RowKey key() {
        return new RowKey(Arrays.copyOf(bytes, size));
    }

    private static boolean isZero(Decimal128 decimal) {
        return decimal.toString().replaceAll("E.*", "").chars().allMatch(c -> c == '0' || c == '-' || c == '.');
    }

    private void integer(long value) {
        write(INT64);
        int64(value);
        write(0);
    }

    private void floating(double value) {
        if (Double.isNaN(value)) {
            write(NAN);
        } else if (Double.isInfinite(value)) {
            write(value < 0 ? MINUS_INFINITY : INFINITY);
        } else {
            decimal(new BigDecimal(value));
        }
    }

    private void decimal(BigDecimal value) {
        BigDecimal floor = value.setScale(0, RoundingMode.FLOOR);
        BigInteger whole = floor.toBigInteger();
        if (whole.compareTo(MIN) >= 0 && whole.compareTo(MAX) <= 0) {
            write(INT64);
            int64(whole.longValue());
        } else {
            boolean negative = whole.signum() < 0;
            byte[] magnitude = whole.abs().toByteArray();
            write(negative ? BELOW_INT64 : ABOVE_INT64);
            int flip = negative ? 0xFF : 0;
            for (byte b : ByteBuffer.allocate(4).putInt(magnitude.length).array()) {
                write(b ^ flip);
            }
            for (byte b : magnitude) {
                write(b ^ flip);
            }
        }
        BigDecimal fraction = value.subtract(floor);
        if (fraction.signum() != 0) {
            String digits = fraction.stripTrailingZeros().toPlainString();
            for (int i = digits.indexOf('.') + 1; i < digits.length(); i++) {
                write(digits.charAt(i) - '0' + 1);
            }
        }
        write(0);
    }

    private void int64(long value) {
        reserve(Long.BYTES);
        long flipped = value ^ Long.MIN_VALUE;
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes[size++] = (byte) (flipped >>> shift);
        }
    }

    private void write(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    private void write(byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }

    private void escaped(byte[] value) {
        for (byte b : value) {
            write(b);
            if (b == 0) {
                write(0xFF);
            }
        }
        write(0);
        write(1);
    }
}
