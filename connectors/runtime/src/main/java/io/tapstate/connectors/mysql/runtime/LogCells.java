package io.tapstate.connectors.mysql.runtime;

import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Reads cells of the log's rows: those of which a general-purpose type would lose something. Dates and times are the text
 * of {@link TemporalText}, text is the bytes of its character set.
 */
public final class LogCells {
    private static final int MICROS = 1_000_000;

    private LogCells() {}

    /** @param most the bytes the longest value has */
    public static byte[] string(int most, ByteArrayInputStream in) throws IOException {
        return in.read(in.readInteger(most < 256 ? 1 : 2));
    }

    public static String date(ByteArrayInputStream in) throws IOException {
        int packed = in.readInteger(3);
        return TemporalText.date(packed >>> 9, packed >>> 5 & 0xF, packed & 0x1F);
    }

    public static Integer year(ByteArrayInputStream in) throws IOException {
        int year = in.readInteger(1);
        return year == 0 ? 0 : 1900 + year;
    }

    /**
     * Sign, hours, minutes, seconds in 24 bits and a fraction as long as the precision needs, all one number that has an
     * offset so that it sorts as bytes.
     */
    public static String time(int precision, ByteArrayInputStream in) throws IOException {
        int fractionBytes = (precision + 1) / 2;
        int fractionBits = 8 * fractionBytes;
        long stored = bigEndian(in, 3 + fractionBytes) - (0x800000L << fractionBits);
        long rest = Math.abs(stored);
        long clock = rest >>> fractionBits;
        int micros = micros((int) (rest & (1L << fractionBits) - 1), fractionBytes);
        return TemporalText.time(
                stored < 0, (int) (clock >>> 12 & 0x3FF), (int) (clock >>> 6 & 0x3F), (int) (clock & 0x3F), micros);
    }

    public static String dateTime(int precision, ByteArrayInputStream in) throws IOException {
        long packed = bigEndian(in, 5) - 0x8000000000L;
        int micros = fraction(precision, in);
        int months = (int) (packed >>> 22);
        return TemporalText.dateTime(
                months / 13,
                months % 13,
                (int) (packed >>> 17 & 0x1F),
                (int) (packed >>> 12 & 0x1F),
                (int) (packed >>> 6 & 0x3F),
                (int) (packed & 0x3F),
                micros);
    }

    public static String timestamp(int precision, ByteArrayInputStream in) throws IOException {
        long seconds = bigEndian(in, 4);
        return instant(seconds, fraction(precision, in));
    }

    /** A column from before MySQL 5.6. */
    public static String oldTime(ByteArrayInputStream in) throws IOException {
        int number = in.readInteger(3) << 8 >> 8;
        int rest = Math.abs(number);
        return TemporalText.time(number < 0, rest / 10_000, rest / 100 % 100, rest % 100, 0);
    }

    /** A column from before MySQL 5.6. */
    public static String oldDateTime(ByteArrayInputStream in) throws IOException {
        long number = in.readLong(8);
        int date = (int) (number / MICROS);
        int clock = (int) (number % MICROS);
        return TemporalText.dateTime(
                date / 10_000, date / 100 % 100, date % 100, clock / 10_000, clock / 100 % 100, clock % 100, 0);
    }

    /** A column from before MySQL 5.6. */
    public static String oldTimestamp(ByteArrayInputStream in) throws IOException {
        return instant(in.readLong(4), 0);
    }

    /** The zero timestamp is stored as second 0, which no other value is. */
    private static String instant(long seconds, int micros) {
        if (seconds == 0) {
            return TemporalText.dateTime(0, 0, 0, 0, 0, 0, 0);
        }
        LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochSecond(seconds), ZoneOffset.UTC);
        return TemporalText.dateTime(
                time.getYear(),
                time.getMonthValue(),
                time.getDayOfMonth(),
                time.getHour(),
                time.getMinute(),
                time.getSecond(),
                micros);
    }

    private static int fraction(int precision, ByteArrayInputStream in) throws IOException {
        int bytes = (precision + 1) / 2;
        return micros((int) bigEndian(in, bytes), bytes);
    }

    private static int micros(int fraction, int bytes) {
        return switch (bytes) {
            case 0 -> 0;
            case 1 -> fraction * 10_000;
            case 2 -> fraction * 100;
            default -> fraction;
        };
    }

    private static long bigEndian(ByteArrayInputStream in, int bytes) throws IOException {
        long value = 0;
        for (byte b : in.read(bytes)) {
            value = value << 8 | b & 0xFF;
        }
        return value;
    }
}
