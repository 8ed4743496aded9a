package io.tapstate.connectors.mysql.runtime;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The one text form that dates and times have between the database and BSON, whichever way they come: {@code yyyy-MM-dd},
 * {@code [-]HH:mm:ss[.ffffff]}, {@code yyyy-MM-ddTHH:mm:ss[.ffffff]}. It keeps what the database keeps: zeros for unknown
 * parts, days that no calendar has, negative times. It sorts like the values, and the server takes it as a literal.
 */
final class TemporalText {
    private TemporalText() {}

    static String date(int year, int month, int day) {
        StringBuilder text = new StringBuilder(10);
        date(text, year, month, day);
        return text.toString();
    }

    static String dateTime(int year, int month, int day, int hours, int minutes, int seconds, int micros) {
        StringBuilder text = new StringBuilder(26);
        date(text, year, month, day);
        clock(text.append('T'), hours, minutes, seconds, micros);
        return text.toString();
    }

    static String time(boolean negative, int hours, int minutes, int seconds, int micros) {
        StringBuilder text = new StringBuilder(17);
        clock(negative ? text.append('-') : text, hours, minutes, seconds, micros);
        return text.toString();
    }

    /** @param sent what the text protocol sends: a blank between date and time, as many digits as the column has */
    static String ofText(byte[] sent) {
        String text = new String(sent, StandardCharsets.ISO_8859_1).replace(' ', 'T');
        int point = text.indexOf('.');
        if (point < 0) {
            return text;
        }
        String fraction = (text.substring(point + 1) + "000000").substring(0, 6);
        return text.substring(0, point) + (fraction.equals("000000") ? "" : "." + fraction);
    }

    /** @param sent what the binary protocol sends for a date: as many parts as are not zero */
    static String dateOfBinary(byte[] sent) {
        return sent.length == 0 ? date(0, 0, 0) : date(year(sent), sent[2], sent[3]);
    }

    /** @param sent what the binary protocol sends for a date with time */
    static String dateTimeOfBinary(byte[] sent) {
        boolean clock = sent.length >= 7;
        return sent.length == 0
                ? dateTime(0, 0, 0, 0, 0, 0, 0)
                : dateTime(
                        year(sent),
                        sent[2],
                        sent[3],
                        clock ? sent[4] : 0,
                        clock ? sent[5] : 0,
                        clock ? sent[6] : 0,
                        sent.length >= 11 ? int32(sent, 7) : 0);
    }

    /** @param sent what the binary protocol sends for a time: sign, days, hours ... */
    static String timeOfBinary(byte[] sent) {
        return sent.length == 0
                ? time(false, 0, 0, 0, 0)
                : time(
                        sent[0] != 0,
                        int32(sent, 1) * 24 + sent[5],
                        sent[6],
                        sent[7],
                        sent.length >= 12 ? int32(sent, 8) : 0);
    }

    private static int year(byte[] sent) {
        return sent[0] & 0xFF | (sent[1] & 0xFF) << 8;
    }

    private static int int32(byte[] sent, int at) {
        return ByteBuffer.wrap(sent).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }

    private static void date(StringBuilder text, int year, int month, int day) {
        digits(text, year, 4);
        digits(text.append('-'), month, 2);
        digits(text.append('-'), day, 2);
    }

    private static void clock(StringBuilder text, int hours, int minutes, int seconds, int micros) {
        digits(text, hours, 2);
        digits(text.append(':'), minutes, 2);
        digits(text.append(':'), seconds, 2);
        if (micros != 0) {
            digits(text.append('.'), micros, 6);
        }
    }

    static void digits(StringBuilder text, int value, int least) {
        int bound = 10;
        for (int digits = 1; digits < least; digits++) {
            if (value < bound) {
                text.append("0".repeat(least - digits)).append(value);
                return;
            }
            bound *= 10;
        }
        text.append(value);
    }
}
