package io.tapstate.connectors.client;

import static io.tapstate.connectors.client.Reports.item;
import static io.tapstate.connectors.client.Reports.onlyFailure;
import static io.tapstate.connectors.client.Reports.outcomes;
import static io.tapstate.connectors.client.Reports.reason;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.client.ConnectionCheck.Status;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every item of a PostgreSQL source, on a real server that is as it must be, and on one that is not. */
class PostgresConnectionTestIT {
    private static final String SECRET = "s3cr3t-of-reader";

    private static TestDatabase database;

    @BeforeAll
    static void makeDatabase() {
        database = TestDatabases.freshPostgres("tested");
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY)",
                "ALTER TABLE orders REPLICA IDENTITY FULL",
                "CREATE TABLE \"odd \"\"name\" (id INT PRIMARY KEY)",
                "CREATE TABLE keyless (id INT)",
                "CREATE UNLOGGED TABLE scratch (id INT PRIMARY KEY)");
    }

    @AfterAll
    static void dropDatabase() {
        database.close();
    }

    @Test
    void aPreparedServerPassesEveryItem() {
        ConnectionReport report = test(settings(), true, "orders");
        assertThat(outcomes(report))
                .containsOnlyKeys(
                        "settings",
                        "address",
                        "login",
                        "database",
                        "schema",
                        "version",
                        "tables",
                        "wal-level",
                        "replication-role",
                        "replication-slots",
                        "wal-senders",
                        "publication",
                        "replica-identity")
                .allSatisfy((name, status) -> assertThat(status).as(name).isEqualTo(Status.PASSED));
        assertThat(item(report, "version").message()).startsWith("PostgreSQL 1");
    }

    @Test
    void aTableThatLogsKeysOnlyIsAWarningAndOneWithoutIdentityAFailure() {
        ConnectionReport keyed = test(settings(), true, "orders", "odd \"name");
        assertThat(item(keyed, "replica-identity").status()).isEqualTo(Status.WARNING);
        Diagnostic keyOnly = reason(keyed, "replica-identity");
        assertThat(keyOnly.code()).isEqualTo("connection.replica-identity-key");
        assertThat(keyOnly.fix()).contains("ALTER TABLE \"public\".\"odd \"\"name\" REPLICA IDENTITY FULL;");

        Diagnostic without = onlyFailure(test(settings(), true), "replica-identity");
        assertThat(without.code()).isEqualTo("connection.replica-identity-missing");
        assertThat(without.parameters()).containsEntry("tables", "`keyless`");
    }

    @Test
    void anUnloggedTableCanBeReadButNotFollowed() {
        assertThat(test(settings(), false, "scratch").outcome()).isEqualTo(Status.PASSED);
        assertThat(onlyFailure(test(settings(), true, "scratch"), "tables").code())
                .isEqualTo("connection.table-missing");
    }

    @Test
    void patternsSelectTables() {
        ConnectionReport report = new ConnectionTest(name -> database.server().password())
                .source(
                        "postgres",
                        new ConnectionConfig(settings()),
                        true,
                        new TableSelection(List.of(), List.of(Pattern.compile("ord.*"))));
        assertThat(report.outcome()).isEqualTo(Status.PASSED);
        assertThat(item(report, "tables").message()).isEqualTo("all 1 selected tables can be read");
    }

    @Test
    void aWrongPasswordAMissingDatabaseAndAMissingSchemaFailTheirItems() {
        ConnectionReport refused = Reports.source("postgres", settings(), "wrong-" + SECRET, true);
        assertThat(onlyFailure(refused, "login").code()).isEqualTo("connection.login-refused");
        ConnectionReport noDatabase = test(Sources.with(settings(), "database", "no_such"), true);
        assertThat(onlyFailure(noDatabase, "database").code()).isEqualTo("connection.database-missing");
        ConnectionReport noSchema = test(Sources.with(settings(), "schema", "no_such"), true);
        assertThat(onlyFailure(noSchema, "schema").code()).isEqualTo("connection.schema-missing");
        assertThat(item(noSchema, "tables").status()).isEqualTo(Status.SKIPPED);
        assertThat(item(noSchema, "publication").message()).isEqualTo("not looked at, because `schema` failed");
        assertThat(item(noSchema, "wal-level").status()).isEqualTo(Status.PASSED);
    }

    @Test
    void privilegesAreMissedOneByOneAndTheFixesMendThem() {
        String user = TestDatabases.uniqueName("reader");
        String owner = TestDatabases.uniqueName("owner");
        database.execute(
                "CREATE ROLE " + user + " LOGIN PASSWORD '" + SECRET + "'",
                "CREATE ROLE " + owner,
                "CREATE SCHEMA hidden",
                "CREATE TABLE hidden.items (id INT PRIMARY KEY)",
                "ALTER TABLE hidden.items OWNER TO " + owner);
        try {
            Map<String, String> settings = Sources.with(settings(), "user", user, "schema", "hidden");
            settings.remove("username");
            Diagnostic hidden = reason(Reports.source("postgres", settings, SECRET, false), "schema");
            assertThat(hidden.code()).isEqualTo("connection.schema-hidden");
            database.execute(hidden.parameters().get("statement"));

            Diagnostic unreadable = onlyFailure(Reports.source("postgres", settings, SECRET, false), "tables");
            assertThat(unreadable.code()).isEqualTo("connection.table-unreadable");
            assertThat(unreadable.parameters()).containsEntry("tables", "`items`");
            database.execute(unreadable.parameters().get("statement"));
            assertThat(Reports.source("postgres", settings, SECRET, false).outcome())
                    .isEqualTo(Status.PASSED);

            ConnectionReport capture = Reports.source("postgres", settings, SECRET, true);
            Diagnostic replication = reason(capture, "replication-role");
            assertThat(replication.code()).isEqualTo("connection.privilege-missing");
            database.execute(replication.parameters().get("statement"));
            Diagnostic publication = onlyFailure(Reports.source("postgres", settings, SECRET, true), "publication");
            assertThat(publication.code()).isEqualTo("connection.publication-right");
            assertThat(publication.message()).contains("may not create objects", "does not own `items`");
            database.execute(publication.parameters().get("statement"));
            ConnectionReport mended = Reports.source("postgres", settings, SECRET, true);
            assertThat(item(mended, "publication").status()).isEqualTo(Status.PASSED);
            assertThat(mended.outcome()).as("only key images are left").isEqualTo(Status.WARNING);
        } finally {
            database.execute(
                    "DROP SCHEMA hidden CASCADE", "DROP OWNED BY " + user, "DROP ROLE " + user, "DROP ROLE " + owner);
        }
    }

    @Test
    void aServerWhoseSendersAreAllInUseFails() throws SQLException {
        Properties replication = new Properties();
        replication.setProperty("user", database.server().user());
        replication.setProperty("password", database.server().password());
        replication.setProperty("replication", "database");
        replication.setProperty("assumeMinServerVersion", "10");
        replication.setProperty("preferQueryMode", "simple");
        List<Connection> senders = new ArrayList<>();
        try (Connection connection = database.connect()) {
            int limit = PostgresDatabase.setting(connection, "max_wal_senders");
            while (senders.size() < limit) {
                senders.add(DriverManager.getConnection(database.jdbcUrl(), replication));
            }
            Diagnostic fault = onlyFailure(test(settings(), true, "orders"), "wal-senders");
            assertThat(fault.code()).isEqualTo("connection.no-free-sender");
            assertThat(fault.parameters()).containsEntry("senders", Integer.toString(limit));
        } finally {
            for (Connection sender : senders) {
                sender.close();
            }
        }
    }

    private static Map<String, String> settings() {
        return Sources.settings(database);
    }

    private static ConnectionReport test(Map<String, String> settings, boolean capture, String... tables) {
        return Reports.source("postgres", settings, database.server().password(), capture, tables);
    }
}
