package io.tapstate.connectors.mysql.runtime;

import com.github.shyiko.mysql.binlog.event.deserialization.AbstractRowsEventDataDeserializer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/** Writes the log's binary form of JSON as the server itself prints it: the same blanks, digits and escapes. */
final class JsonText {
    private static final int SMALL_OBJECT = 0x00;
    private static final int LARGE_OBJECT = 0x01;
    private static final int SMALL_ARRAY = 0x02;
    private static final int LARGE_ARRAY = 0x03;
    private static final int LITERAL = 0x04;
    private static final int INT16 = 0x05;
    private static final int UINT16 = 0x06;
    private static final int INT32 = 0x07;
    private static final int UINT32 = 0x08;
    private static final int INT64 = 0x09;
    private static final int UINT64 = 0x0A;
    private static final int DOUBLE = 0x0B;
    private static final int STRING = 0x0C;
    private static final int OPAQUE = 0x0F;

    private static final int TIMESTAMP = 7;
    private static final int DATE = 10;
    private static final int TIME = 11;
    private static final int DATETIME = 12;
    private static final int DECIMAL = 246;

    /** The server writes numbers with more digits before or zeros after the point with an exponent. */
    private static final int MOST_PLAIN_DIGITS = 15;

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final ByteBuffer json;
    private final StringBuilder text = new StringBuilder();

    private JsonText(byte[] json) {
        this.json = ByteBuffer.wrap(json).order(ByteOrder.LITTLE_ENDIAN);
    }

    static String of(byte[] json) {
        // What rows have that were there before the column.
        if (json.length == 0) {
            return "null";
        }
        JsonText printed = new JsonText(json);
        printed.value(json[0], 1);
        return printed.text.toString();
    }

    private void value(int type, int at) {
        switch (type) {
            case SMALL_OBJECT -> container(at, false, true);
            case LARGE_OBJECT -> container(at, true, true);
            case SMALL_ARRAY -> container(at, false, false);
            case LARGE_ARRAY -> container(at, true, false);
            case LITERAL -> literal(json.get(at));
            case INT16 -> text.append(json.getShort(at));
            case UINT16 -> text.append(json.getShort(at) & 0xFFFF);
            case INT32 -> text.append(json.getInt(at));
            case UINT32 -> text.append(json.getInt(at) & 0xFFFFFFFFL);
            case INT64 -> text.append(json.getLong(at));
            case UINT64 -> text.append(Long.toUnsignedString(json.getLong(at)));
            case DOUBLE -> number(json.getDouble(at));
            case STRING -> string(at);
            case OPAQUE -> opaque(at);
            default -> throw new IllegalArgumentException("JSON value of type " + type);
        }
    }

    private void literal(int value) {
        text.append(
                switch (value) {
                    case 0 -> "null";
                    case 1 -> "true";
                    case 2 -> "false";
                    default -> throw new IllegalArgumentException("JSON literal " + value);
                });
    }

