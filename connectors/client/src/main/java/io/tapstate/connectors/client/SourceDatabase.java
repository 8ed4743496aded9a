package io.tapstate.connectors.client;

import io.tapstate.connectors.diagnostics.TapException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The database that a source names, open for questions. One subclass per kind of server. */
abstract class SourceDatabase {
    private final String connector;
    private final DatabaseLogin login;

    SourceDatabase(String connector, DatabaseLogin login) {
        this.connector = connector;
        this.login = login;
    }

    /** Reads one row of a result. */
    interface RowMapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    /** Work on an open connection. */
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Connects, works and closes; SQL faults come out coded. */
    final <T> T with(Work<T> work) {
        try (Connection connection = login.connect()) {
            return work.on(connection);
        } catch (SQLException e) {
            throw TapException.because(
                    e,
                    ConnectionError.DISCOVER_FAILED,
                    "connector",
                    connector,
                    "address",
                    login.address(),
                    "detail",
                    login.detail(e));
        }
    }

    final DatabaseLogin login() {
        return login;
    }

    /** All rows of a query. */
    static <T> List<T> query(Connection connection, RowMapper<T> mapper, String sql, Object... arguments)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            List<T> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(mapper.map(result));
                }
            }
            return rows;
        }
    }
}
