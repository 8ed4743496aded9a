package io.tapstate.connectors.client;

import static io.tapstate.connectors.client.Reports.item;
import static io.tapstate.connectors.client.Reports.onlyFailure;
import static io.tapstate.connectors.client.Reports.outcomes;
import static io.tapstate.connectors.client.Reports.reason;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.client.ConnectionCheck.Status;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.embedded.DatabaseServer;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every item of a MySQL source, on a real server that is as it must be, and on one that is not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlConnectionTestIT {
    private static final String SECRET = "s3cr3t-of-reader";

    private TestDatabase database;

    DatabaseServer server() {
        return TestDatabases.mysql();
    }

    String product() {
        return "MySQL";
    }

    @BeforeAll
    void makeDatabase() {
        database = TestDatabases.freshDatabase(server(), "tested");
        database.execute("CREATE TABLE orders (id INT PRIMARY KEY)", "CREATE TABLE `odd ``name` (id INT PRIMARY KEY)");
    }

    @AfterAll
    void dropDatabase() {
        database.close();
    }

    @Test
    void aPreparedServerPassesEveryItem() {
        ConnectionReport report = test(settings(), true);
        assertThat(outcomes(report))
                .containsOnlyKeys(
                        "settings",
                        "address",
                        "login",
                        "database",
                        "version",
                        "tables",
                        "log-bin",
                        "binlog-format",
                        "binlog-row-image",
                        "binlog-row-values",
                        "server-id",
                        "replication-client",
                        "replication-slave",
                        "log-retention")
                .allSatisfy((name, status) -> assertThat(status).as(name).isEqualTo(Status.PASSED));
        assertThat(report.outcome()).isEqualTo(Status.PASSED);
        assertThat(item(report, "tables").message()).isEqualTo("all 2 selected tables can be read");
        assertThat(item(report, "version").message()).startsWith(product() + " ");
        assertThat(item(report, "server-id").message()).isEqualTo("server_id is 1");
    }

    @Test
    void withoutCaptureTheLogIsNotLookedAt() {
        assertThat(outcomes(test(settings(), false)))
                .containsOnlyKeys("settings", "address", "login", "database", "version", "tables");
    }

    @Test
    void aClosedPortFailsTheAddressAndSkipsTheRest() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        ConnectionReport report = test(Sources.with(settings(), "port", Integer.toString(closed)), true);
        assertThat(onlyFailure(report, "address").code()).isEqualTo("connection.unreachable");
        assertThat(item(report, "login").message()).isEqualTo("not looked at, because `address` failed");
        assertThat(report.checks().subList(2, report.checks().size()))
                .extracting(ConnectionCheck::status)
                .containsOnly(Status.SKIPPED);
        Diagnostic unknown = onlyFailure(test(Sources.with(settings(), "host", "nowhere.invalid"), true), "address");
        assertThat(unknown.message()).contains("unknown host");
    }

    @Test
    void aWrongPasswordFailsTheLogin() {
        ConnectionReport report = Reports.source("mysql", settings(), "wrong-" + SECRET, true);
        assertThat(onlyFailure(report, "login").code()).isEqualTo("connection.login-refused");
        assertThat(item(report, "address").status()).isEqualTo(Status.PASSED);
        assertThat(item(report, "replication-slave").message()).isEqualTo("not looked at, because `login` failed");
    }

    @Test
    void aMissingDatabaseFailsAfterTheLogin() {
        ConnectionReport report = test(Sources.with(settings(), "database", "no_such"), true);
        assertThat(onlyFailure(report, "database").code()).isEqualTo("connection.database-missing");
        assertThat(item(report, "login").status()).isEqualTo(Status.PASSED);
    }

    @Test
    void unsetVariablesAndMissingSettingsFailTheFirstItem() {
        ConnectionReport unset = test(Sources.with(settings(), "host", "${NOT_SET}"), true);
        assertThat(onlyFailure(unset, "settings").code()).isEqualTo("dsl.undefined-variable");
        Map<String, String> incomplete = settings();
        incomplete.remove("host");
        assertThat(onlyFailure(test(incomplete, true), "settings").code()).isEqualTo("dsl.config-required");
    }

    @Test
    void tablesThatAreNotThereAreNamed() {
        Diagnostic fault = onlyFailure(test(settings(), true, "orders", "ordres", "items"), "tables");
        assertThat(fault.code()).isEqualTo("connection.table-missing");
        assertThat(fault.parameters()).containsEntry("tables", "`items`, `ordres`");
    }

    @Test
    void privilegesAreMissedOneByOneAndTheFixesMendThem() {
        String user = TestDatabases.uniqueName("reader");
        String account = "'" + user + "'@'%'";
        database.execute(
                "CREATE USER " + account + " IDENTIFIED BY '" + SECRET + "'",
                "GRANT CREATE TEMPORARY TABLES ON " + database.name() + ".* TO " + account,
                "GRANT INSERT ON " + database.name() + ".orders TO " + account);
        try {
            Map<String, String> settings = Sources.with(settings(), "username", user);
            ConnectionReport first = Reports.source("mysql", settings, SECRET, true);
            Diagnostic unreadable = reason(first, "tables");
            assertThat(unreadable.code()).isEqualTo("connection.table-unreadable");
            assertThat(unreadable.parameters()).containsEntry("tables", "`orders`");
            for (String item : List.of("replication-client", "replication-slave")) {
                assertThat(reason(first, item).code()).isEqualTo("connection.privilege-missing");
            }

            database.execute(unreadable.parameters().get("statement"));
            ConnectionReport second = Reports.source("mysql", settings, SECRET, true);
            assertThat(item(second, "tables").message()).isEqualTo("all 2 selected tables can be read");
            database.execute("GRANT REPLICATION CLIENT ON *.* TO " + account);
            Diagnostic follower = onlyFailure(Reports.source("mysql", settings, SECRET, true), "replication-slave");
            database.execute(follower.parameters().get("statement"));
            assertThat(Reports.source("mysql", settings, SECRET, true).outcome())
                    .isEqualTo(Status.PASSED);
        } finally {
            database.execute("DROP USER " + account);
        }
    }

    @Test
    void aTableTheServerItselfCannotOpenFailsWithItsWords() {
        try (TestDatabase damaged = TestDatabases.freshDatabase(server(), "damaged")) {
            damaged.execute("CREATE TABLE halves (id INT) ENGINE=MERGE UNION=(gone)");
            Map<String, String> settings = Sources.with(settings(), "database", damaged.name());
            Diagnostic fault = onlyFailure(test(settings, true), "tables");
            assertThat(fault.code()).isEqualTo("connector.test-failed");
            assertThat(fault.message()).containsIgnoringCase("underlying table");
        }
    }

    @Test
    void aDatabaseWithoutTablesIsAWarning() {
        try (TestDatabase empty = TestDatabases.freshDatabase(server(), "empty")) {
            ConnectionReport report = test(Sources.with(settings(), "database", empty.name()), true);
            assertThat(item(report, "tables").status()).isEqualTo(Status.WARNING);
            assertThat(reason(report, "tables").code()).isEqualTo("connection.no-tables");
            assertThat(report.outcome()).isEqualTo(Status.WARNING);
        }
    }

    @Test
    void settingsOfTheLogFailOneByOne() throws SQLException {
        under("binlog_format", "'MIXED'", "'ROW'", () -> {
            Diagnostic fault = onlyFailure(test(settings(), true), "binlog-format");
            assertThat(fault.code()).isEqualTo("connection.binlog-format");
        });
        under("binlog_row_image", "'MINIMAL'", "'FULL'", () -> {
            Diagnostic fault = onlyFailure(test(settings(), true), "binlog-row-image");
            assertThat(fault.code()).isEqualTo("connection.binlog-row-image");
        });
    }

    @Test
    void aLogThatIsSoonRemovedIsAWarning() {
        String former = database("SELECT @@global.binlog_expire_logs_seconds");
        under("binlog_expire_logs_seconds", "7200", former, () -> {
            ConnectionReport report = test(settings(), true);
            assertThat(item(report, "log-retention").status()).isEqualTo(Status.WARNING);
            assertThat(reason(report, "log-retention").code()).isEqualTo("connection.log-retention-short");
            assertThat(item(report, "log-retention").message()).contains("2 hours");
        });
        under(
                "binlog_expire_logs_seconds",
                "259200",
                former,
                () -> assertThat(item(test(settings(), true), "log-retention").message())
                        .isEqualTo("the log is kept for 3 days"));
        under(
                "binlog_expire_logs_seconds",
                "0",
                former,
                () -> assertThat(item(test(settings(), true), "log-retention").message())
                        .isEqualTo("the log is kept until somebody removes it"));
    }

    final void under(String variable, String value, String restored, Runnable test) {
        try {
            database.execute("SET GLOBAL " + variable + " = " + value);
            test.run();
        } finally {
            database.execute("SET GLOBAL " + variable + " = " + restored);
        }
    }

    final Map<String, String> settings() {
        return Sources.settings(database);
    }

    final ConnectionReport test(Map<String, String> settings, boolean capture, String... tables) {
        return Reports.source("mysql", settings, server().password(), capture, tables);
    }

    private String database(String query) {
        try (var connection = database.connect();
                var statement = connection.createStatement();
                var row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
