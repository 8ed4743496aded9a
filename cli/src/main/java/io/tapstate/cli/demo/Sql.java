package io.tapstate.cli.demo;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** A connection for preparing a database and for the tour's changes; each statement commits by itself. */
final class Sql implements AutoCloseable {
    private static final String CONNECT_MILLIS = "10000";

    private final Connection connection;
    private final String database;

    private Sql(Connection connection, String database) {
        this.connection = connection;
        this.database = database;
    }

    /** Reads one row of a result. */
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    static Sql open(DatabaseAddress address) {
        return open(address.kind(), address.jdbcUrl(), address.user(), address.password());
    }

    /** @throws TapException {@code cli.demo-database-refused} */
    static Sql open(DatabaseAddress.Kind kind, String jdbcUrl, String user, String password) {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        if (kind == DatabaseAddress.Kind.MYSQL) {
            login.setProperty("allowPublicKeyRetrieval", "true");
            login.setProperty("sslMode", "PREFERRED");
            login.setProperty("connectTimeout", CONNECT_MILLIS);
        } else {
            login.setProperty("connectTimeout", "10");
        }
        String database = jdbcUrl.substring("jdbc:".length());
        try {
            return new Sql(DriverManager.getConnection(jdbcUrl, login), database);
        } catch (SQLException e) {
            throw refused(database, e);
        }
    }

    /** Runs statements in order. */
    void run(String... statements) {
        for (String text : statements) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(text);
            } catch (SQLException e) {
                throw refused(database, e);
            }
        }
    }

    /** All rows of a query. */
    <T> List<T> rows(String query, RowReader<T> reader) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            List<T> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(reader.read(result));
            }
            return rows;
        } catch (SQLException e) {
            throw refused(database, e);
        }
    }

    boolean any(String query) {
        return !rows(query, row -> row).isEmpty();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw refused(database, e);
        }
    }

    private static TapException refused(String database, SQLException e) {
        return TapException.because(
                e, CliError.DEMO_DATABASE_REFUSED, "database", database, "reason", String.valueOf(e.getMessage()));
    }
}
