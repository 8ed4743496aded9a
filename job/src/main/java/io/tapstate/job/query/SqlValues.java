package io.tapstate.job.query;

import io.tapstate.connectors.row.RawRow;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
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

/** Values of SQL as values of documents, in the forms that sources write. */
final class SqlValues {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter CLOCK_MICROS = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss.")
            .appendFraction(ChronoField.NANO_OF_SECOND, 6, 6, false)
            .toFormatter();

    private SqlValues() {}

    /** The type, or the part of it, that documents have nothing for. */
    static Optional<String> unheld(LogicalType type) {
        return switch (type.getTypeRoot()) {
            case ARRAY -> unheld(((ArrayType) type).getElementType());
            case ROW ->
                isBytes(type)
                        ? Optional.empty()
                        : type.getChildren().stream()
                                .map(SqlValues::unheld)
                                .flatMap(Optional::stream)
                                .findFirst();
            case MAP ->
                ((MapType) type).getKeyType().is(LogicalTypeFamily.CHARACTER_STRING)
                        ? unheld(((MapType) type).getValueType())
                        : Optional.of(type.asSummaryString());
            case MULTISET,
                    INTERVAL_DAY_TIME,
                    INTERVAL_YEAR_MONTH,
                    RAW,
                    NULL,
                    SYMBOL,
                    STRUCTURED_TYPE,
                    DISTINCT_TYPE,
                    UNRESOLVED,
                    TIMESTAMP_WITH_TIME_ZONE -> Optional.of(type.asSummaryString());
            default -> Optional.empty();
        };
    }

    /** Null when no document holds it exactly. */
    static BsonValue bson(Object value, LogicalType type) {
        if (value == null) {
            return BsonNull.VALUE;
        }
        return switch (type.getTypeRoot()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> new BsonInt64(((Number) value).longValue());
            case FLOAT, DOUBLE -> new BsonDouble(((Number) value).doubleValue());
            case DECIMAL -> decimal((BigDecimal) value);
            case BOOLEAN -> BsonBoolean.valueOf((Boolean) value);
            case CHAR, VARCHAR -> new BsonString((String) value);
            case BINARY, VARBINARY -> new BsonBinary((byte[]) value);
            case DATE -> new BsonDateTime(((LocalDate) value).toEpochDay() * 86_400_000);
            case TIME_WITHOUT_TIME_ZONE -> new BsonString(clock((LocalTime) value));
            case TIMESTAMP_WITHOUT_TIME_ZONE -> wallClock((LocalDateTime) value);
            // A BSON date has milliseconds; finer digits are cut, as sources do.
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> new BsonDateTime(((Instant) value).toEpochMilli());
            case ARRAY -> array((Object[]) value, ((ArrayType) type).getElementType());
            case MAP -> map((Map<?, ?>) value, ((MapType) type).getValueType());
            case ROW -> isBytes(type) ? stored((byte[]) ((Row) value).getField(0)) : row((Row) value, (RowType) type);
            default -> throw new IllegalStateException("a value of " + type + ", which was let through");
        };
    }

    static BsonValue uuidAsText(BsonValue value) {
        return value.isBinary() && value.asBinary().getType() == SqlColumn.UUID_SUBTYPE
                ? new BsonString(SqlColumn.text(value.asBinary().getData()))
                : value;
    }

    private static boolean isBytes(LogicalType type) {
        return type.is(LogicalTypeRoot.ROW)
                && ((RowType) type).getFieldNames().size() == 1
                && ((RowType) type).getFieldNames().get(0).equals(SqlColumn.BYTES_FIELD);
    }

    /** What {@link SqlColumn#BYTES} took: a type byte and the value. */
    private static BsonValue stored(byte[] bytes) {
        byte[] document = ByteBuffer.allocate(4 + bytes.length + 3)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(4 + bytes.length + 3)
                .put(bytes[0])
                .put((byte) 'v')
                .put((byte) 0)
                .put(bytes, 1, bytes.length - 1)
                .array();
        RawRow cursor = new RawRow(document);
        cursor.next();
        return cursor.value();
    }

    /** SQL gives every decimal all the digits of its type; the zeros at the end say nothing. */
    private static BsonValue decimal(BigDecimal value) {
        BigDecimal digits = value.stripTrailingZeros();
        try {
            return new BsonDecimal128(new Decimal128(digits.scale() < 0 ? digits.setScale(0) : digits));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static String clock(LocalTime time) {
        return (time.getNano() < 1000 ? CLOCK : CLOCK_MICROS).format(time);
    }

    private static BsonValue wallClock(LocalDateTime time) {
        return time.getYear() < 0 || time.getYear() > 9999
                ? null
                : new BsonString(time.toLocalDate() + "T" + clock(time.toLocalTime()));
    }

    private static BsonValue array(Object[] values, LogicalType type) {
        BsonArray array = new BsonArray();
        for (Object item : values) {
            BsonValue value = bson(item, type);
            if (value == null) {
                return null;
            }
            array.add(value);
        }
        return array;
    }

    private static BsonValue map(Map<?, ?> values, LogicalType type) {
        BsonDocument document = new BsonDocument();
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            BsonValue value = bson(entry.getValue(), type);
            if (value == null || entry.getKey() == null) {
                return null;
            }
            document.append((String) entry.getKey(), value);
        }
        return document;
    }

    private static BsonValue row(Row row, RowType type) {
        BsonDocument document = new BsonDocument();
        for (int i = 0; i < row.getArity(); i++) {
            BsonValue value = bson(row.getField(i), type.getTypeAt(i));
            if (value == null) {
                return null;
            }
            document.append(type.getFieldNames().get(i), value);
        }
        return document;
    }
}
