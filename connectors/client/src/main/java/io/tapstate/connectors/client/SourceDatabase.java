package io.tapstate.connectors.client;

import io.tapstate.connectors.diagnostics.TapException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * The database that a source names: how it is connected to, and what its refusals mean. One subclass per kind of server.
 * What it reports never holds the password.
 */
abstract class SourceDatabase {
    /** How long a server may take to accept a connection and the login. */
    static final int CONNECT_SECONDS = 5;

    private static final int ANSWER_MILLIS = 30_000;

    private final JdbcDriver driver;
    private final String connector;
    private final String title;
    private final String host;
    private final int port;
    private final String database;
    private final String username;
    private final String password;

    SourceDatabase(
            JdbcDriver driver,
            String connector,
            String title,
            String host,
            int port,
            String database,
            String username,
            String password) {
        this.driver = driver;
        this.connector = connector;
        this.title = title;
        this.host = host;
        this.port = port;
        this.database = database;
        this.username = username;
        this.password = password;
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
        try (Connection connection = open()) {
            try {
                connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
                return work.on(connection);
            } catch (SQLException e) {
                throw discoverFailed(e);
            }
        } catch (SQLException e) {
            throw discoverFailed(e);
        }
    }

    private Connection open() {
        // Text that could smuggle driver parameters into the address is not a host name.
        if (!host.matches("[A-Za-z0-9._:%-]+|\\[[A-Za-z0-9.:%]+]")) {
            throw TapException.of(
                    ConnectionError.UNREACHABLE, "server", title, "address", address(), "detail", "not a host name");
        }
        Properties properties = new Properties();
        properties.setProperty("user", username);
        properties.setProperty("password", password);
        configure(properties);
        try {
            return driver.connect(url(), properties);
        } catch (SQLException e) {
            throw connectFailed(e);
        }
    }

    /** The address for the driver, without user and password. */
    abstract String url();

    /** Adds driver settings, with a time limit of {@link #CONNECT_SECONDS} for the whole login. */
    abstract void configure(Properties properties);

    /** Whether the server said no to this user, rather than not answering. */
    abstract boolean refusesLogin(SQLException fault);

    /** Whether the server has no such database, or hides it from this user. */
    abstract boolean lacksDatabase(SQLException fault);

    /** Whether the server was never spoken to, or the line broke. */
    abstract boolean isUnreachable(SQLException fault);

    private TapException connectFailed(SQLException fault) {
        if (lacksDatabase(fault)) {
            return TapException.because(
                    fault,
                    ConnectionError.DATABASE_MISSING,
                    "server",
                    title,
                    "address",
                    address(),
                    "database",
                    database,
                    "username",
                    username);
        }
        if (refusesLogin(fault)) {
            return TapException.because(
                    fault,
                    ConnectionError.LOGIN_REFUSED,
                    "server",
                    title,
                    "address",
                    address(),
                    "username",
                    username,
                    "detail",
                    detail(fault));
        }
        if (isUnreachable(fault)) {
            return TapException.because(
                    fault,
                    ConnectionError.UNREACHABLE,
                    "server",
                    title,
                    "address",
                    address(),
                    "detail",
                    rootDetail(fault));
        }
        return discoverFailed(fault);
    }

    private TapException discoverFailed(SQLException fault) {
        return TapException.because(
                fault,
                ConnectionError.DISCOVER_FAILED,
                "connector",
                connector,
                "address",
                address(),
                "detail",
                detail(fault));
    }

    /** {@code host:port}. */
    final String address() {
        return hostInUrl() + ":" + port;
    }

    /** The host with an IPv6 address in brackets. */
    final String hostInUrl() {
        return host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    final String title() {
        return title;
    }

    final String database() {
        return database;
    }

    final String username() {
        return username;
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

    private String rootDetail(SQLException fault) {
        Throwable root = fault;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String text = root.getMessage();
        return root == fault || text == null
                ? detail(fault)
                : withoutPassword(root instanceof java.net.UnknownHostException ? "unknown host " + text : text);
    }

    private String detail(SQLException fault) {
        return withoutPassword(String.valueOf(fault.getMessage()));
    }

    private String withoutPassword(String text) {
        return password.isEmpty() ? text : text.replace(password, "***");
    }
}
