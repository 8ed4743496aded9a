package io.tapstate.connectors.client;

import io.tapstate.connectors.api.ColumnType;

/** What a MySQL or MariaDB column becomes in BSON. Everything not listed is refused. */
final class MySqlTypes {
    /** Fraction digits that a BSON date has. */
    private static final int MILLIS_DIGITS = 3;

    private MySqlTypes() {}

    /**
     * @param dataType {@code information_schema.columns.data_type}, lower case
     * @param columnType the full type, lower case, for example {@code int unsigned}
     * @param precision bits of a bit string, fraction digits of a time; 0 when it has none
     */
    static ColumnType of(String dataType, String columnType, long precision) {
        return switch (dataType) {
            case "tinyint" -> columnType.equals("tinyint(1)") ? ColumnType.BOOLEAN : ColumnType.INTEGER;
            case "smallint", "mediumint", "int", "year" -> ColumnType.INTEGER;
            // Twenty digits do not fit int64.
            case "bigint" -> columnType.contains("unsigned") ? ColumnType.DECIMAL : ColumnType.INTEGER;
            case "decimal" -> ColumnType.DECIMAL;
            case "float", "double" -> ColumnType.DOUBLE;
            case "bit" -> precision == 1 ? ColumnType.BOOLEAN : ColumnType.STRING;
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set" -> ColumnType.STRING;
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> ColumnType.BINARY;
            case "date" -> ColumnType.DATE;
            case "time" -> ColumnType.TIME;
            case "datetime" -> ColumnType.DATETIME;
            case "timestamp" -> precision <= MILLIS_DIGITS ? ColumnType.TIMESTAMP : ColumnType.TIMESTAMP_MICROS;
            case "json" -> ColumnType.JSON;
            case "geometry",
                    "point",
                    "linestring",
                    "polygon",
                    "multipoint",
                    "multilinestring",
                    "multipolygon",
                    "geomcollection",
                    "geometrycollection" -> ColumnType.GEOMETRY;
            // Vectors, MariaDB's uuid and inet types: log and query give different forms.
            default -> ColumnType.UNSUPPORTED;
        };
    }
}
