package io.tapstate.connectors.client;

import io.tapstate.connectors.diagnostics.TapException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs single SQL statements, each committed at once, and gives back what they return as text. */
public final class SqlSession implements AutoCloseable {
    private static final Pattern URL =
            Pattern.compile("(jdbc:(?:mysql|postgresql):)//(\\[[^\\]/?@]+]|[^:/?@]+)(?::([0-9]{1,5}))?/([^/?@]+)");

    private final DatabaseLogin login;
    private final Connection connection;

    private SqlSession(DatabaseLogin login, Connection connection) {
        this.login = login;
        this.connection = connection;
    }

    /**
     * Connects.
     *
     * @param url {@code jdbc:mysql://HOST:PORT/DATABASE} or {@code jdbc:postgresql://HOST:PORT/DATABASE}, no parameters
     * @throws TapException coded: address not usable, unreachable, login refused, database missing
     */
    public static SqlSession open(String url, String username, String password) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw TapException.of(ConnectionError.URL_UNSUPPORTED, "url", withoutSecrets(url));
        }
        boolean mysql = parts.group(1).equals(JdbcDriver.MYSQL.urlPrefix());
        String port = parts.group(3) != null ? parts.group(3) : mysql ? "3306" : "5432";
        DatabaseLogin login = new DatabaseLogin(
                mysql ? JdbcDriver.MYSQL : JdbcDriver.POSTGRES,
                parts.group(2),
                Integer.parseInt(port),
                parts.group(4),
                username,
                password);
        return new SqlSession(login, login.connect());
    }

    /**
     * Runs one statement.
     *
     * @param limit how many rows to hand back at most, 1 or more
     * @throws TapException {@code connection.sql-refused} with the server's words
     */
    public SqlResult run(String sql, int limit) {
        try (Statement statement = connection.createStatement()) {
            // One more than asked for, to know whether there are more.
            statement.setMaxRows(limit + 1);
            if (!statement.execute(sql)) {
                return new SqlResult.Changed(Math.max(0, statement.getLargeUpdateCount()));
            }
            try (ResultSet result = statement.getResultSet()) {
                return rows(result, limit);
            }
        } catch (SQLException e) {
            throw TapException.because(
                    e,
                    ConnectionError.SQL_REFUSED,
                    "state",
                    String.valueOf(e.getSQLState()),
                    "detail",
                    login.detail(e));
        }
    }

    private static SqlResult.Rows rows(ResultSet result, int limit) throws SQLException {
        ResultSetMetaData shape = result.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= shape.getColumnCount(); i++) {
            columns.add(shape.getColumnLabel(i));
        }
        List<List<String>> rows = new ArrayList<>();
        boolean cut = false;
        while (!cut && result.next()) {
            if (rows.size() == limit) {
                cut = true;
            } else {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns.size(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(Collections.unmodifiableList(row));
            }
        }
        return new SqlResult.Rows(List.copyOf(columns), Collections.unmodifiableList(rows), cut);
    }

    private static String withoutSecrets(String url) {
        return url.replaceAll("[?#].*", "?...").replaceAll("//.*@", "//...@");
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // The statement's outcome is known already; a line that broke afterwards changes nothing.
            return;
        }
    }
}
