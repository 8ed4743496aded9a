package io.tapstate.job.query;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.row.RawRow;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** How a column of a row becomes a value of a SQL type: one constant per SQL type, and the bytes as they are. */
enum SqlColumn {
    INTEGER(DataTypes.BIGINT()) {
        @Override
        Object value(RawRow field) {
            return switch (field.type()) {
                case INT32 -> Long.valueOf(field.int32());
                case INT64 -> field.int64();
                default -> null;
            };
        }
    },
    DECIMAL(DataTypes.DECIMAL(SqlColumn.DIGITS, SqlColumn.FRACTION)) {
        @Override
        Object value(RawRow field) {
            BsonValue value = field.value();
            if (!value.isDecimal128() || !value.asDecimal128().getValue().isFinite()) {
                return null;
            }
            BigDecimal exact = exact(value.asDecimal128().getValue());
            try {
                return DecimalData.fromBigDecimal(exact.setScale(FRACTION, RoundingMode.UNNECESSARY), DIGITS, FRACTION);
            } catch (ArithmeticException e) {
                return null;
            }
        }
    },
    DOUBLE(DataTypes.DOUBLE()) {
        @Override
        Object value(RawRow field) {
            BsonValue value = field.value();
            return value.isDouble() ? Double.valueOf(value.asDouble().getValue()) : null;
        }
    },
    BOOLEAN(DataTypes.BOOLEAN()) {
        @Override
        Object value(RawRow field) {
            BsonValue value = field.value();
            return value.isBoolean() ? Boolean.valueOf(value.asBoolean().getValue()) : null;
        }
    },
    STRING(DataTypes.STRING()) {
        @Override
        Object value(RawRow field) {
            BsonValue value = field.value();
            return value.isString() ? StringData.fromString(value.asString().getValue()) : null;
        }
    },
    BINARY(DataTypes.BYTES()) {
        @Override
        Object value(RawRow field) {
            BsonValue value = field.value();
            return value.isBinary() && value.asBinary().getType() == 0
                    ? value.asBinary().getData()
                    : null;
        }
    },
    DATE(DataTypes.DATE()) {
        @Override
        Object value(RawRow field) {
            if (field.type() != INSTANT || field.int64() % DAY != 0) {
                return null;
            }
            return Math.toIntExact(field.int64() / DAY);
        }
    },
    TIME(DataTypes.TIME(3)) {
        @Override
        Object value(RawRow field) {
            BsonValue value = field.value();
            if (!value.isString()) {
                return null;
            }
            try {
                long nanos = LocalTime.parse(value.asString().getValue()).toNanoOfDay();
                // Flink computes with milliseconds.
                return nanos % 1_000_000 == 0 ? Integer.valueOf((int) (nanos / 1_000_000)) : null;
            } catch (DateTimeException e) {
                // Intervals of days and negative ones, which MySQL calls a time.
                return null;
            }
        }
    },
    DATETIME(DataTypes.TIMESTAMP(6)) {
        @Override
        Object value(RawRow field) {
            BsonValue value = field.value();
            try {
                return value.isString()
                        ? TimestampData.fromLocalDateTime(
                                LocalDateTime.parse(value.asString().getValue()))
                        : null;
            } catch (DateTimeException e) {
                return null;
            }
        }
    },
    TIMESTAMP(DataTypes.TIMESTAMP_LTZ(6)) {
        @Override
        Object value(RawRow field) {
            return field.type() == INSTANT ? TimestampData.fromEpochMillis(field.int64()) : null;
        }
    },
    UUID_TEXT(DataTypes.STRING()) {
        @Override
        Object value(RawRow field) {
            BsonValue value = field.value();
            return value.isBinary() && value.asBinary().getType() == UUID_SUBTYPE
                    ? StringData.fromString(text(value.asBinary().getData()))
                    : null;
        }
    },
    /** Of a column that may hold anything. */
    TEXT(DataTypes.STRING()) {
        @Override
        Object value(RawRow field) {
            String text = anyText(field.value());
            return text == null ? null : StringData.fromString(text);
        }
    },
    /** A row of one field, which no column has: the BSON type byte and the value as it is stored. */
    BYTES(DataTypes.ROW(DataTypes.FIELD(SqlColumn.BYTES_FIELD, DataTypes.BYTES()))) {
        @Override
        Object value(RawRow field) {
            byte[] bytes = new byte[1 + field.fieldEnd() - field.valueStart()];
            bytes[0] = (byte) field.type();
            System.arraycopy(field.bytes(), field.valueStart(), bytes, 1, bytes.length - 1);
            return GenericRowData.of((Object) bytes);
        }
    };

    static final String BYTES_FIELD = "$bytes";
    static final int UUID_SUBTYPE = 4;
    private static final int DIGITS = 38;
    private static final int FRACTION = 18;
    private static final int INT32 = 0x10;
    private static final int INT64 = 0x12;
    private static final int INSTANT = 0x09;
    private static final long DAY = 86_400_000;

    private final transient DataType type;

    SqlColumn(DataType type) {
        this.type = type;
    }

    /** How a column's values are read; those of a column whose type only a row tells as text. */
    static SqlColumn of(Optional<ColumnType> type) {
        return type.map(known -> switch (known) {
                    case INTEGER -> INTEGER;
                    case DECIMAL -> DECIMAL;
                    case DOUBLE -> DOUBLE;
                    case BOOLEAN -> BOOLEAN;
                    case STRING, JSON, TIMESTAMP_MICROS -> STRING;
                    case BINARY -> BINARY;
                    case DATE -> DATE;
                    case TIME -> TIME;
                    case DATETIME -> DATETIME;
                    case TIMESTAMP -> TIMESTAMP;
                    case UUID -> UUID_TEXT;
                    case ARRAY, MAP, GEOMETRY, UNSUPPORTED -> TEXT;
                })
                .orElse(TEXT);
    }

    DataType type() {
        return type;
    }

    /** Flink's internal value of the cursor's field, which is not null; null when the SQL type does not hold it. */
    abstract Object value(RawRow field);

    static String text(byte[] uuid) {
        ByteBuffer bytes = ByteBuffer.wrap(uuid);
        return new UUID(bytes.getLong(), bytes.getLong()).toString();
    }

    /** -0 has no BigDecimal; it is the number zero. */
    private static BigDecimal exact(Decimal128 decimal) {
        try {
            return decimal.bigDecimalValue();
        } catch (ArithmeticException e) {
            return BigDecimal.ZERO;
        }
    }

    private static String anyText(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING -> value.asString().getValue();
            case INT32 -> Integer.toString(value.asInt32().getValue());
            case INT64 -> Long.toString(value.asInt64().getValue());
            case DOUBLE -> Double.toString(value.asDouble().getValue());
            case DECIMAL128 -> value.asDecimal128().getValue().toString();
            case BOOLEAN -> Boolean.toString(value.asBoolean().getValue());
            case DATE_TIME ->
                Instant.ofEpochMilli(value.asDateTime().getValue())
                        .atOffset(ZoneOffset.UTC)
                        .toString();
            case BINARY ->
                value.asBinary().getType() == UUID_SUBTYPE
                        ? text(value.asBinary().getData())
                        : null;
            default -> null;
        };
    }
}
