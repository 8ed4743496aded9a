package io.tapstate.connectors.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.row.RawRow;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every source must do, on a real server. */
public abstract class RowSourceContract {
    private static final int MANY = 20_000;
    private static final int LARGE = 30_000;
    private static final AtomicReference<Runnable> WITHIN_CHUNK = new AtomicReference<>();
    private static MiniCluster cluster;

    protected TestDatabase database;
    protected String pipeline;

    @TempDir
    protected Path folder;

    protected abstract TestDatabase freshDatabase();

    protected abstract String connector();

    /** The namespace of tables: the database's name, or its schema. */
    protected abstract String namespace();

    /** A statement that fills table {@code orders} with ids 1 to {@code rows}. */
    protected abstract String fill(int rows);

    protected abstract BeforeImage beforeImage();

    /** Column definitions of every type the source carries. */
    protected abstract String kinds();

    /** Two rows of {@link #kinds}: one with values, one of nulls. */
    protected abstract String kindRows(int firstId);

    /** What the two rows are, as JSON without the id. */
    protected abstract List<String> kindDocuments();

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
                "CREATE TABLE others (id INT PRIMARY KEY)");
    }

    @AfterEach
    void dropDatabase() {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void everySubtaskSaysThatTheSnapshotIsInAfterTheLastRow(int parallelism) throws Exception {
        database.execute(fill(MANY), "INSERT INTO others VALUES (1)");
        TestMetrics.clear();

        try (CaptureJob job = start(parallelism, Optional.empty())) {
            job.awaitWatermarks(parallelism);
            database.execute("UPDATE orders SET customer = 'changed' WHERE id = 7");
            job.awaitChanges(1);

            List<CaptureJob.Seen> seen = job.seen();
            int firstMark = 0;
            while (seen.get(firstMark).change().isPresent()) {
                firstMark++;
            }
            assertThat(seen.subList(0, firstMark)).hasSize(MANY).allMatch(CaptureJob.Seen::isRead);
            assertThat(seen.stream().filter(s -> s.change().isEmpty()).map(CaptureJob.Seen::subtask))
                    .hasSize(parallelism)
                    .doesNotHaveDuplicates();
            assertThat(job.reads()).hasSize(MANY);
            assertThat(job.changes()).hasSize(1);
            assertThat(job.changes().get(0).table()).isEqualTo(orders());
            String table = "table." + orders();
            assertThat(TestMetrics.sum(table + "/" + SourceMetrics.SNAPSHOT_ROWS))
                    .isEqualTo(MANY);
            assertThat(TestMetrics.sum(table + "/" + SourceMetrics.CHANGES)).isEqualTo(1);
            assertThat(TestMetrics.sum("/" + SourceMetrics.STREAMING)).isEqualTo(parallelism);
        }
    }

    @Test
    void changesCarryTheirRows() throws Exception {
        database.execute("INSERT INTO orders VALUES (1, 'alice', 10.00), (2, 'bob', NULL)");

        try (CaptureJob job = start(1, Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(
                    "INSERT INTO orders VALUES (3, 'carol', 30.50)",
                    "UPDATE orders SET customer = 'alicia' WHERE id = 1",
                    "DELETE FROM orders WHERE id = 2",
                    "UPDATE orders SET id = 4 WHERE id = 3");
            job.awaitChanges(5);

            assertThat(job.reads().stream().map(c -> RawRow.decode(c.after()).toJson()))
                    .containsExactlyInAnyOrder(
                            "{\"id\": 1, \"customer\": \"alice\", \"amount\": {\"$numberDecimal\": \"10.00\"}}",
                            "{\"id\": 2, \"customer\": \"bob\", \"amount\": null}");
            List<RowChange> changes = job.changes();
            assertThat(changes)
                    .extracting(RowChange::kind)
                    .containsExactly(
                            ChangeKind.INSERT,
                            ChangeKind.UPDATE,
                            ChangeKind.DELETE,
                            ChangeKind.DELETE,
                            ChangeKind.INSERT);
            assertThat(RawRow.decode(changes.get(1).after())
                            .getString("customer")
                            .getValue())
                    .isEqualTo("alicia");
            if (beforeImage() == BeforeImage.FULL) {
                assertThat(RawRow.decode(changes.get(1).before())
                                .getString("customer")
                                .getValue())
                        .isEqualTo("alice");
                assertThat(RawRow.decode(changes.get(2).before())).hasSize(3);
            } else {
                assertThat(changes.get(1).before()).isNull();
                assertThat(RawRow.decode(changes.get(2).before())).isEqualTo(new BsonDocument("id", new BsonInt64(2)));
            }
            assertThat(changes.get(4).after())
                    .satisfies(
                            row -> assertThat(RawRow.decode(row).getInt64("id").getValue())
                                    .isEqualTo(4));
            assertThat(changes)
                    .allMatch(c ->
                            c.timestamp() > 1_600_000_000_000L && !c.position().isEmpty());
            assertThat(job.reads())
                    .allMatch(c -> c.timestamp() == 0 && c.position().isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRestoredSourceReadsNoTableAgainAndMissesNothing(int parallelism) throws Exception {
        database.execute(fill(MANY));
        String savepoint;
        try (CaptureJob job = start(parallelism, Optional.empty())) {
            job.awaitWatermarks(parallelism);
            database.execute("UPDATE orders SET customer = 'first' WHERE id = 1");
            job.awaitChanges(1);
            savepoint = job.stopWithSavepoint(folder);
        }
        database.execute(
                "UPDATE orders SET customer = 'second' WHERE id = 1",
                "DELETE FROM orders WHERE id = 2",
                "INSERT INTO orders VALUES (20001, 'new', 1)");

        try (CaptureJob job = start(parallelism, Optional.of(savepoint))) {
            job.awaitChanges(3);
            job.awaitWatermarks(parallelism);

            assertThat(job.reads()).isEmpty();
            assertThat(job.changes())
                    .extracting(RowChange::kind)
                    .containsExactly(ChangeKind.UPDATE, ChangeKind.DELETE, ChangeKind.INSERT);
        }
    }

    @Test
    void withoutASnapshotTheWatermarkComesAtOnceAndOnlyChangesFollow() throws Exception {
        database.execute("INSERT INTO orders VALUES (1, 'alice', 10.00)");

        try (CaptureJob job = CaptureJob.start(cluster, source(false, true), 1, Optional.empty())) {
            job.awaitWatermarks(1);
            awaitFollowing(job);

            assertThat(job.reads()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSnapshotAloneEnds(int parallelism) throws Exception {
        database.execute(fill(MANY));

        try (CaptureJob job = CaptureJob.start(cluster, source(true, false), parallelism, Optional.empty())) {
            job.end().ifPresent(cause -> {
                throw new AssertionError("the job failed", cause);
            });

            assertThat(job.reads()).hasSize(MANY);
            assertThat(job.watermarks()).isZero();
        }
    }

    @Test
    void aRowIsTheSameFromSnapshotAndFromTheLog() throws Exception {
        database.execute("CREATE TABLE kinds (id INT PRIMARY KEY, " + kinds() + ")");
        database.execute(kindRows(1));
        Source<RowChange, ?, ?> source = source(true, true, BeforeImage.FULL, "kinds");

        try (CaptureJob job = start(source)) {
            job.awaitWatermarks(1);
            database.execute(kindRows(101));
            job.awaitChanges(2);

            List<RowChange> reads = sorted(job.reads());
            List<RowChange> changes = sorted(job.changes());
            for (int i = 0; i < 2; i++) {
                BsonDocument read = RawRow.decode(reads.get(i).after());
                BsonDocument change = RawRow.decode(changes.get(i).after());
                read.remove("id");
                change.remove("id");
                assertThat(change).isEqualTo(read);
                assertThat(read.toJson()).isEqualTo(kindDocuments().get(i));
            }
        }
    }

    @Test
    void theWatermarkWaitsForACheckpointThatHoldsTheSnapshot() throws Exception {
        database.execute("INSERT INTO orders VALUES (1, 'alice', 10.00)");

        try (CaptureJob job = CaptureJob.withoutCheckpoints(cluster, source(true, true))) {
            job.awaitReads(1);
            database.execute("INSERT INTO orders VALUES (2, 'bob', 20.00)");
            job.awaitChanges(1);
            assertThat(job.watermarks()).isZero();

            job.checkpoint();

            job.awaitWatermarks(1);
        }
    }

    @Test
    void aTruncatedTableEndsTheSourceAndEveryRestartSaysItAgain() throws Exception {
        database.execute("INSERT INTO orders VALUES (1, 'alice', 10.00)");
        String savepoint;
        try (CaptureJob job = restarting(source(true, true), Optional.empty())) {
            job.awaitWatermarks(1);
            savepoint = job.stopWithSavepoint(folder);
        }
        try (CaptureJob job = restarting(source(true, true), Optional.of(savepoint))) {
            job.awaitWatermarks(1);
            database.execute("TRUNCATE TABLE orders", "INSERT INTO orders VALUES (2, 'bob', 20.00)");

            assertThat(job.end().orElseThrow())
                    .hasStackTraceContaining("capture.table-truncated")
                    .hasStackTraceContaining(orders().toString());
        }
        try (CaptureJob job = restarting(source(true, true), Optional.of(savepoint))) {
            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.table-truncated");
            assertThat(job.changes()).isEmpty();
        }
    }

    @Test
    void truncatingATableThatIsNotReadChangesNothing() throws Exception {
        database.execute("INSERT INTO orders VALUES (1, 'alice', 10.00)", "INSERT INTO others VALUES (1)");

        try (CaptureJob job = start(1, Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(
                    "TRUNCATE TABLE others", "DROP TABLE others", "UPDATE orders SET customer = 'alicia' WHERE id = 1");
            job.awaitChanges(1);

            assertThat(job.changes()).extracting(RowChange::kind).containsExactly(ChangeKind.UPDATE);
        }
    }

    @Test
    void deletingEveryRowIsFollowedRowByRow() throws Exception {
        database.execute(fill(1_000));

        try (CaptureJob job = start(1, Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute("DELETE FROM orders");
            job.awaitChanges(1_000);

            assertThat(job.changes()).hasSize(1_000).allMatch(c -> c.kind() == ChangeKind.DELETE);
            assertThat(job.changes()).extracting(RowChange::key).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aTruncateWhileTheTableIsReadIsNotMissed(int parallelism) throws Exception {
        database.execute(fill(LARGE));

        try (CaptureJob job = CaptureJob.start(cluster, source(true, true), parallelism, Optional.empty())) {
            job.awaitReads(1);
            database.execute("TRUNCATE TABLE orders");

            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.table-truncated");
        }
    }

    // The log is followed from the chunk's end on, so only the chunk's own part of it shows the statement.
    @Test
    void aTruncateWithinTheOnlyChunkIsNotMissed() throws Exception {
        database.execute("INSERT INTO orders VALUES (1, 'alice', 10.00)");
        Source<RowChange, ?, ?> source = source(true, true);
        withinAChunk(inner(source));
        CountDownLatch done = new CountDownLatch(1);
        WITHIN_CHUNK.set(() -> {
            database.execute("TRUNCATE TABLE orders");
            done.countDown();
        });

        try (CaptureJob job = restarting(source, Optional.empty())) {
            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.table-truncated");
            assertThat(done.getCount()).isZero();
            // What was read may have left; the load must not have ended, or documents would show it.
            assertThat(job.seen()).allMatch(CaptureJob.Seen::isRead);
        }
    }

    /** Has {@link #withinChunk} called within a chunk: where only its own part of the log shows what is done. */
    protected abstract void withinAChunk(Source<RowChange, ?, ?> inner);

    protected static void withinChunk() {
        Runnable once = WITHIN_CHUNK.getAndSet(null);
        if (once != null) {
            once.run();
        }
    }

    @SuppressWarnings("unchecked")
    private static Source<RowChange, ?, ?> inner(Source<RowChange, ?, ?> phased) throws ReflectiveOperationException {
        Field field = phased.getClass().getDeclaredField("inner");
        field.setAccessible(true);
        return (Source<RowChange, ?, ?>) field.get(phased);
    }

    @Test
    void aDroppedTableEndsTheSourceAndEveryRestartSaysItAgain() throws Exception {
        database.execute("INSERT INTO orders VALUES (1, 'alice', 10.00)");
        String savepoint;
        try (CaptureJob job = restarting(source(true, true), Optional.empty())) {
            job.awaitWatermarks(1);
            savepoint = job.stopWithSavepoint(folder);
        }
        try (CaptureJob job = restarting(source(true, true), Optional.of(savepoint))) {
            job.awaitWatermarks(1);
            database.execute("DROP TABLE orders", "CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(64))");

            assertThat(job.end().orElseThrow())
                    .hasStackTraceContaining("capture.table-dropped")
                    .hasStackTraceContaining(orders().toString());
        }
        try (CaptureJob job = restarting(source(true, true), Optional.of(savepoint))) {
            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.table-dropped");
        }
    }

    private static List<RowChange> sorted(List<RowChange> changes) {
        return changes.stream().sorted(Comparator.comparing(RowChange::key)).toList();
    }

    // The log's end is looked up some time after the start: changes before that are rightly not seen.
    private void awaitFollowing(CaptureJob job) throws Exception {
        int[] next = {100};
        job.await("change", () -> {
            database.execute("INSERT INTO orders VALUES (" + next[0]++ + ", 'x', 1)");
            return !job.changes().isEmpty();
        });
    }

    protected CaptureJob start(int parallelism, Optional<String> savepoint) throws Exception {
        return CaptureJob.start(cluster, source(true, true), parallelism, savepoint);
    }

    protected CaptureJob restarting(Source<RowChange, ?, ?> source, Optional<String> savepoint) throws Exception {
        return CaptureJob.restarting(cluster, source, savepoint);
    }

    protected CaptureJob start(Source<RowChange, ?, ?> source) throws Exception {
        return CaptureJob.start(cluster, source, 1, Optional.empty());
    }

    protected TableId orders() {
        return new TableId(namespace(), "orders");
    }

    protected Source<RowChange, ?, ?> source(boolean snapshot, boolean changes) {
        return source(snapshot, changes, beforeImage(), "orders");
    }

    protected Source<RowChange, ?, ?> source(
            boolean snapshot, boolean changes, BeforeImage beforeImage, String... tables) {
        return source(config(), snapshot, changes, beforeImage, tables);
    }

    protected Source<RowChange, ?, ?> source(
            ConnectionConfig config, boolean snapshot, boolean changes, BeforeImage beforeImage, String... tables) {
        List<SourceRequest.Table> requested = Arrays.stream(tables)
                .map(name -> new SourceRequest.Table(
                        new TableId(namespace(), name), List.of("id"), beforeImage, OptionalLong.of(MANY)))
                .toList();
        return ConnectorRuntimes.source(connector())
                .source(new SourceRequest(
                        pipeline,
                        "db",
                        config,
                        requested,
                        snapshot,
                        changes,
                        RecordFaults.failing(pipeline, "source.db")));
    }

    protected ConnectionConfig config() {
        TreeMap<String, String> settings = new TreeMap<>(Map.of(
                "host", database.server().host(),
                "port", Integer.toString(database.server().port()),
                "database", database.name(),
                "username", database.server().user(),
                "password", database.server().password()));
        return new ConnectionConfig(settings);
    }
}
