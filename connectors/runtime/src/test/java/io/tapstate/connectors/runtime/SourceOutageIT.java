package io.tapstate.connectors.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.embedded.DatabaseServer;
import io.tapstate.connectors.embedded.MySqlServers;
import io.tapstate.connectors.embedded.PostgresServer;
import io.tapstate.connectors.embedded.ServerOptions;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.row.RawRow;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that go away, come back or forget: each test has one of its own. */
class SourceOutageIT {
    private static MiniCluster cluster;

    @TempDir
    private Path folder;

    private DatabaseServer server;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = CaptureJob.cluster();
    }

    @AfterAll
    static void stopCluster() throws Exception {
        cluster.close();
    }

    @AfterEach
    void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "postgres"})
    void aServerThatComesBackIsFollowedOnAndNoChangeIsLost(String connector) throws Exception {
        TestDatabase database = databaseWithOrders(connector);

        try (CaptureJob job = CaptureJob.restarting(cluster, source(connector, database), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute("INSERT INTO orders VALUES (2)");
            awaitOrder(job, 2);
            server.close();
            job.awaitInterruption();
            int port = server.port();
            server = start(connector);
            assertThat(server.port()).isEqualTo(port);
            database.execute("INSERT INTO orders VALUES (3)");

            awaitOrder(job, 3);
            database.execute("INSERT INTO orders VALUES (4)");
            awaitOrder(job, 4);
            assertThat(job.reads()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "postgres"})
    void aServerThatDoesNotAnswerIsACodedFault(String connector) throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Map<String, String> config = Map.of(
                "host", "127.0.0.1",
                "port", Integer.toString(port),
                "database", "app",
                "username", "tapstate",
                "password", "s3cret");

        try (CaptureJob job = CaptureJob.start(cluster, source(connector, "app", config), 1, Optional.empty())) {
            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.source-unreachable");
        }
    }

    @Test
    void aPurgedLogIsALostPositionAndNoRestartIsTried() throws Exception {
        TestDatabase database = databaseWithOrders("mysql");
        String savepoint;
        try (CaptureJob job = CaptureJob.restarting(cluster, source("mysql", database), Optional.empty())) {
            job.awaitWatermarks(1);
            savepoint = job.stopWithSavepoint(folder.resolve("savepoints"));
        }
        database.execute("INSERT INTO orders VALUES (2)", "FLUSH LOGS");
        database.execute("PURGE BINARY LOGS TO '" + newestLog(database) + "'");

        try (CaptureJob job = CaptureJob.restarting(cluster, source("mysql", database), Optional.of(savepoint))) {
            assertThat(job.end().orElseThrow())
                    .hasStackTraceContaining("capture.position-lost")
                    .hasStackTraceContaining("SuppressRestartsException");
        }
    }

    private TestDatabase databaseWithOrders(String connector) {
        server = start(connector);
        TestDatabase database = TestDatabases.freshDatabase(server, "outage");
        database.execute("CREATE TABLE orders (id INT PRIMARY KEY)", "INSERT INTO orders VALUES (1)");
        return database;
    }

    private DatabaseServer start(String connector) {
        Path place = folder.resolve(connector);
        return connector.equals("mysql")
                ? MySqlServers.start(place, ServerOptions.FAST, System.out::println)
                : PostgresServer.start(place, ServerOptions.FAST, System.out::println);
    }

    private static void awaitOrder(CaptureJob job, int id) throws Exception {
        job.await("order " + id, () -> job.changes().stream().anyMatch(change -> id(change) == id));
    }

    private static long id(RowChange change) {
        return RawRow.decode(change.after()).getInt64("id").getValue();
    }

    private static String newestLog(TestDatabase database) throws Exception {
        String newest = "";
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet logs = statement.executeQuery("SHOW BINARY LOGS")) {
            while (logs.next()) {
                newest = logs.getString(1);
            }
        }
        return newest;
    }

    private static Source<RowChange, ?, ?> source(String connector, TestDatabase database) {
        Map<String, String> config = Map.of(
                "host", database.server().host(),
                "port", Integer.toString(database.server().port()),
                "database", database.name(),
                "username", database.server().user(),
                "password", database.server().password());
        return source(connector, database.name(), config);
    }

    private static Source<RowChange, ?, ?> source(String connector, String database, Map<String, String> config) {
        boolean mysql = connector.equals("mysql");
        SourceRequest.Table orders = new SourceRequest.Table(
                new TableId(mysql ? database : "public", "orders"),
                List.of("id"),
                mysql ? BeforeImage.FULL : BeforeImage.KEY,
                OptionalLong.of(1));
        ConnectionConfig settings = new ConnectionConfig(config);
        return ConnectorRuntimes.source(connector)
                .source(new SourceRequest(
                        TestDatabases.uniqueName("p"),
                        "db",
                        settings,
                        List.of(orders),
                        true,
                        true,
                        RecordFaults.failing("p", "source.db")));
    }
}
