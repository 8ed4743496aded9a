package io.tapstate.connectors.cdc;

import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Decimal;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.SchemaBuilder;

/** What a MySQL column's values are between the library and BSON; a parameter of the column's schema says it. */
public enum MySqlForm {
    /** Text, to be text. */
    TEXT,
    /** An int64: 0 and 1 become booleans, other values stay what they are. */
    TRUTH_VALUE,
    /** A decimal: Decimal128 if it has room, else text. */
    DECIMAL,
    /** Text {@code yyyy-MM-dd}: a BSON date if the calendar has that day, else text. */
    DATE,
    /** Text {@code yyyy-MM-ddTHH:mm:ss[.ffffff]} in UTC, to be a BSON date unless it has zeros. */
    TIMESTAMP_MILLIS,
    /** The same, to be text with six digits and {@code Z}. */
    TIMESTAMP_MICROS,
    /** Four bytes SRID, little-endian, and WKB. */
    GEOMETRY;

    /** Stands for a value that could not be read: the library takes no exception from a converter, it makes null of it. */
    public static final String UNREADABLE = "__tapstate:unreadable:c41d:7be2__";

    static final String PARAMETER = "io.tapstate.mysql.form";

    /** A schema of this form; nulls are allowed, whatever the column says. */
    public SchemaBuilder schema() {
        SchemaBuilder schema = switch (this) {
            case TEXT, DATE, TIMESTAMP_MILLIS, TIMESTAMP_MICROS -> SchemaBuilder.string();
            case TRUTH_VALUE -> SchemaBuilder.int64();
            case DECIMAL -> Decimal.builder(0);
            case GEOMETRY -> SchemaBuilder.bytes();
        };
        return schema.parameter(PARAMETER, name()).optional();
    }
}
