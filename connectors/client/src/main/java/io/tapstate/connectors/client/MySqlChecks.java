package io.tapstate.connectors.client;

import static io.tapstate.connectors.client.SourceDatabase.query;

import io.tapstate.connectors.client.Checklist.Finding;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.mysql.MySqlOptions;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The items of a MySQL or MariaDB source. */
final class MySqlChecks extends SourceChecks {
    private static final String LOG = "log-bin";
    private static final String CLIENT = "replication-client";
    private static final String LEAST_MYSQL = "8.0";
    private static final String LEAST_MARIADB = "10.5";
    private static final long SHORTEST_SECONDS = 24 * 3600;
    // Denied on a table, on a column.
    private static final Set<Integer> REFUSALS = Set.of(1142, 1143);

    private final MySqlOptions options;
    private final MySqlDatabase database;

    private MySqlChecks(MySqlOptions options, MySqlDatabase database, TableSelection selection, boolean capture) {
        super(MySqlOptions.CONNECTOR, database, selection, capture);
        this.options = options;
        this.database = database;
    }

    static MySqlChecks of(MySqlOptions options, TableSelection selection, boolean capture) {
        return new MySqlChecks(options, MySqlDatabase.of(options), selection, capture);
    }

    @Override
    void reading(Checklist checklist) {
        checklist.item(VERSION, this::version, DATABASE);
        checklist.item(TABLES, this::tables, DATABASE);
    }

    @Override
    void capturing(Checklist checklist) {
        checklist.item(LOG, "the binary log is on", () -> database.requireBinaryLog(connection()), DATABASE);
        checklist.item("binlog-format", "binlog_format is ROW", () -> database.requireRowFormat(connection()), LOG);
        checklist.item(
                "binlog-row-image", "binlog_row_image is FULL", () -> database.requireFullImage(connection()), LOG);
        checklist.item(
                "binlog-row-values",
                "the binary log has whole JSON values",
                () -> database.requireWholeJson(connection()),
                LOG);
        checklist.item("server-id", this::serverId, LOG);
        checklist.item(
                CLIENT, "the user has REPLICATION CLIENT", () -> database.requireReplicationClient(connection()), LOG);
        checklist.item(
                "replication-slave",
                "the user has REPLICATION SLAVE",
                () -> database.requireReplicationSlave(connection()),
                LOG);
        checklist.item("log-retention", this::retention, LOG);
    }

    @Override
    List<String> tableNames() throws SQLException {
        return query(
                connection(),
                row -> row.getString(1),
                "SELECT table_name FROM information_schema.tables"
                        + " WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'");
    }

    @Override
    String quoted(String table) {
        return identifier(table);
    }

    @Override
    boolean isRefusal(SQLException fault) {
        return REFUSALS.contains(fault.getErrorCode());
    }

    @Override
    String grantToRead() throws SQLException {
        return "GRANT SELECT ON " + identifier(options.database()) + ".* TO " + MySqlDatabase.grantee(connection())
                + ";";
    }

    @Override
    String namespace() {
        return options.database();
    }

    private Finding version() throws SQLException {
        String version = MySqlDatabase.version(connection());
        return MySqlDatabase.isMariaDb(connection())
                ? version("MariaDB", version, LEAST_MARIADB)
                : version("MySQL", version, LEAST_MYSQL);
    }

    private Finding serverId() throws SQLException {
        database.requireServerId(connection());
        return Finding.good("server_id is " + MySqlDatabase.variable(connection(), "server_id"));
    }

    // Which of the settings there are depends on product and version.
    private Finding retention() throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        query(
                connection(),
                row -> settings.put(row.getString(1), row.getString(2)),
                "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
                        + " ('binlog_expire_logs_seconds', 'expire_logs_days', 'binlog_expire_logs_auto_purge')");
        long seconds = (long) Double.parseDouble(settings.getOrDefault("binlog_expire_logs_seconds", "0"));
        if (seconds == 0) {
            seconds = (long) (Double.parseDouble(settings.getOrDefault("expire_logs_days", "0")) * 24 * 3600);
        }
        if (seconds == 0 || "OFF".equals(settings.get("binlog_expire_logs_auto_purge"))) {
            return Finding.good("the log is kept until somebody removes it");
        }
        String kept = duration(seconds);
        if (seconds >= SHORTEST_SECONDS) {
            return Finding.good("the log is kept for " + kept);
        }
        Diagnostic tooShort =
                Diagnostic.of(ConnectionError.LOG_RETENTION_SHORT, "address", login().address(), "kept", kept);
        return new Finding(tooShort.message(), List.of(tooShort));
    }

    private static String duration(long seconds) {
        return seconds % 86_400 == 0
                ? seconds / 86_400 + " days"
                : seconds % 3600 == 0 ? seconds / 3600 + " hours" : seconds + " seconds";
    }

    private static String identifier(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
