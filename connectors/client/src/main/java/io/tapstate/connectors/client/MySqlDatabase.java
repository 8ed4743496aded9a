package io.tapstate.connectors.client;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.mysql.MySqlOptions;
import java.sql.Connection;
import java.sql.SQLException;

/** A database on a MySQL or MariaDB server. */
final class MySqlDatabase extends SourceDatabase {
    private static final int PRIVILEGE_MISSING = 1227;

    private MySqlDatabase(MySqlOptions options) {
        super(
                MySqlOptions.CONNECTOR,
                new DatabaseLogin(
                        JdbcDriver.MYSQL,
                        options.host(),
                        options.port(),
                        options.database(),
                        options.username(),
                        options.password()));
    }

    static MySqlDatabase of(MySqlOptions options) {
        return new MySqlDatabase(options);
    }

    /** Refuses a server whose binary log cannot be followed by this user. */
    void checkCapture(Connection connection) throws SQLException {
        if (!variable(connection, "log_bin").equals("1")) {
            throw TapException.of(ConnectionError.BINLOG_OFF, "address", login().address());
        }
        String format = variable(connection, "binlog_format");
        if (!format.equals("ROW")) {
            throw TapException.of(ConnectionError.BINLOG_FORMAT, "address", login().address(), "format", format);
        }
        // MINIMAL and NOBLOB also shorten the new row, so documents would lose fields.
        String image = variable(connection, "binlog_row_image");
        if (!image.equals("FULL")) {
            throw TapException.of(ConnectionError.BINLOG_ROW_IMAGE, "address", login().address(), "image", image);
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
                    login().address(),
                    "username",
                    login().username(),
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
