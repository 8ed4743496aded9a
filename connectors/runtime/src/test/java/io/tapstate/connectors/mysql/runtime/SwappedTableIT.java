package io.tapstate.connectors.mysql.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.CaptureJob;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.SourceRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tools change large tables by filling a copy and letting it take over the name. */
class SwappedTableIT {
    private static MiniCluster cluster;

    private TestDatabase database;
    private final String pipeline = TestDatabases.uniqueName("p");

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = CaptureJob.cluster();
    }

    @AfterAll
    static void stopCluster() throws Exception {
        cluster.close();
    }

    @BeforeEach
    void createTable() {
        database = TestDatabases.freshMySql("swapped");
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(64))",
                "INSERT INTO orders VALUES (1, 'alice'), (2, 'bob')");
    }

    @AfterEach
    void dropDatabase() {
        database.close();
    }

    @Test
    void aTableThatGivesWayToOneWithTheSameColumnsIsFollowed() throws Exception {
        try (CaptureJob job = CaptureJob.restarting(cluster, source(), Optional.empty())) {
            job.awaitWatermarks(1);
            swap("ALTER TABLE _orders_gho ADD INDEX (customer)");
            database.execute(
                    "UPDATE orders SET customer = 'alicia' WHERE id = 1", "INSERT INTO orders VALUES (3, 'carol')");
            job.awaitChanges(2);

            assertThat(job.changes().stream()
                            .map(change -> RawRow.decode(change.after()).toJson()))
                    .containsExactly("{\"id\": 1, \"customer\": \"alicia\"}", "{\"id\": 3, \"customer\": \"carol\"}");
        }
    }

    @Test
    void aTableThatGivesWayToOneWithOtherColumnsEndsTheSource() throws Exception {
        try (CaptureJob job = CaptureJob.restarting(cluster, source(), Optional.empty())) {
            job.awaitWatermarks(1);
            swap("ALTER TABLE _orders_gho ADD COLUMN note INT");
            database.execute("INSERT INTO orders VALUES (3, 'carol', 4)");

            assertThat(job.end().orElseThrow())
                    .hasStackTraceContaining("capture.table-altered")
                    .hasStackTraceContaining("column note added");
            assertThat(job.changes()).isEmpty();
        }
    }

    @Test
    void aTableThatIsRenamedAwayEndsTheSource() throws Exception {
        try (CaptureJob job = CaptureJob.restarting(cluster, source(), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute("RENAME TABLE orders TO orders_old", "CREATE TABLE orders (id INT PRIMARY KEY)");

            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.table-dropped");
        }
    }

    private void swap(String alteration) {
        database.execute(
                "CREATE TABLE _orders_gho LIKE orders",
                alteration,
                "INSERT INTO _orders_gho (id, customer) SELECT id, customer FROM orders",
                "RENAME TABLE orders TO _orders_del, _orders_gho TO orders",
                "DROP TABLE _orders_del");
    }

    private Source<RowChange, ?, ?> source() {
        SourceRequest.Table table = new SourceRequest.Table(
                new TableId(database.name(), "orders"), List.of("id"), BeforeImage.FULL, OptionalLong.of(2));
        ConnectionConfig config = new ConnectionConfig(new TreeMap<>(Map.of(
                "host", database.server().host(),
                "port", Integer.toString(database.server().port()),
                "database", database.name(),
                "username", database.server().user(),
                "password", database.server().password())));
        return ConnectorRuntimes.source("mysql")
                .source(new SourceRequest(
                        pipeline,
                        "db",
                        config,
                        List.of(table),
                        true,
                        true,
                        RecordFaults.failing(pipeline, "source.db")));
    }
}
