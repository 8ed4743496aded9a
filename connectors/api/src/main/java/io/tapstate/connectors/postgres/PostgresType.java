package io.tapstate.connectors.postgres;

import io.tapstate.connectors.api.ColumnType;
import java.util.Objects;

/**
 * What a column of PostgreSQL holds, domains looked through: the one place that says which BSON a type becomes.
 *
 * @param name {@code pg_type.typname}; of an array, that of its elements
 * @param kind {@code pg_type.typtype}: {@code b} base, {@code e} enum, {@code c} composite, {@code r} and {@code m}
 *     range and multirange, {@code p} pseudo
 * @param builtIn whether every PostgreSQL has the type; else an extension or a user made it
 * @param modifier {@code atttypmod}; -1 when there is none
 * @param element what an array holds, null for anything else
 * @param delimiter between the elements of an array
 */
public record PostgresType(
        String name, char kind, boolean builtIn, int modifier, PostgresType element, char delimiter) {
    private static final int MILLISECOND_DIGITS = 3;
    private static final char SEPARATOR = ':';

    public PostgresType {
        Objects.requireNonNull(name);
    }

    /** The array of these elements. */
    static PostgresType arrayOf(PostgresType element, char delimiter) {
        return new PostgresType(element.name, 'a', element.builtIn, element.modifier, element, delimiter);
    }

    public boolean isArray() {
        return element != null;
    }

    /** What values of the type are in BSON. */
    public ColumnType columnType() {
        if (isArray()) {
            return element.columnType() == ColumnType.UNSUPPORTED ? ColumnType.UNSUPPORTED : ColumnType.ARRAY;
        }
        return switch (kind) {
            case 'e', 'c', 'r', 'm' -> ColumnType.STRING;
            case 'b' -> builtIn ? builtInType() : extensionType();
            default -> ColumnType.UNSUPPORTED;
        };
    }

    private ColumnType builtInType() {
        return switch (name) {
            case "int2", "int4", "int8", "oid", "xid", "cid" -> ColumnType.INTEGER;
            case "numeric", "money", "xid8" -> ColumnType.DECIMAL;
            case "float4", "float8" -> ColumnType.DOUBLE;
            case "bool" -> ColumnType.BOOLEAN;
            case "bit" -> modifier == 1 ? ColumnType.BOOLEAN : ColumnType.STRING;
            case "bytea" -> ColumnType.BINARY;
            case "date" -> ColumnType.DATE;
            case "time" -> ColumnType.TIME;
            case "timestamp" -> ColumnType.DATETIME;
            case "timestamptz" ->
                modifier >= 0 && modifier <= MILLISECOND_DIGITS ? ColumnType.TIMESTAMP : ColumnType.TIMESTAMP_MICROS;
            case "json", "jsonb" -> ColumnType.JSON;
            case "uuid" -> ColumnType.UUID;
            case "text", "varchar", "bpchar", "char", "name", "xml", "refcursor", "varbit" -> ColumnType.STRING;
            case "timetz", "interval", "inet", "cidr", "macaddr", "macaddr8" -> ColumnType.STRING;
            case "point", "line", "lseg", "box", "path", "polygon", "circle" -> ColumnType.STRING;
            case "tsvector", "tsquery", "jsonpath" -> ColumnType.STRING;
            case "pg_lsn", "tid", "txid_snapshot", "pg_snapshot", "int2vector", "oidvector" -> ColumnType.STRING;
            // What is left names other objects of the database (regclass, aclitem): its text changes when they do.
            default -> ColumnType.UNSUPPORTED;
        };
    }

    // The text of a type that we do not know may depend on settings that we do not know.
    private ColumnType extensionType() {
        return switch (name) {
            case "citext", "ltree", "lquery", "ltxtquery" -> ColumnType.STRING;
            case "hstore" -> ColumnType.MAP;
            default -> ColumnType.UNSUPPORTED;
        };
    }

    /** The type as one line, for {@link #parse}. */
    public String text() {
        if (isArray()) {
            return "a" + delimiter + element.text();
        }
        return "" + kind + (builtIn ? '+' : '-') + modifier + SEPARATOR + name;
    }

    /** What {@link #text} was made of. */
    public static PostgresType parse(String text) {
        if (text.charAt(0) == 'a') {
            return arrayOf(parse(text.substring(2)), text.charAt(1));
        }
        int end = text.indexOf(SEPARATOR);
        int modifier = Integer.parseInt(text, 2, end, 10);
        return new PostgresType(text.substring(end + 1), text.charAt(0), text.charAt(1) == '+', modifier, null, '\0');
    }
}
