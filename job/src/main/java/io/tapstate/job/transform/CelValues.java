package io.tapstate.job.transform;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import io.tapstate.connectors.api.ColumnType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Values of rows as CEL computes with them, and back. */
final class CelValues {
    private static final byte UUID_SUBTYPE = 4;

    private CelValues() {}

    /**
     * A value as CEL sees it. What its type cannot hold, such as a decimal that is not a number or a time beyond 24 hours,
     * stays a double or a text, which no function of the type takes.
     *
     * @param type of the column; tells texts apart
     */
    static Object fromBson(BsonValue value, Optional<ColumnType> type) {
        return switch (value.getBsonType()) {
            case NULL, UNDEFINED -> NullValue.NULL_VALUE;
            case BOOLEAN -> value.asBoolean().getValue();
            case INT32 -> (long) value.asInt32().getValue();
            case INT64 -> value.asInt64().getValue();
            case DOUBLE -> value.asDouble().getValue();
            case DECIMAL128 -> decimal(value.asDecimal128().getValue());
            case STRING -> text(value.asString().getValue(), type);
            case DATE_TIME -> Instant.ofEpochMilli(value.asDateTime().getValue());
            case BINARY -> binary(value.asBinary());
            case ARRAY -> {
                List<Object> items = new ArrayList<>();
                value.asArray().forEach(item -> items.add(fromBson(item, Optional.empty())));
                yield items;
            }
            case DOCUMENT -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                value.asDocument().forEach((name, field) -> fields.put(name, fromBson(field, Optional.empty())));
                yield fields;
            }
            default -> throw new Unusable("a column holds a " + value.getBsonType() + ", which no expression can read");
        };
    }

    private static Object decimal(Decimal128 value) {
        if (!value.isFinite()) {
            return value.isNaN()
                    ? Double.NaN
                    : value.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        try {
            return Decimal.of(value.bigDecimalValue());
        } catch (ArithmeticException e) {
            // Minus zero, which a BigDecimal does not have.
            return Decimal.of(BigDecimal.ZERO);
        }
    }

    private static Object text(String value, Optional<ColumnType> type) {
        if (type.equals(Optional.of(ColumnType.DATETIME))) {
            return ClockText.dateTime(value).map(Object.class::cast).orElse(value);
        }
        if (type.equals(Optional.of(ColumnType.TIME))) {
            return ClockText.time(value).map(Object.class::cast).orElse(value);
        }
        return value;
    }

    private static Object binary(BsonBinary value) {
        if (value.getType() != UUID_SUBTYPE) {
            return CelByteString.of(value.getData());
        }
        ByteBuffer bytes = ByteBuffer.wrap(value.getData());
        return new UUID(bytes.getLong(), bytes.getLong());
    }

    /**
     * A computed value as rows hold it; instants keep their milliseconds.
     *
     * @throws RuntimeException for what cannot be stored
     */
    static BsonValue toBson(Object value) {
        if (value == null || isNull(value)) {
            return BsonNull.VALUE;
        } else if (value instanceof Long number) {
            return new BsonInt64(number);
        } else if (value instanceof Boolean flag) {
            return BsonBoolean.valueOf(flag);
        } else if (value instanceof String text) {
            return new BsonString(text);
        } else if (value instanceof Double number) {
            return new BsonDouble(number);
        } else if (value instanceof Decimal decimal) {
            return new BsonDecimal128(new Decimal128(decimal.value()));
        } else if (value instanceof Instant instant) {
            return new BsonDateTime(instant.toEpochMilli());
        } else if (value instanceof LocalDateTime time) {
            return new BsonString(ClockText.of(time));
        } else if (value instanceof LocalTime time) {
            return new BsonString(ClockText.of(time));
        } else if (value instanceof CelByteString bytes) {
            return new BsonBinary(bytes.toByteArray());
        } else if (value instanceof UUID uuid) {
            return new BsonBinary(UUID_SUBTYPE, bytes(uuid));
        } else if (value instanceof UnsignedLong number) {
            return whole(number);
        } else if (value instanceof List<?> items) {
            return new BsonArray(items.stream().map(CelValues::toBson).toList());
        } else if (value instanceof Map<?, ?> fields) {
            return document(fields);
        }
        throw new Unusable("its value, a " + name(value) + ", cannot be stored");
    }

    static boolean isNull(Object value) {
        return value == NullValue.NULL_VALUE || value == com.google.protobuf.NullValue.NULL_VALUE;
    }

    /** What kind of value it is, in CEL's words. */
    static String name(Object value) {
        if (value == null || isNull(value)) {
            return "null";
        }
        return value instanceof String
                ? "string"
                : value instanceof Long
                        ? "int"
                        : value instanceof Instant
                                ? "timestamp"
                                : value instanceof List
                                        ? "list"
                                        : value instanceof Map
                                                ? "map"
                                                : value.getClass()
                                                        .getSimpleName()
                                                        .toLowerCase(java.util.Locale.ROOT);
    }

    private static BsonValue whole(UnsignedLong number) {
        if (number.bigIntegerValue().bitLength() >= Long.SIZE) {
            throw new Unusable("a uint is beyond the 64 bits of an int");
        }
        return new BsonInt64(number.longValue());
    }

    private static BsonDocument document(Map<?, ?> fields) {
        BsonDocument document = new BsonDocument();
        fields.forEach((name, field) -> document.put(String.valueOf(name), toBson(field)));
        return document;
    }

    private static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }
}
