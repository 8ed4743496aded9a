package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.cdc.ColumnWriter;
import io.tapstate.connectors.cdc.ColumnWriter.NotRepresentable;
import io.tapstate.connectors.cdc.RowBytes;
import io.tapstate.connectors.postgres.PostgresType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.UUID;
import org.bson.types.Decimal128;

/**
 * Writes what the server printed as BSON: one writer per type, for the snapshot and the log alike. Which BSON it is, {@link
 * PostgresType#columnType} says.
 */
final class TextWriters {
    private static final int UUID_SUBTYPE = 4;
    private static final int DECIMAL_DIGITS = 34;

    private TextWriters() {}

    /** The writer of values of this type; it refuses every value of a type that is not carried. */
    static ColumnWriter of(PostgresType type) {
        ColumnType column = type.columnType();
        return switch (column) {
            case INTEGER -> (row, name, value) -> row.int64(name, Long.parseLong((String) value));
            case DECIMAL -> type.name().equals("money") ? TextWriters::money : TextWriters::decimal;
            case DOUBLE -> type.name().equals("float4") ? TextWriters::float4 : TextWriters::float8;
            case BOOLEAN -> TextWriters::bool;
            case STRING, JSON -> (row, name, value) -> row.text(name, (String) value);
            case BINARY -> TextWriters::binary;
            case UUID -> TextWriters::uuid;
            case DATE, TIME, DATETIME, TIMESTAMP, TIMESTAMP_MICROS -> ClockText.writer(column);
            case ARRAY -> new ArrayText(type.delimiter(), of(type.element()));
            case MAP -> HstoreText::write;
            case GEOMETRY, UNSUPPORTED -> TextWriters::refuse;
        };
    }

    private static void float4(RowBytes row, byte[] name, Object value) {
        row.float64(name, Float.parseFloat((String) value));
    }

    private static void float8(RowBytes row, byte[] name, Object value) {
        row.float64(name, Double.parseDouble((String) value));
    }

    // A boolean prints as t and f, a bit as 1 and 0.
    private static void bool(RowBytes row, byte[] name, Object value) {
        row.bool(name, value.equals("t") || value.equals("1"));
    }

    private static void decimal(RowBytes row, byte[] name, Object value) {
        String text = (String) value;
        switch (text) {
            case "NaN" -> row.decimal(name, Decimal128.NaN);
            case "Infinity" -> row.decimal(name, Decimal128.POSITIVE_INFINITY);
            case "-Infinity" -> row.decimal(name, Decimal128.NEGATIVE_INFINITY);
            default -> number(row, name, text);
        }
    }

    // The server prints all digits and no exponent, so the text is in the one form that is wanted where it must stay.
    private static void number(RowBytes row, byte[] name, String text) {
        BigDecimal number = new BigDecimal(text);
        if (number.precision() > DECIMAL_DIGITS) {
            BigDecimal shortest = number.stripTrailingZeros();
            if (shortest.precision() > DECIMAL_DIGITS) {
                row.text(name, text);
                return;
            }
            // As many of the zeros as have room.
            number = shortest.setScale(shortest.scale() + DECIMAL_DIGITS - shortest.precision());
        }
        try {
            row.decimal(name, new Decimal128(number));
        } catch (NumberFormatException tooSmall) {
            row.text(name, text);
        }
    }

    /** In the C locale: {@code -$1,234.56}. */
    private static void money(RowBytes row, byte[] name, Object value) {
        StringBuilder digits = new StringBuilder();
        String text = (String) value;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '-' || c == '.' || (c >= '0' && c <= '9')) {
                digits.append(c);
            }
        }
        row.decimal(name, new Decimal128(new BigDecimal(digits.toString())));
    }

    private static void binary(RowBytes row, byte[] name, Object value) {
        String text = (String) value;
        row.binary(name, 0, HexFormat.of().parseHex(text, 2, text.length()));
    }

    private static void uuid(RowBytes row, byte[] name, Object value) {
        UUID uuid = UUID.fromString((String) value);
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
        row.binary(name, UUID_SUBTYPE, bytes);
    }

    private static void refuse(RowBytes row, byte[] name, Object value) {
        throw new NotRepresentable(null);
    }
}
