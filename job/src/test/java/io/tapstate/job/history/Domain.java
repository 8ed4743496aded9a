package io.tapstate.job.history;

import io.tapstate.connectors.api.ColumnType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * The few values that a key column and all that join to it take. Every world has values of its own, so that worlds share
 * no row and no document; only booleans are the same in all, and no key is made of them alone.
 *
 * @param size how many values a world has, 8 at most
 * @param offset 0, or {@link #APART} for values that no other column has
 */
record Domain(ColumnType type, int size, Form form, int offset) {
    static final int APART = 8;
    private static final byte[] APART_BYTES = {7, 7, 7};
    private static final int WORLD = 16;
    private static final String[] TEXTS = {"", "a", "ab", "\uFFFD", "\uD83D\uDE00", "\u00E9", "B", "a "};
    private static final byte[][] BYTES = {{}, {0}, {0, 1}, {(byte) 0xFF}, {0, (byte) 0xFF}, {1}, {1, 0}, {(byte) 0x80}
    };

    /** Where decimals stand. */
    enum Form {
        /** Whole numbers that an integer column can hold too. */
        WHOLE,
        FRACTION,
        BEYOND_INT64
    }

    /** @param scale digits after the point of a decimal that needs fewer */
    BsonValue value(int world, int choice, int scale) {
        int index = choice + offset;
        byte[] bytes = BYTES[choice];
        byte[] end = offset == 0 ? new byte[0] : APART_BYTES;
        long number = (long) world * WORLD + index - 40;
        return switch (type) {
            case INTEGER -> new BsonInt64(number);
            case DECIMAL -> new BsonDecimal128(new Decimal128(decimal(world, number, scale)));
            case STRING -> new BsonString(TEXTS[choice] + (offset == 0 ? "#" : "+") + world);
            case BOOLEAN -> BsonBoolean.valueOf(index % 2 == 0);
            case DATE -> new BsonDateTime(number * 86_400_000);
            case TIMESTAMP -> new BsonDateTime(number * 997);
            case BINARY ->
                new BsonBinary(ByteBuffer.allocate(bytes.length + 4 + end.length)
                        .put(bytes)
                        .putInt(world)
                        .put(end)
                        .array());
            case UUID -> new BsonBinary(new UUID((long) (index - 3) << 60, world));
            default -> throw new IllegalStateException("no keys of type " + type);
        };
    }

    private BigDecimal decimal(int world, long number, int scale) {
        BigDecimal value = BigDecimal.valueOf(number);
        if (form == Form.FRACTION) {
            value = value.add(new BigDecimal("0.25"));
        } else if (form == Form.BEYOND_INT64) {
            BigDecimal far = BigDecimal.TEN.pow(20);
            value = value.add(world % 2 == 0 ? far : far.negate());
        }
        return value.setScale(Math.max(scale, value.scale()), RoundingMode.UNNECESSARY);
    }

    /** Whether an integer column may join to it. */
    boolean integral() {
        return type == ColumnType.INTEGER || (type == ColumnType.DECIMAL && form == Form.WHOLE);
    }

    /** The same numbers in the other exact type. */
    Domain otherwise() {
        return new Domain(type == ColumnType.INTEGER ? ColumnType.DECIMAL : ColumnType.INTEGER, size, form, offset);
    }

    /** As many other values, which no row that joins to this column has by chance. */
    Domain apart() {
        return new Domain(type, size, form, APART);
    }
}
