package io.tapstate.connectors.client;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.postgres.PostgresOptions;
import java.sql.Connection;
import java.sql.SQLException;

/** A database on a PostgreSQL server. */
final class PostgresDatabase extends SourceDatabase {
    private final String schema;

    private PostgresDatabase(PostgresOptions options) {
        super(
                PostgresOptions.CONNECTOR,
                new DatabaseLogin(
                        JdbcDriver.POSTGRES,
                        options.host(),
                        options.port(),
                        options.database(),
                        options.username(),
                        options.password()));
        this.schema = options.schema();
    }

    static PostgresDatabase of(PostgresOptions options) {
        return new PostgresDatabase(options);
    }

    /** Refuses a database without the configured schema. */
    void checkSchema(Connection connection) throws SQLException {
        if (query(connection, row -> row.getInt(1), "SELECT 1 FROM pg_namespace WHERE nspname = ?", schema)
                .isEmpty()) {
            throw TapException.of(
                    ConnectionError.SCHEMA_MISSING,
                    "server",
                    login().driver().title(),
                    "address",
                    login().address(),
                    "database",
                    login().database(),
                    "schema",
                    schema);
        }
    }

    /** Refuses a server whose changes this role cannot follow. */
    void checkCapture(Connection connection) throws SQLException {
        requireLogicalLog(connection);
        requireReplicationRole(connection);
        requireFreeSlot(connection);
    }

    void requireLogicalLog(Connection connection) throws SQLException {
        String level =
                query(connection, row -> row.getString(1), "SHOW wal_level").get(0);
        if (!level.equals("logical")) {
            throw TapException.of(ConnectionError.WAL_LEVEL, "address", login().address(), "level", level);
        }
    }

    void requireReplicationRole(Connection connection) throws SQLException {
        // Hosted servers give the right to replicate through membership of a role of their own.
        boolean replicates = query(
                        connection,
                        row -> row.getBoolean(1),
                        "SELECT rolsuper OR rolreplication OR EXISTS (SELECT 1 FROM pg_roles h"
                                + " WHERE h.rolname = 'rds_replication' AND pg_has_role(r.oid, h.oid, 'MEMBER'))"
                                + " FROM pg_roles r WHERE r.rolname = current_user")
                .get(0);
        if (!replicates) {
            throw TapException.of(
                    ConnectionError.PRIVILEGE_MISSING,
                    "address",
                    login().address(),
                    "username",
                    login().username(),
                    "privilege",
                    "REPLICATION",
                    "statement",
                    "ALTER ROLE " + identifier(login().username()) + " REPLICATION;");
        }
    }

    /** A name as SQL writes it. */
    static String identifier(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    String schema() {
        return schema;
    }

    static int setting(Connection connection, String name) throws SQLException {
        return query(connection, row -> row.getInt(1), "SELECT setting::int FROM pg_settings WHERE name = ?", name)
                .get(0);
    }

    void requireFreeSlot(Connection connection) throws SQLException {
        int limit = setting(connection, "max_replication_slots");
        int used = query(connection, row -> row.getInt(1), "SELECT count(*)::int FROM pg_replication_slots")
                .get(0);
        if (used >= limit && !hasSlotOfOurs(connection)) {
            throw TapException.of(ConnectionError.NO_FREE_SLOT, "address", login().address(), "slots", limit);
        }
    }

    // A pipeline that resumes finds its slot among those in use.
    private static boolean hasSlotOfOurs(Connection connection) throws SQLException {
        String ours = "SELECT 1 FROM pg_replication_slots WHERE slot_name LIKE 'tapstate\\_%'"
                + " AND database = current_database()";
        return !query(connection, row -> row.getInt(1), ours).isEmpty();
    }
}
