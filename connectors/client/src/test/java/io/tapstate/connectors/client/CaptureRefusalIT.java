package io.tapstate.connectors.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.embedded.DatabaseServer;
import io.tapstate.connectors.embedded.MySqlServers;
import io.tapstate.connectors.embedded.PostgresServer;
import io.tapstate.connectors.embedded.ServerOptions;
import io.tapstate.connectors.mysql.MySqlOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that can be read but not followed. */
class CaptureRefusalIT {
    @TempDir
    Path folder;

    @Test
    void aMySqlServerWithoutABinaryLogIsRefusedForCaptureOnly() throws Exception {
        try (DatabaseServer server =
                MySqlServers.start(folder, ServerOptions.WITHOUT_CHANGE_LOG, System.out::println)) {
            Map<String, String> settings = settings(server, "mysql");

            assertThat(Sources.refusal("mysql", settings, server.password(), true)
                            .code())
                    .isEqualTo("connection.binlog-off");
            assertThat(Sources.read("mysql", settings, server.password(), false))
                    .isNotEmpty();
            assertThat(Sources.described("mysql", settings, server.password(), true))
                    .as("what is only written down need not be followed")
                    .isNotEmpty();
            ConnectionReport report = Reports.source("mysql", settings, server.password(), true);
            assertThat(Reports.onlyFailure(report, "log-bin").code()).isEqualTo("connection.binlog-off");
            assertThat(Reports.item(report, "log-retention").message())
                    .isEqualTo("not looked at, because `log-bin` failed");
            aStatementTheServerRefusesIsAFailedDiscovery(settings, server.password());
            aFloatIsCutShortWhenItIsQueried(server);
        }
    }

    @Test
    void aPostgresServerThatLogsTooLittleIsRefusedForCaptureOnly() {
        try (DatabaseServer server =
                PostgresServer.start(folder, ServerOptions.WITHOUT_CHANGE_LOG, System.out::println)) {
            Map<String, String> settings = settings(server, "postgres");

            assertThat(Sources.refusal("postgres", settings, server.password(), true)
                            .parameters())
                    .containsEntry("level", "replica");
            assertThat(Sources.refusal("postgres", settings, server.password(), true)
                            .code())
                    .isEqualTo("connection.wal-level");
            assertThat(Sources.read("postgres", settings, server.password(), false))
                    .isEmpty();
            ConnectionReport report = Reports.source("postgres", settings, server.password(), true);
            assertThat(Reports.onlyFailure(report, "wal-level").code()).isEqualTo("connection.wal-level");
        }
    }

    @Test
    void aMySqlServerThatLetsNobodyFollowIsRefusedForCaptureOnly() throws Exception {
        try (DatabaseServer server = MySqlServers.start(folder, ServerOptions.FAST, System.out::println)) {
            Map<String, String> settings = settings(server, "mysql");
            try (Connection connection =
                            DriverManager.getConnection(server.jdbcUrl("mysql"), server.user(), server.password());
                    Statement statement = connection.createStatement()) {
                statement.execute("SET GLOBAL server_id = 0");
            }
            assertThat(Sources.refusal("mysql", settings, server.password(), true)
                            .code())
                    .isEqualTo("connection.server-id");
            assertThat(Sources.read("mysql", settings, server.password(), false))
                    .isNotEmpty();
            assertThat(Reports.onlyFailure(
                                    Reports.source("mysql", settings, server.password(), true, "user"), "server-id")
                            .code())
                    .isEqualTo("connection.server-id");
        }
    }

    private static void aStatementTheServerRefusesIsAFailedDiscovery(Map<String, String> settings, String password) {
        ConnectionConfig config = new ConnectionConfig(settings).resolved(name -> password);
        MySqlDatabase database = MySqlDatabase.of(MySqlOptions.from(config));

        assertThatThrownBy(() -> database.with(connection ->
                        SourceDatabase.query(connection, row -> row.getString(1), "SELECT a FROM mysql.nowhere")))
                .hasMessageContaining("connector.discover-failed")
                .hasMessageContaining("nowhere")
                .hasMessageNotContaining(password);
    }

    /** Why the type is refused: the snapshot is a query. */
    private static void aFloatIsCutShortWhenItIsQueried(DatabaseServer server) throws Exception {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl("mysql"), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMPORARY TABLE floats (f FLOAT)");
            statement.execute("INSERT INTO floats VALUES (1234567.75)");
            try (ResultSet row = statement.executeQuery("SELECT f, f + 0e0 FROM floats")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getDouble(2)).isEqualTo(1234567.75);
                assertThat(row.getDouble(1)).isNotEqualTo(1234567.75);
            }
        }
    }

    private static Map<String, String> settings(DatabaseServer server, String database) {
        return Map.of(
                "host", server.host(),
                "port", Integer.toString(server.port()),
                "database", database,
                "username", server.user(),
                "password", "${SOURCE_PASSWORD}");
    }
}
