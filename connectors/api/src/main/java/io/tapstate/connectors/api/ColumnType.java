package io.tapstate.connectors.api;

/** What a column's values are once they are BSON; docs/types.md maps each database type to one of these. */
public enum ColumnType {
    /** int64. */
    INTEGER,
    /** Decimal128, digit-exact. */
    DECIMAL,
    DOUBLE,
    BOOLEAN,
    STRING,
    BINARY,
    /** A BSON date at midnight UTC. */
    DATE,
    /** Text {@code HH:mm:ss[.ffffff]}. */
    TIME,
    /** A wall-clock time without a zone: text {@code yyyy-MM-ddTHH:mm:ss[.ffffff]}. */
    DATETIME,
    /** An instant: a BSON date. */
    TIMESTAMP,
    /** The JSON text as the database prints it. */
    JSON,
    UUID,
    /** Nothing we can carry exactly; selecting a table with such a column is refused when the plan is made. */
    UNSUPPORTED
}
