package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.cdc.ColumnWriter;
import io.tapstate.connectors.cdc.RowBytes;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;

/**
 * Dates and times as the server prints them in the style ISO: {@code 2024-02-29 12:00:00.5+00}, {@code 0044-03-15 BC},
 * {@code infinity}.
 */
final class ClockText {
    private static final String BEFORE_CHRIST = " BC";
    private static final int LAST_PLAIN_YEAR = 9999;
    private static final int FRACTION_DIGITS = 6;

    private ClockText() {}

    static ColumnWriter writer(ColumnType type) {
        return switch (type) {
            case DATE -> orText((row, name, text) -> row.instant(name, TimeUnit.DAYS.toMillis(day(text))));
            case TIME -> (row, name, value) -> row.text(name, time((String) value));
            case DATETIME ->
                orText((row, name, text) ->
                        row.text(name, print(wallClock(text), false).toString()));
            case TIMESTAMP ->
                orText((row, name, text) -> row.instant(
                        name, wallClock(text).toInstant(offset(text)).toEpochMilli()));
            case TIMESTAMP_MICROS ->
                orText((row, name, text) ->
                        row.text(name, print(utc(text), true).append('Z').toString()));
            default -> throw new IllegalArgumentException(type + " is no time");
        };
    }

    @FunctionalInterface
    private interface TextWriter {
        void write(RowBytes row, byte[] name, String text);
    }

    // Infinities stay what they are called.
    private static ColumnWriter orText(TextWriter writer) {
        return (row, name, value) -> {
            String text = (String) value;
            if (text.endsWith("infinity")) {
                row.text(name, text);
            } else {
                writer.write(row, name, text);
            }
        };
    }

    private static long day(String text) {
        return date(text, text.endsWith(BEFORE_CHRIST) ? text.length() - BEFORE_CHRIST.length() : text.length())
                .toEpochDay();
    }

    private static LocalDate date(String text, int end) {
        int year = Integer.parseInt(text, 0, end - 6, 10);
        int month = Integer.parseInt(text, end - 5, end - 3, 10);
        int day = Integer.parseInt(text, end - 2, end, 10);
        return LocalDate.of(text.endsWith(BEFORE_CHRIST) ? 1 - year : year, month, day);
    }

    private static LocalDateTime wallClock(String text) {
        int space = text.indexOf(' ');
        int hours = space + 1;
        int micros = 0;
        int at = hours + 8;
        if (at < text.length() && text.charAt(at) == '.') {
            int digits = 0;
            for (at++; at < text.length() && Character.isDigit(text.charAt(at)); at++, digits++) {
                micros = micros * 10 + (text.charAt(at) - '0');
            }
            for (; digits < FRACTION_DIGITS; digits++) {
                micros *= 10;
            }
        }
        LocalTime time = LocalTime.of(
                Integer.parseInt(text, hours, hours + 2, 10),
                Integer.parseInt(text, hours + 3, hours + 5, 10),
                Integer.parseInt(text, hours + 6, hours + 8, 10),
                micros * 1000);
        return LocalDateTime.of(date(text, space), time);
    }

    // Sessions are in UTC; whatever zone it is, the offset is told.
    private static LocalDateTime utc(String text) {
        return wallClock(text).minusSeconds(offset(text).getTotalSeconds());
    }

    private static ZoneOffset offset(String text) {
        int end = text.endsWith(BEFORE_CHRIST) ? text.length() - BEFORE_CHRIST.length() : text.length();
        int sign = Math.max(text.lastIndexOf('+', end), text.lastIndexOf('-', end));
        String offset = text.substring(sign, end);
        return offset.equals("+00") ? ZoneOffset.UTC : ZoneOffset.of(offset);
    }

    /** Pads the fraction to six digits; without one, the text is as it is wanted. */
    private static String time(String text) {
        int point = text.indexOf('.');
        return point < 0 ? text : text + "0".repeat(FRACTION_DIGITS - (text.length() - point - 1));
    }

    private static StringBuilder print(LocalDateTime time, boolean always) {
        StringBuilder text = new StringBuilder(32);
        int year = time.getYear();
        if (year > LAST_PLAIN_YEAR) {
            text.append('+');
        } else if (year < 0) {
            text.append('-');
        }
        padded(text, Math.abs(year), 4).append('-');
        padded(text, time.getMonthValue(), 2).append('-');
        padded(text, time.getDayOfMonth(), 2).append('T');
        padded(text, time.getHour(), 2).append(':');
        padded(text, time.getMinute(), 2).append(':');
        padded(text, time.getSecond(), 2);
        if (always || time.getNano() != 0) {
            padded(text.append('.'), time.getNano() / 1000, FRACTION_DIGITS);
        }
        return text;
    }

    private static StringBuilder padded(StringBuilder text, int number, int digits) {
        int least = 10;
        for (int i = 1; i < digits; i++, least *= 10) {
            if (number < least) {
                text.append("0".repeat(digits - i));
                break;
            }
        }
        return text.append(number);
    }
}