    /** Counts, then places of keys, then types with places of values; all places from the container's start. */
    private void container(int start, boolean large, boolean object) {
        int width = large ? Integer.BYTES : Short.BYTES;
        int count = unsigned(start, large);
        int keys = start + 2 * width;
        int values = keys + (object ? count * (width + Short.BYTES) : 0);
        text.append(object ? '{' : '[');
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                text.append(", ");
            }
            if (object) {
                int entry = keys + i * (width + Short.BYTES);
                int length = json.getShort(entry + width) & 0xFFFF;
                quoted(utf8(start + unsigned(entry, large), length));
                text.append(": ");
            }
            int entry = values + i * (1 + width);
            int type = json.get(entry);
            value(type, inlined(type, large) ? entry + 1 : start + unsigned(entry + 1, large));
        }
        text.append(object ? '}' : ']');
    }

    private static boolean inlined(int type, boolean large) {
        return type == LITERAL || type == INT16 || type == UINT16 || large && (type == INT32 || type == UINT32);
    }

    private int unsigned(int at, boolean large) {
        return large ? json.getInt(at) : json.getShort(at) & 0xFFFF;
    }

    private void string(int at) {
        int length = length(at);
        quoted(utf8(afterLength(at), length));
    }

    /** Seven bits a byte, the lowest first. */
    private int length(int at) {
        int length = 0;
        for (int i = 0; ; i++) {
            byte b = json.get(at + i);
            length |= (b & 0x7F) << 7 * i;
            if (b >= 0) {
                return length;
            }
        }
    }

    private int afterLength(int at) {
        int after = at;
        while (json.get(after) < 0) {
            after++;
        }
        return after + 1;
    }

    private String utf8(int at, int length) {
        return new String(json.array(), at, length, StandardCharsets.UTF_8);
    }

    private void quoted(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\b' -> text.append("\\b");
                case '\f' -> text.append("\\f");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < ' ') {
                        text.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 0xF]);
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    /** The fewest digits that are this number and no other. */
    private void number(double value) {
        if (value == 0) {
            text.append(1 / value < 0 ? "-0.0" : "0.0");
            return;
        }
        BigDecimal exact = new BigDecimal(Math.abs(value));
        BigDecimal shortest = exact;
        for (int digits = 1; digits <= 17; digits++) {
            shortest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (shortest.doubleValue() == Math.abs(value)) {
                break;
            }
        }
        if (value < 0) {
            text.append('-');
        }
        String digits = shortest.unscaledValue().toString().replaceAll("0+$", "");
        int point = shortest.precision() - shortest.scale();
        if (point > MOST_PLAIN_DIGITS && digits.length() <= point || point <= -MOST_PLAIN_DIGITS) {
            text.append(digits.charAt(0));
            if (digits.length() > 1) {
                text.append('.').append(digits, 1, digits.length());
            }
            text.append('e').append(point - 1);
        } else {
            String plain = shortest.stripTrailingZeros().toPlainString();
            text.append(plain).append(plain.indexOf('.') < 0 ? ".0" : "");
        }
    }

    private void opaque(int at) {
        int type = json.get(at) & 0xFF;
        int length = length(at + 1);
        int from = afterLength(at + 1);
        byte[] value = Arrays.copyOfRange(json.array(), from, from + length);
        switch (type) {
            case DECIMAL ->
                text.append(AbstractRowsEventDataDeserializer.asBigDecimal(
                                value[0], value[1], Arrays.copyOfRange(value, 2, value.length))
                        .toPlainString());
            case DATE, DATETIME, TIMESTAMP -> dateTime(json.getLong(from), type == DATE);
            case TIME -> time(json.getLong(from));
            default ->
                quoted("base64:type" + type + ":"
                        + Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(value));
        }
    }

    private void dateTime(long packed, boolean date) {
        long clock = packed >>> 24;
        int months = (int) (clock >>> 22);
        StringBuilder quoted = new StringBuilder("\"");
        TemporalText.digits(quoted, months / 13, 4);
        TemporalText.digits(quoted.append('-'), months % 13, 2);
        TemporalText.digits(quoted.append('-'), (int) (clock >>> 17 & 0x1F), 2);
        if (!date) {
            clock(quoted.append(' '), clock, packed);
        }
        text.append(quoted).append('"');
    }

    private void time(long packed) {
        long rest = Math.abs(packed);
        StringBuilder quoted = new StringBuilder(packed < 0 ? "\"-" : "\"");
        TemporalText.digits(quoted, (int) (rest >>> 36 & 0x3FF), 2);
        minutes(quoted, rest >>> 24, rest);
        text.append(quoted).append('"');
    }

    private static void clock(StringBuilder out, long clock, long packed) {
        TemporalText.digits(out, (int) (clock >>> 12 & 0x1F), 2);
        minutes(out, clock, packed);
    }

    private static void minutes(StringBuilder out, long clock, long packed) {
        TemporalText.digits(out.append(':'), (int) (clock >>> 6 & 0x3F), 2);
        TemporalText.digits(out.append(':'), (int) (clock & 0x3F), 2);
        TemporalText.digits(out.append('.'), (int) (packed & 0xFFFFFF), 6);
    }
}
