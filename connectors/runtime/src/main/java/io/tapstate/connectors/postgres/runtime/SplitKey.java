package io.tapstate.connectors.postgres.runtime;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;

/** Makes a key that was read as text comparable with the bounds of a chunk. */
final class SplitKey {
    private static final String PLUS_MINUTES = ":00";

    private SplitKey() {}

    /**
     * The value that the driver would make of a text for a column of the bound's kind.
     *
     * @param bound what the driver made of another value of the column
     */
    static Object like(Object bound, String text) {
        if (bound instanceof Number) {
            return new BigDecimal(text);
        }
        if (bound instanceof Boolean) {
            return text.equals("t");
        }
        if (text.endsWith("infinity") || text.endsWith("BC")) {
            return text;
        }
        if (bound instanceof Date) {
            return Date.valueOf(LocalDate.parse(text));
        }
        if (bound instanceof Timestamp) {
            String iso = text.replace(' ', 'T');
            return iso.endsWith("+00")
                    ? Timestamp.from(OffsetDateTime.parse(iso + PLUS_MINUTES).toInstant())
                    : Timestamp.valueOf(LocalDateTime.parse(iso));
        }
        return text;
    }
}
