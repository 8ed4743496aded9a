package io.tapstate.connectors.cdc;

import io.debezium.data.VariableScaleDecimal;
import io.debezium.time.Date;
import io.debezium.time.MicroTime;
import io.debezium.time.MicroTimestamp;
import io.debezium.time.NanoTime;
import io.debezium.time.NanoTimestamp;
import io.debezium.time.Time;
import io.debezium.time.Timestamp;
import io.debezium.time.Year;
import io.debezium.time.ZonedTimestamp;
import io.tapstate.connectors.cdc.ColumnWriter.NotRepresentable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Decimal;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Schema;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;
import org.bson.types.Decimal128;

/**
 * Chooses how a column is written, by its Connect schema: the one place where database types become BSON types, for
 * snapshot and log alike.
 *
 * <p>Instants keep the milliseconds a BSON date has; finer digits are cut. Times and wall-clock times are text with six
 * fraction digits, or none when the fraction is zero.
 */
final class ColumnWriters {
    private static final String SOURCE_TYPE = "__debezium.source.column.type";
    private static final String SOURCE_LENGTH = "__debezium.source.column.length";
    private static final int UUID_SUBTYPE = 4;
    private static final long MICROS_PER_SECOND = 1_000_000;

    private ColumnWriters() {}

    static ColumnWriter of(Schema schema) {
        if (schema.parameters() != null && schema.parameters().containsKey(MySqlForm.PARAMETER)) {
            return MySqlColumnWriters.of(MySqlForm.valueOf(schema.parameters().get(MySqlForm.PARAMETER)));
        }
        if (schema.name() == null) {
            return plain(schema);
        }
        return switch (schema.name()) {
            case Decimal.LOGICAL_NAME -> (row, name, value) -> decimal(row, name, (BigDecimal) value);
            case VariableScaleDecimal.LOGICAL_NAME -> ColumnWriters::variableScale;
            case "io.debezium.data.Json",
                    "io.debezium.data.Xml",
                    "io.debezium.data.Ltree",
                    "io.debezium.data.Enum",
                    "io.debezium.data.EnumSet" -> (row, name, value) -> row.text(name, (String) value);
            case "io.debezium.data.Uuid" -> ColumnWriters::uuid;
            case Date.SCHEMA_NAME -> ColumnWriters::date;
            case Time.SCHEMA_NAME -> (row, name, value) -> time(row, name, number(value) * 1000);
            case MicroTime.SCHEMA_NAME -> (row, name, value) -> time(row, name, number(value));
            case NanoTime.SCHEMA_NAME -> (row, name, value) -> time(row, name, number(value) / 1000);
            case Timestamp.SCHEMA_NAME -> (row, name, value) -> wallClock(row, name, scaled(number(value), 1000));
            case MicroTimestamp.SCHEMA_NAME -> (row, name, value) -> wallClock(row, name, number(value));
            case NanoTimestamp.SCHEMA_NAME -> (row, name, value) -> wallClock(row, name, number(value) / 1000);
            case ZonedTimestamp.SCHEMA_NAME -> ColumnWriters::instant;
            case Year.SCHEMA_NAME -> (row, name, value) -> row.int64(name, number(value));
            default -> ColumnWriters::refuse;
        };
    }

    private static ColumnWriter plain(Schema schema) {
        return switch (schema.type()) {
            case INT8, INT16, INT32, INT64 ->
                truthValue(schema) ? ColumnWriters::zeroOrOne : (row, name, value) -> row.int64(name, number(value));
            case FLOAT32, FLOAT64 -> (row, name, value) -> row.float64(name, ((Number) value).doubleValue());
            case BOOLEAN -> (row, name, value) -> row.bool(name, (Boolean) value);
            case STRING -> (row, name, value) -> row.text(name, (String) value);
            case BYTES -> (row, name, value) -> row.binary(name, 0, bytes(value));
            default -> ColumnWriters::refuse;
        };
    }

    // MySQL's BOOLEAN is an alias of TINYINT(1); sources ask for the declared type so that this can be seen.
    private static boolean truthValue(Schema schema) {
        Map<String, String> parameters = schema.parameters();
        return parameters != null
                && "TINYINT".equals(parameters.get(SOURCE_TYPE))
                && "1".equals(parameters.get(SOURCE_LENGTH));
    }

