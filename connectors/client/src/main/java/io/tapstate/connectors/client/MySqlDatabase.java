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
        requireBinaryLog(connection);
        requireRowFormat(connection);
        requireFullImage(connection);
        requireWholeJson(connection);
        requireServerId(connection);
        requireReplicationClient(connection);
        requireReplicationSlave(connection);
    }

    void requireBinaryLog(Connection connection) throws SQLException {
        if (!variable(connection, "log_bin").equals("1")) {
            throw TapException.of(ConnectionError.BINLOG_OFF, "address", login().address());
        }
    }

    void requireRowFormat(Connection connection) throws SQLException {
        String format = variable(connection, "binlog_format");
        if (!format.equals("ROW")) {
            throw TapException.of(ConnectionError.BINLOG_FORMAT, "address", login().address(), "format", format);
        }
    }

    void requireFullImage(Connection connection) throws SQLException {
        // MINIMAL and NOBLOB also shorten the new row, so documents would lose fields.
        String image = variable(connection, "binlog_row_image");
        if (!image.equals("FULL")) {
            throw TapException.of(ConnectionError.BINLOG_ROW_IMAGE, "address", login().address(), "image", image);
        }
    }

    void requireWholeJson(Connection connection) throws SQLException {
        // Servers before 8.0 and MariaDB have no such setting.
        boolean partial =
                query(connection, row -> row.getString(2), "SHOW GLOBAL VARIABLES LIKE 'binlog_row_value_options'")
                        .stream()
                        .anyMatch(options -> options.contains("PARTIAL_JSON"));
        if (partial) {
            throw TapException.of(ConnectionError.BINLOG_PARTIAL_JSON, "address", login().address());
        }
    }

    void requireServerId(Connection connection) throws SQLException {
        if (variable(connection, "server_id").equals("0")) {
            throw TapException.of(ConnectionError.SERVER_ID, "address", login().address());
        }
    }

    void requireReplicationClient(Connection connection) throws SQLException {
        // Asking is the only test that sees privileges granted through roles.
        requirePrivilege(connection, "REPLICATION CLIENT", "SHOW BINARY LOGS");
    }

    void requireReplicationSlave(Connection connection) throws SQLException {
        String privilege = "REPLICATION SLAVE";
        if (!isMariaDb(connection)) {
            requirePrivilege(connection, privilege, "SHOW BINLOG EVENTS LIMIT 1");
            return;
        }
        // MariaDB shows events to whom it would not send them; its grants list names those of roles in force too.
        boolean granted = query(connection, row -> row.getString(1), "SHOW GRANTS").stream()
                .filter(grant -> grant.contains(" ON *.* "))
                .anyMatch(grant -> grant.contains(privilege) || grant.startsWith("GRANT ALL PRIVILEGES "));
        if (!granted) {
            throw missing(connection, privilege, null);
        }
    }

    /** The server's own text, for example {@code 8.0.40} or {@code 11.4.5-MariaDB-log}. */
    static String version(Connection connection) throws SQLException {
        return query(connection, row -> row.getString(1), "SELECT VERSION()").get(0);
    }

    static boolean isMariaDb(Connection connection) throws SQLException {
        return version(connection).contains("MariaDB");
    }

    static String variable(Connection connection, String name) throws SQLException {
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
            throw missing(connection, privilege, e);
        }
    }

    private TapException missing(Connection connection, String privilege, SQLException cause) throws SQLException {
        return TapException.because(
                cause,
                ConnectionError.PRIVILEGE_MISSING,
                "address",
                login().address(),
                "username",
                login().username(),
                "privilege",
                privilege,
                "statement",
                "GRANT REPLICATION CLIENT, REPLICATION SLAVE ON *.* TO " + grantee(connection) + ";");
    }

    /** The account the server took this user for, as {@code GRANT} wants it. */
    static String grantee(Connection connection) throws SQLException {
        String account = query(connection, row -> row.getString(1), "SELECT CURRENT_USER()")
                .get(0);
        int at = account.lastIndexOf('@');
        return quoted(account.substring(0, at)) + "@" + quoted(account.substring(at + 1));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
