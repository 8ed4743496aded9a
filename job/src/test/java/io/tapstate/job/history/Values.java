package io.tapstate.job.history;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** How column values compare, written from the rules: numbers by value whatever their type, text by its UTF-8 bytes. */
final class Values {
    /** Null first, then booleans, numbers, text, bytes, UUIDs, instants. */
    static final Comparator<BsonValue> ORDER = Values::compare;

    private Values() {}

    /** Whether two values join: null joins nothing. */
    static boolean equal(BsonValue left, BsonValue right) {
        return left != null && !left.isNull() && right != null && !right.isNull() && compare(left, right) == 0;
    }

    /** What equal values of these columns have in common, as a map key; null when one of them is null. */
    static Object joinKey(BsonDocument row, List<String> columns) {
        if (columns.size() == 1) {
            return joinKey(row.get(columns.get(0)));
        }
        List<Object> key = new ArrayList<>(columns.size());
        for (String column : columns) {
            Object part = joinKey(row.get(column));
            if (part == null) {
                return null;
            }
            key.add(part);
        }
        return key;
    }

    private static Object joinKey(BsonValue value) {
        if (value == null || value.isNull()) {
            return null;
        }
        return switch (value.getBsonType()) {
            case BOOLEAN -> value.asBoolean().getValue();
            case INT64 -> value.asInt64().getValue();
            case STRING -> value.asString().getValue();
            case BINARY -> ByteBuffer.wrap(value.asBinary().getData());
            case DATE_TIME -> value.asDateTime();
            default -> wholeOrNot(number(value));
        };
    }

    private static Object wholeOrNot(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        boolean fits = stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= 18;
        return fits ? (Object) stripped.longValueExact() : stripped;
    }

    private static int compare(BsonValue left, BsonValue right) {
        int rank = rank(left);
        if (rank != rank(right)) {
            return Integer.compare(rank, rank(right));
        }
        return switch (rank) {
            case 0 -> 0;
            case 1 -> Boolean.compare(
                    left.asBoolean().getValue(), right.asBoolean().getValue());
            case 2 -> left.isInt64() && right.isInt64()
                    ? Long.compare(left.asInt64().getValue(), right.asInt64().getValue())
                    : number(left).compareTo(number(right));
            case 3 -> Arrays.compareUnsigned(
                    left.asString().getValue().getBytes(StandardCharsets.UTF_8),
                    right.asString().getValue().getBytes(StandardCharsets.UTF_8));
            case 6 -> Long.compare(
                    left.asDateTime().getValue(), right.asDateTime().getValue());
            default -> Arrays.compareUnsigned(
                    left.asBinary().getData(), right.asBinary().getData());
        };
    }

    private static int rank(BsonValue value) {
        if (value == null) {
            return 0;
        }
        return switch (value.getBsonType()) {
            case NULL -> 0;
            case BOOLEAN -> 1;
            case INT32, INT64, DECIMAL128, DOUBLE -> 2;
            case STRING -> 3;
            case BINARY -> value.asBinary().getType() == 4 ? 5 : 4;
            case DATE_TIME -> 6;
            default -> throw new IllegalArgumentException("no key or order is made of a " + value.getBsonType());
        };
    }

    private static BigDecimal number(BsonValue value) {
        return switch (value.getBsonType()) {
            case INT32 -> BigDecimal.valueOf(value.asInt32().getValue());
            case INT64 -> BigDecimal.valueOf(value.asInt64().getValue());
            case DECIMAL128 -> value.asDecimal128().getValue().bigDecimalValue();
            default -> new BigDecimal(value.asDouble().getValue());
        };
    }
}
