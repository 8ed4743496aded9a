package io.tapstate.connectors.client;

import io.tapstate.connectors.api.ColumnType;

/** What a PostgreSQL column becomes in BSON. Everything not listed is refused. */
final class PostgresTypes {
    private static final int LONGEST_DECIMAL = 34;
    private static final int TYPMOD_HEADER = 4;
    private static final int MILLISECOND_DIGITS = 3;

    private PostgresTypes() {}

    /**
     * @param name {@code pg_type.typname} of the base type of any domain
     * @param kind {@code pg_type.typtype}: {@code b} base, {@code e} enum, {@code c} composite, {@code r} range
     * @param modifier {@code atttypmod}; -1 when there is none
     */
    static ColumnType of(String name, String kind, int modifier) {
        if (kind.equals("e")) {
            return ColumnType.STRING;
        }
        if (!kind.equals("b")) {
            return ColumnType.UNSUPPORTED;
        }
        return switch (name) {
            case "int2", "int4", "int8", "oid" -> ColumnType.INTEGER;
            case "numeric" -> numeric(modifier);
            case "float4", "float8" -> ColumnType.DOUBLE;
            case "bool" -> ColumnType.BOOLEAN;
            // Longer bit strings have no BSON type that keeps their length.
            case "bit" -> modifier == 1 ? ColumnType.BOOLEAN : ColumnType.UNSUPPORTED;
            case "text", "varchar", "bpchar", "char", "name", "citext" -> ColumnType.STRING;
            case "bytea" -> ColumnType.BINARY;
            case "date" -> ColumnType.DATE;
            // The snapshot reads milliseconds only; without a precision a time has microseconds.
            case "time" -> modifier >= 0 && modifier <= MILLISECOND_DIGITS ? ColumnType.TIME : ColumnType.UNSUPPORTED;
            case "timestamp" -> ColumnType.DATETIME;
            case "timestamptz" -> ColumnType.TIMESTAMP;
            case "json", "jsonb" -> ColumnType.JSON;
            case "uuid" -> ColumnType.UUID;
            // Arrays, ranges, composites, intervals, timetz, money, network, geometry, search and extension types.
            default -> ColumnType.UNSUPPORTED;
        };
    }

    // Decimal128 holds 34 digits; numeric without a precision may hold thousands.
    private static ColumnType numeric(int modifier) {
        int precision = modifier < TYPMOD_HEADER ? Integer.MAX_VALUE : (modifier - TYPMOD_HEADER) >> 16;
        return precision <= LONGEST_DECIMAL ? ColumnType.DECIMAL : ColumnType.UNSUPPORTED;
    }
}
