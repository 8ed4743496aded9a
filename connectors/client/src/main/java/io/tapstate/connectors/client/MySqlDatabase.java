package io.tapstate.connectors.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.mysql.MySqlOptions;
import java.net.URLEncoder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;

/** A database on a MySQL or MariaDB server. */
final class MySqlDatabase extends SourceDatabase {
    private static final int ACCESS_DENIED_TO_DATABASE = 1044;
    private static final int UNKNOWN_DATABASE = 1049;
    private static final int PRIVILEGE_MISSING = 1227;
    // Wrong user or password, host not let in, account locked, password expired.
    private static final Set<Integer> LOGIN_REFUSALS = Set.of(1045, 1130, 1698, 1820, 1862, 3118, 4151);

    private MySqlDatabase(MySqlOptions options) {
        super(
                JdbcDriver.MYSQL,
                MySqlOptions.CONNECTOR,
                "MySQL",
                options.host(),
                options.port(),
                options.database(),
                options.username(),
                options.password());
    }

    static MySqlDatabase of(MySqlOptions options) {
        return new MySqlDatabase(options);
    }

    @Override
    String url() {
        return "jdbc:mysql://" + address() + "/"
                + URLEncoder.encode(database(), UTF_8).replace("+", "%20");
    }

    @Override
    void configure(Properties properties) {
        String limit = Integer.toString(CONNECT_SECONDS * 1000);
        properties.setProperty("connectTimeout", limit);
        properties.setProperty("socketTimeout", limit);
        properties.setProperty("sslMode", "DISABLED");
        properties.setProperty("allowPublicKeyRetrieval", "true");
        properties.setProperty("connectionTimeZone", "UTC");
    }

    @Override
    boolean refusesLogin(SQLException fault) {
        return LOGIN_REFUSALS.contains(fault.getErrorCode());
    }

    @Override
    boolean lacksDatabase(SQLException fault) {
        return fault.getErrorCode() == UNKNOWN_DATABASE || fault.getErrorCode() == ACCESS_DENIED_TO_DATABASE;
    }

    @Override
    boolean isUnreachable(SQLException fault) {
        return fault.getErrorCode() == 0 && String.valueOf(fault.getSQLState()).startsWith("08");
    }

    /** Refuses a server whose binary log cannot be followed by this user. */
    void checkCapture(Connection connection) throws SQLException {
        if (!variable(connection, "log_bin").equals("1")) {
            throw TapException.of(ConnectionError.BINLOG_OFF, "address", address());
        }
        String format = variable(connection, "binlog_format");
        if (!format.equals("ROW")) {
            throw TapException.of(ConnectionError.BINLOG_FORMAT, "address", address(), "format", format);
        }
        // MINIMAL and NOBLOB also shorten the new row, so documents would lose fields.
        String image = variable(connection, "binlog_row_image");
        if (!image.equals("FULL")) {
            throw TapException.of(ConnectionError.BINLOG_ROW_IMAGE, "address", address(), "image", image);
        }
        // Asking is the only test that sees privileges granted through roles.
        requirePrivilege(connection, "REPLICATION CLIENT", "SHOW BINARY LOGS");
        requirePrivilege(connection, "REPLICATION SLAVE", "SHOW BINLOG EVENTS LIMIT 1");
    }

    private static String variable(Connection connection, String name) throws SQLException {
        return query(connection, row -> row.getString(1), "SELECT @@global." + name)
                .get(0);
    }

    private void requirePrivilege(Connection connection, String privilege, String probe) throws SQLException {
        try {
            query(connection, row -> row.getString(1), probe);
        } catch (SQLException e) {
            if (e.getErrorCode() != PRIVILEGE_MISSING) {
                throw e;
            }
            String account = query(connection, row -> row.getString(1), "SELECT CURRENT_USER()")
                    .get(0);
            int at = account.lastIndexOf('@');
            String grantee = quoted(account.substring(0, at)) + "@" + quoted(account.substring(at + 1));
            throw TapException.because(
                    e,
                    ConnectionError.PRIVILEGE_MISSING,
                    "address",
                    address(),
                    "username",
                    username(),
                    "privilege",
                    privilege,
                    "statement",
                    "GRANT REPLICATION CLIENT, REPLICATION SLAVE ON *.* TO " + grantee + ";");
        }
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