    private static void zeroOrOne(RowBytes row, byte[] name, Object value) {
        long number = number(value);
        if (number != 0 && number != 1) {
            throw new NotRepresentable(null);
        }
        row.bool(name, number == 1);
    }

    private static void decimal(RowBytes row, byte[] name, BigDecimal value) {
        try {
            row.decimal(name, new Decimal128(value));
        } catch (NumberFormatException e) {
            // Its message holds the value.
            throw new NotRepresentable(null);
        }
    }

    private static void variableScale(RowBytes row, byte[] name, Object value) {
        Struct struct = (Struct) value;
        BigInteger unscaled = new BigInteger(bytes(struct.get(VariableScaleDecimal.VALUE_FIELD)));
        decimal(row, name, new BigDecimal(unscaled, struct.getInt32(VariableScaleDecimal.SCALE_FIELD)));
    }

    private static void uuid(RowBytes row, byte[] name, Object value) {
        UUID uuid = UUID.fromString((String) value);
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
        row.binary(name, UUID_SUBTYPE, bytes);
    }

    private static void date(RowBytes row, byte[] name, Object value) {
        long days = number(value);
        // What the databases' infinities arrive as.
        if (days == Integer.MAX_VALUE || days == Integer.MIN_VALUE) {
            throw new NotRepresentable(null);
        }
        row.instant(name, TimeUnit.DAYS.toMillis(days));
    }

    private static void instant(RowBytes row, byte[] name, Object value) {
        try {
            row.instant(name, OffsetDateTime.parse((String) value).toInstant().toEpochMilli());
        } catch (DateTimeException | ArithmeticException e) {
            throw new NotRepresentable(null);
        }
    }

    private static void time(RowBytes row, byte[] name, long micros) {
        long rest = Math.abs(micros);
        StringBuilder text = new StringBuilder(17);
        if (micros < 0) {
            text.append('-');
        }
        long seconds = rest / MICROS_PER_SECOND;
        clock(text, seconds / 3600, seconds / 60 % 60, seconds % 60, rest % MICROS_PER_SECOND);
        row.text(name, text.toString());
    }

    private static void wallClock(RowBytes row, byte[] name, long micros) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND),
                (int) Math.floorMod(micros, MICROS_PER_SECOND) * 1000,
                ZoneOffset.UTC);
        // Beyond four digits text no longer sorts, and infinities live there.
        if (time.getYear() < 0 || time.getYear() > 9999) {
            throw new NotRepresentable(null);
        }
        StringBuilder text = new StringBuilder(26);
        String year = Integer.toString(time.getYear());
        text.append("0".repeat(4 - year.length())).append(year).append('-');
        twoDigits(text, time.getMonthValue()).append('-');
        twoDigits(text, time.getDayOfMonth()).append('T');
        clock(text, time.getHour(), time.getMinute(), time.getSecond(), time.getNano() / 1000);
        row.text(name, text.toString());
    }

    private static void clock(StringBuilder text, long hours, long minutes, long seconds, long micros) {
        twoDigits(text, hours).append(':');
        twoDigits(text, minutes).append(':');
        twoDigits(text, seconds);
        if (micros != 0) {
            String digits = Long.toString(micros);
            text.append('.').append("0".repeat(6 - digits.length())).append(digits);
        }
    }

    private static StringBuilder twoDigits(StringBuilder text, long value) {
        return value < 10 ? text.append('0').append(value) : text.append(value);
    }

    private static long scaled(long value, long factor) {
        try {
            return Math.multiplyExact(value, factor);
        } catch (ArithmeticException e) {
            throw new NotRepresentable(e);
        }
    }

    private static long number(Object value) {
        return ((Number) value).longValue();
    }

    private static byte[] bytes(Object value) {
        if (value instanceof byte[] array) {
            return array;
        }
        ByteBuffer buffer = ((ByteBuffer) value).duplicate();
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(copy);
        return copy;
    }

    private static void refuse(RowBytes row, byte[] name, Object value) {
        throw new NotRepresentable(null);
    }
}
