package io.tapstate.connectors.cdc;

import io.tapstate.connectors.cdc.ColumnWriter.NotRepresentable;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.bson.types.Decimal128;

/** How values in one of the {@link MySqlForm}s are written. */
final class MySqlColumnWriters {
    private static final int CLOCK_AT = "yyyy-MM-ddT".length();
    private static final int FRACTION_AT = "yyyy-MM-ddTHH:mm:ss".length();
    private static final byte[] SRID = RowBytes.name("srid");
    private static final byte[] WKB = RowBytes.name("wkb");

    private MySqlColumnWriters() {}

    static ColumnWriter of(MySqlForm form) {
        return switch (form) {
            case TEXT -> (row, name, value) -> row.text(name, readable(value));
            case TRUTH_VALUE -> MySqlColumnWriters::truthValue;
            case DECIMAL -> MySqlColumnWriters::decimal;
            case DATE -> MySqlColumnWriters::date;
            case TIMESTAMP_MILLIS -> MySqlColumnWriters::millis;
            case TIMESTAMP_MICROS -> MySqlColumnWriters::micros;
            case GEOMETRY -> MySqlColumnWriters::geometry;
        };
    }

    private static String readable(Object value) {
        if (MySqlForm.UNREADABLE.equals(value)) {
            throw new NotRepresentable(null);
        }
        return (String) value;
    }

    private static void truthValue(RowBytes row, byte[] name, Object value) {
        long number = (Long) value;
        if (number == 0 || number == 1) {
            row.bool(name, number == 1);
        } else {
            row.int64(name, number);
        }
    }

    private static void decimal(RowBytes row, byte[] name, Object value) {
        BigDecimal number = (BigDecimal) value;
        Decimal128 exact;
        try {
            exact = new Decimal128(number);
        } catch (NumberFormatException e) {
            row.text(name, number.toPlainString());
            return;
        }
        row.decimal(name, exact);
    }

    private static void date(RowBytes row, byte[] name, Object value) {
        String text = readable(value);
        long days = epochDay(text);
        if (days == Long.MIN_VALUE) {
            row.text(name, text);
        } else {
            row.instant(name, TimeUnit.DAYS.toMillis(days));
        }
    }

    private static void millis(RowBytes row, byte[] name, Object value) {
        String text = readable(value);
        long days = epochDay(text);
        if (days == Long.MIN_VALUE) {
            row.text(name, text + "Z");
            return;
        }
        long seconds =
                number(text, CLOCK_AT, 2) * 3600L + number(text, CLOCK_AT + 3, 2) * 60L + number(text, CLOCK_AT + 6, 2);
        long millis = text.length() == FRACTION_AT ? 0 : number(text, FRACTION_AT + 1, 3);
        row.instant(name, TimeUnit.DAYS.toMillis(days) + seconds * 1000 + millis);
    }

    private static void micros(RowBytes row, byte[] name, Object value) {
        String text = readable(value);
        row.text(name, text.length() == FRACTION_AT ? text + ".000000Z" : text + "Z");
    }

    /** The least long for a day that no calendar has. */
    private static long epochDay(String text) {
        int month = number(text, 5, 2);
        int day = number(text, 8, 2);
        if (month == 0 || day == 0) {
            return Long.MIN_VALUE;
        }
        try {
            return LocalDate.of(number(text, 0, 4), month, day).toEpochDay();
        } catch (DateTimeException e) {
            return Long.MIN_VALUE;
        }
    }

    private static int number(String text, int from, int digits) {
        return Integer.parseInt(text, from, from + digits, 10);
    }

    private static void geometry(RowBytes row, byte[] name, Object value) {
        byte[] bytes = value instanceof byte[] array ? array : ((ByteBuffer) value).array();
        if (bytes.length < Integer.BYTES) {
            throw new NotRepresentable(null);
        }
        long srid = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xFFFFFFFFL;
        RowBytes geometry = new RowBytes();
        geometry.int64(SRID, srid);
        geometry.binary(WKB, 0, Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length));
        row.document(name, geometry.finish());
    }
}
