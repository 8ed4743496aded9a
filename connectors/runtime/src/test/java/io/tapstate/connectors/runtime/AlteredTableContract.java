package io.tapstate.connectors.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.row.RawRow;
import java.nio.file.Path;
import java.util.Arrays;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every source must do when the columns of a table change that it reads, on a real server. */
public abstract class AlteredTableContract {
    private static final String ALTERED = "capture.table-altered";
    private static MiniCluster cluster;

    protected TestDatabase database;
    private String pipeline;

    @TempDir
    protected Path folder;

    protected abstract TestDatabase freshDatabase();

    protected abstract String connector();

    /** The namespace of tables: the database's name, or its schema. */
    protected abstract String namespace();

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = CaptureJob.cluster();
    }

    @AfterAll
    static void stopCluster() throws Exception {
        cluster.close();
    }

    @BeforeEach
    void createTables() {
        database = freshDatabase();
        pipeline = TestDatabases.uniqueName("p");
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(64), amount DECIMAL(10,2))",
                "CREATE TABLE others (id INT PRIMARY KEY, customer VARCHAR(64))",
                "INSERT INTO orders VALUES (1, 'alice', 10.00)");
    }

    @AfterEach
    void dropDatabase() {
        database.close();
    }

    /** A statement, and what the fault says of it. */
    public record Alteration(String statement, String change) {
        @Override
        public String toString() {
            return statement;
        }
    }

    @ParameterizedTest
    @MethodSource("alterations")
    void anAlteredTableEndsTheSourceAndEveryRestartSaysItAgain(Alteration alteration) throws Exception {
        String savepoint;
        try (CaptureJob job = CaptureJob.restarting(cluster, source(DdlPolicy.FAIL), Optional.empty())) {
            job.awaitWatermarks(1);
            savepoint = job.stopWithSavepoint(folder);
        }
        try (CaptureJob job = CaptureJob.restarting(cluster, source(DdlPolicy.FAIL), Optional.of(savepoint))) {
            job.awaitWatermarks(1);
            database.execute(alteration.statement());

            assertThat(job.end().orElseThrow())
                    .hasStackTraceContaining(ALTERED)
                    .hasStackTraceContaining(orders().toString())
                    .hasStackTraceContaining(alteration.change());
            assertThat(job.changes()).isEmpty();
        }
        try (CaptureJob job = CaptureJob.restarting(cluster, source(DdlPolicy.FAIL), Optional.of(savepoint))) {
            assertThat(job.end().orElseThrow()).hasStackTraceContaining(ALTERED);
        }
    }

    @Test
    void noRowInTheNewShapeLeavesTheSource() throws Exception {
        try (CaptureJob job = CaptureJob.restarting(cluster, source(DdlPolicy.FAIL), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(
                    "UPDATE orders SET customer = 'alicia' WHERE id = 1",
                    "ALTER TABLE orders ADD COLUMN note VARCHAR(20)",
                    "INSERT INTO orders VALUES (2, 'bob', 20.00, 'x')");

            assertThat(job.end().orElseThrow()).hasStackTraceContaining(ALTERED);
            assertThat(job.changes())
                    .allSatisfy(
                            change -> assertThat(RawRow.decode(change.after()).keySet())
                                    .containsExactly("id", "customer", "amount"));
        }
    }

    @Test
    void anAlterationWhileTheSourceStoodStillIsNotMissed() throws Exception {
        String savepoint;
        try (CaptureJob job = CaptureJob.restarting(cluster, source(DdlPolicy.FAIL), Optional.empty())) {
            job.awaitWatermarks(1);
            savepoint = job.stopWithSavepoint(folder);
        }
        database.execute("ALTER TABLE orders DROP COLUMN amount", "INSERT INTO orders VALUES (2, 'bob')");

        try (CaptureJob job = CaptureJob.restarting(cluster, source(DdlPolicy.FAIL), Optional.of(savepoint))) {
            assertThat(job.end().orElseThrow())
                    .hasStackTraceContaining(ALTERED)
                    .hasStackTraceContaining("column amount dropped");
            assertThat(job.changes()).isEmpty();
        }
        try (CaptureJob job = CaptureJob.restarting(cluster, source(DdlPolicy.FAIL), Optional.empty())) {
            job.awaitReads(2);
            job.awaitWatermarks(1);
            assertThat(job.reads())
                    .allSatisfy(read ->
                            assertThat(RawRow.decode(read.after()).keySet()).containsExactly("id", "customer"));
        }
    }

    // A chunk that is being read may fail for reasons of the library's own; the start that follows says why.
    @Test
    void anAlterationWhileTheTableIsReadIsNotMissed() throws Exception {
        for (int i = 0; i < 15; i++) {
            database.execute("INSERT INTO orders SELECT id + (SELECT MAX(id) FROM (SELECT id FROM orders) x), customer,"
                    + " amount FROM orders");
        }

        try (CaptureJob job = CaptureJob.restarting(cluster, source(DdlPolicy.FAIL), Optional.empty())) {
            job.awaitReads(1);
            job.checkpoint();
            database.execute("ALTER TABLE orders ADD COLUMN note VARCHAR(20) DEFAULT 'x'");

            assertThat(job.end().orElseThrow()).hasStackTraceContaining(ALTERED);
        }
    }

    @ParameterizedTest
    @MethodSource("harmlessStatements")
    void whatChangesNoColumnOfTheTableIsHarmless(String statement) throws Exception {
        database.execute("CREATE INDEX there ON orders (customer)");
        String savepoint;
        try (CaptureJob job = CaptureJob.restarting(cluster, source(DdlPolicy.FAIL), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(statement, "UPDATE orders SET customer = 'alicia' WHERE id = 1");
            job.awaitChanges(1);
            savepoint = job.stopWithSavepoint(folder);
        }
        database.execute("UPDATE orders SET customer = 'alex' WHERE id = 1");

        try (CaptureJob job = CaptureJob.restarting(cluster, source(DdlPolicy.FAIL), Optional.of(savepoint))) {
            job.awaitChanges(1);
            assertThat(RawRow.decode(job.changes().get(0).after()).keySet())
                    .containsExactly("id", "customer", "amount");
        }
    }

    @Test
    void whereColumnsAreIgnoredRowsGoOnInTheirNewShape() throws Exception {
        String savepoint;
        try (CaptureJob job = CaptureJob.restarting(cluster, source(DdlPolicy.IGNORE), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(
                    "ALTER TABLE orders ADD COLUMN note VARCHAR(20)", "UPDATE orders SET note = 'x' WHERE id = 1");
            job.awaitChanges(1);
            savepoint = job.stopWithSavepoint(folder);
            assertThat(columns(job)).containsExactly(List.of("id", "customer", "amount", "note"));
        }
        database.execute(
                "ALTER TABLE orders DROP COLUMN amount",
                "ALTER TABLE orders RENAME COLUMN customer TO client",
                "UPDATE orders SET note = 'y' WHERE id = 1");

        try (CaptureJob job = CaptureJob.restarting(cluster, source(DdlPolicy.IGNORE), Optional.of(savepoint))) {
            job.awaitChanges(1);
            assertThat(columns(job)).containsExactly(List.of("id", "client", "note"));
        }
    }

    private static List<List<String>> columns(CaptureJob job) {
        return job.changes().stream()
                .map(change -> List.copyOf(RawRow.decode(change.after()).keySet()))
                .toList();
    }

    protected TableId orders() {
        return new TableId(namespace(), "orders");
    }

    protected CaptureJob restarting(DdlPolicy policy, Optional<String> savepoint) throws Exception {
        return CaptureJob.restarting(cluster, source(policy), savepoint);
    }

    protected CaptureJob restarting(Source<RowChange, ?, ?> source, Optional<String> savepoint) throws Exception {
        return CaptureJob.restarting(cluster, source, savepoint);
    }

    protected Source<RowChange, ?, ?> source(DdlPolicy policy) {
        return source(policy, "orders");
    }

    protected Source<RowChange, ?, ?> source(DdlPolicy policy, String... names) {
        List<SourceRequest.Table> tables = Arrays.stream(names)
                .map(name -> new SourceRequest.Table(
                        new TableId(namespace(), name),
                        List.of("id"),
                        BeforeImage.KEY,
                        OptionalLong.of(10_000),
                        policy))
                .toList();
        return ConnectorRuntimes.source(connector())
                .source(new SourceRequest(
                        pipeline, "db", config(), tables, true, true, RecordFaults.failing(pipeline, "source.db")));
    }

    private ConnectionConfig config() {
        return new ConnectionConfig(new TreeMap<>(Map.of(
                "host", database.server().host(),
                "port", Integer.toString(database.server().port()),
                "database", database.name(),
                "username", database.server().user(),
                "password", database.server().password())));
    }
}
