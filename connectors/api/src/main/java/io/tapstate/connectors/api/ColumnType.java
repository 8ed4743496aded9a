package io.tapstate.connectors.api;

/** What a column's values are once they are BSON; docs/types.md maps each database type to one of these. */
public enum ColumnType {
    /** int64. */
    INTEGER,
    /**
     * Decimal128, digit-exact; text of all digits for a number that needs more than the 34 digits of one, in columns that
     * allow such numbers.
     */
    DECIMAL,
    DOUBLE,
    BOOLEAN,
    STRING,
    BINARY,
    /** A BSON date at midnight UTC; text for what is no date: {@code infinity}, {@code 0000-00-00}. */
    DATE,
    /** Text {@code HH:mm:ss[.ffffff]}. */
    TIME,
    /** A wall-clock time without a zone: text {@code yyyy-MM-ddTHH:mm:ss[.ffffff]}, or what a date can be instead. */
    DATETIME,
    /** An instant of milliseconds at most: a BSON date, or text for what is no instant. */
    TIMESTAMP,
    /** An instant with microseconds, which a BSON date would cut: text {@code yyyy-MM-ddTHH:mm:ss.ffffffZ}. */
    TIMESTAMP_MICROS,
    /** The JSON text as the database prints it. */
    JSON,
    /** BSON binary of subtype 4. */
    UUID,
    /** A BSON array, nested for each dimension. */
    ARRAY,
    /** A sub-document of texts and nulls. */
    MAP,
    /** A sub-document {@code {srid: int64, wkb: binary}}. */
    GEOMETRY,
    /** Nothing we can carry exactly; selecting a table with such a column is refused when the plan is made. */
    UNSUPPORTED;

    /** Whether values can tell rows apart: values that are made of parts have no order, and no one form. */
    public boolean identifies() {
        return switch (this) {
            case ARRAY, MAP, GEOMETRY, UNSUPPORTED -> false;
            default -> true;
        };
    }
}
