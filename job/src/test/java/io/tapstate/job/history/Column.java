package io.tapstate.job.history;

import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;

/**
 * A column of a random table.
 *
 * @param domain the values of a column that keys or joins are made of; null for others
 */
record Column(String name, ColumnType type, boolean nullable, Use use, Domain domain) {
    /** What a column is for. */
    enum Use {
        KEY,
        /** Orders rows: few values, so that there are ties. */
        ORDER,
        /** Every write has a new value. */
        PAYLOAD
    }

    static Column key(String name, Domain domain, boolean nullable) {
        return new Column(name, domain.type(), nullable, Use.KEY, domain);
    }

    ColumnSchema schema() {
        String nativeType =
                switch (type) {
                    case INTEGER -> "bigint";
                    case DECIMAL -> "decimal(30,4)";
                    case DOUBLE -> "double";
                    case BOOLEAN -> "boolean";
                    case BINARY -> "binary";
                    case DATE -> "date";
                    case TIMESTAMP -> "timestamp";
                    case UUID -> "uuid";
                    default -> "text";
                };
        return new ColumnSchema(name, nativeType, type, nullable);
    }
}
