package io.tapstate.connectors.client;

import io.tapstate.connectors.api.ColumnType;

/** What a MySQL or MariaDB column becomes in BSON. Everything not listed is refused. */
final class MySqlTypes {
    private static final long LONGEST_DECIMAL = 34;

    private MySqlTypes() {}

    /**
     * @param dataType {@code information_schema.columns.data_type}, lower case
     * @param columnType the full type, for example {@code int unsigned}
     * @param precision digits of a decimal, bits of a bit; 0 when it has none
     */
    static ColumnType of(String dataType, String columnType, long precision) {
        return switch (dataType) {
            case "tinyint" -> columnType.equals("tinyint(1)") ? ColumnType.BOOLEAN : ColumnType.INTEGER;
            case "smallint", "mediumint", "int", "year" -> ColumnType.INTEGER;
            // Twenty digits do not fit int64.
            case "bigint" -> columnType.contains("unsigned") ? ColumnType.DECIMAL : ColumnType.INTEGER;
            // Decimal128 holds 34 digits, MySQL up to 65.
            case "decimal" -> precision <= LONGEST_DECIMAL ? ColumnType.DECIMAL : ColumnType.UNSUPPORTED;
            case "double" -> ColumnType.DOUBLE;
            // A query gives six digits of a float, the log gives all.
            case "float" -> ColumnType.UNSUPPORTED;
            // Longer bit strings have no BSON type that keeps their length.
            case "bit" -> precision == 1 ? ColumnType.BOOLEAN : ColumnType.UNSUPPORTED;
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set" -> ColumnType.STRING;
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> ColumnType.BINARY;
            case "date" -> ColumnType.DATE;
            case "time" -> ColumnType.TIME;
            case "datetime" -> ColumnType.DATETIME;
            case "timestamp" -> ColumnType.TIMESTAMP;
            case "json" -> ColumnType.JSON;
            // Geometry, vectors, MariaDB's uuid and inet types: log and query give different forms.
            default -> ColumnType.UNSUPPORTED;
        };
    }
}
