package io.tapstate.connectors.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A database of one test: made empty, dropped by {@link #close()} with whatever still uses it. */
public final class TestDatabase implements AutoCloseable {
    private final DatabaseServer server;
    private final String name;

    private TestDatabase(DatabaseServer server, String name) {
        this.server = server;
        this.name = name;
    }

    static TestDatabase create(DatabaseServer server, String name) {
        TestDatabase database = new TestDatabase(server, name);
        database.onServer("CREATE DATABASE " + name);
        return database;
    }

    public DatabaseServer server() {
        return server;
    }

    public String name() {
        return name;
    }

    public String jdbcUrl() {
        return server.jdbcUrl(name);
    }

    /** A new connection to this database; the caller closes it. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl(), server.user(), server.password());
    }

    /** Runs statements in turn on one connection, each committed by itself. */
    public void execute(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("on " + name + ": " + e.getMessage(), e);
        }
    }

    /** Drops the database; on PostgreSQL its replication slots and sessions too. */
    @Override
    public void close() {
        if (isPostgres()) {
            onServer("SELECT pg_terminate_backend(active_pid, 5000) FROM pg_replication_slots" + " WHERE database = '"
                    + name + "' AND active");
            onServer("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots" + " WHERE database = '"
                    + name + "' AND NOT active");
            onServer("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        } else {
            onServer("DROP DATABASE IF EXISTS " + name);
        }
    }

    private boolean isPostgres() {
        return server.product().startsWith("PostgreSQL");
    }

    private void onServer(String sql) {
        String url = server.jdbcUrl(isPostgres() ? "postgres" : "");
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("on " + server.product() + ": " + e.getMessage(), e);
        }
    }
}
