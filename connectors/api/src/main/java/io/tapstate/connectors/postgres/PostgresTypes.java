package io.tapstate.connectors.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The types of one database, as far as somebody asked for them. Not shared between threads.
 *
 * <p>A domain is what it is made over, however deep; the modifier of the innermost counts. A type is an array when its
 * element says so: {@code int2vector} has elements too, and another text.
 */
public final class PostgresTypes {
    private static final int FIRST_USER_OID = 16_384;

    private static final String TYPES = """
            WITH RECURSIVE used (oid) AS (
              SELECT unnest(?::bigint[])::oid
              UNION
              SELECT CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE e.oid END
              FROM used u JOIN pg_catalog.pg_type t ON t.oid = u.oid LEFT JOIN pg_catalog.pg_type e ON e.typarray = t.oid
              WHERE t.typtype = 'd' OR e.oid IS NOT NULL
            )
            SELECT t.oid::bigint, t.typname, t.typtype, t.typbasetype::bigint, t.typtypmod, e.oid::bigint, e.typdelim
            FROM used u JOIN pg_catalog.pg_type t ON t.oid = u.oid LEFT JOIN pg_catalog.pg_type e ON e.typarray = t.oid
            """;

    private final Map<Long, Row> rows = new HashMap<>();

    /** @param element 0 for all but arrays */
    private record Row(String name, char kind, long base, int modifier, long element, char delimiter) {}

    /** Reads these types, and those they are made of. */
    public void read(Connection connection, Set<Long> oids) throws SQLException {
        if (rows.keySet().containsAll(oids)) {
            return;
        }
        try (PreparedStatement query = connection.prepareStatement(TYPES)) {
            query.setArray(1, connection.createArrayOf("int8", oids.toArray()));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    rows.put(row.getLong(1), row(row));
                }
            }
        }
    }

    private static Row row(ResultSet row) throws SQLException {
        String delimiter = row.getString(7);
        return new Row(
                row.getString(2),
                row.getString(3).charAt(0),
                row.getLong(4),
                row.getInt(5),
                row.getLong(6),
                delimiter == null ? '\0' : delimiter.charAt(0));
    }

    /**
     * The type of a column that was declared with this type and modifier; one of no known kind when the type is not
     * there any more.
     */
    public PostgresType resolve(long oid, int modifier) {
        Row row = rows.get(oid);
        if (row == null) {
            return new PostgresType("unknown", 'p', false, modifier, null, '\0');
        }
        if (row.kind == 'd') {
            return resolve(row.base, row.modifier >= 0 ? row.modifier : modifier);
        }
        if (row.element != 0) {
            return PostgresType.arrayOf(resolve(row.element, modifier), row.delimiter);
        }
        return new PostgresType(row.name, row.kind, oid < FIRST_USER_OID, modifier, null, '\0');
    }
}
