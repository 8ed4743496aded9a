package io.tapstate.connectors.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.row.RawRow;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which tables are read, whatever they and their columns are named. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class TableContract {
    private static final AtomicReference<Runnable> WITHIN_EACH_CHUNK = new AtomicReference<>();

    private MiniCluster cluster;
    protected TestDatabase database;

    protected abstract TestDatabase freshDatabase();

    protected abstract String connector();

    protected abstract String namespace();

    /** Names that a plan refuses ({@code capture.name-not-supported}), so that no source is asked for them. */
    protected abstract Set<String> refusedNames(boolean ofTables);

    List<String> tableNames() {
        return Stream.of(
                        "MixedCase",
                        "with space",
                        "with.dot",
                        "with$dollar",
                        "ünïcode表",
                        "with\"quote",
                        "with'quote",
                        "with`tick",
                        "with%percent",
                        "with\\backslash",
                        "select",
                        "(a|b)*",
                        "comma,semi;colon:",
                        "plain_",
                        "a234567890123456789012345678901234567890123456789012345678901")
                .filter(name -> !refusedNames(true).contains(name))
                .toList();
    }

    List<String> columnNames() {
        return Stream.of(
                        "MixedCase",
                        "with space",
                        "with.dot",
                        "with$dollar",
                        "$where",
                        "_id",
                        "ünïcode表",
                        "with\"quote",
                        "with'quote",
                        "with`tick",
                        "with%percent",
                        "with\\backslash",
                        "select",
                        "comma,semi;colon:",
                        "1st")
                .filter(name -> !refusedNames(false).contains(name))
                .toList();
    }

    protected abstract BeforeImage beforeImage();

    protected abstract String quoted(String identifier);

    /** Has {@link #withinChunk} called before each chunk's end. */
    protected abstract void hook(Source<?, ?, ?> inner);

    @BeforeAll
    void startCluster() throws Exception {
        cluster = CaptureJob.cluster();
    }

    @AfterAll
    void stopCluster() throws Exception {
        cluster.close();
    }

    @BeforeEach
    void createDatabase() {
        database = freshDatabase();
        database.execute("CREATE TABLE plain (id INT PRIMARY KEY, v INT)");
    }

    @AfterEach
    void dropDatabase() {
        WITHIN_EACH_CHUNK.set(null);
        database.close();
    }

    protected static void withinEachChunk(Runnable step) {
        WITHIN_EACH_CHUNK.set(step);
    }

    protected static void withinChunk() {
        Runnable step = WITHIN_EACH_CHUNK.get();
        if (step != null) {
            step.run();
        }
    }

    @ParameterizedTest
    @MethodSource("tableNames")
    void aTableIsReadWhateverItIsNamed(String name) throws Exception {
        database.execute(
                "CREATE TABLE " + quoted(name) + " (id INT PRIMARY KEY, v INT)",
                "INSERT INTO " + quoted(name) + " VALUES (1, 1), (2, 2)",
                "INSERT INTO plain VALUES (7, 7)");
        withinEachChunk(() -> database.execute("UPDATE " + quoted(name) + " SET v = 10 WHERE id = 1"));

        try (CaptureJob job = start(List.of("id"), name)) {
            job.awaitWatermarks(1);
            database.execute("INSERT INTO plain VALUES (8, 8)", "INSERT INTO " + quoted(name) + " VALUES (3, 3)");
            job.await("last change", () -> rows(job).contains("3=3"));

            assertThat(rows(job)).containsExactlyInAnyOrder("1=10", "2=2", "3=3");
            assertThat(job.changes()).allMatch(change -> change.table().name().equals(name));
        }
    }

    @ParameterizedTest
    @MethodSource("columnNames")
    void aKeyColumnIsReadWhateverItIsNamed(String name) throws Exception {
        database.execute(
                "CREATE TABLE odd (" + quoted(name) + " INT PRIMARY KEY, v INT)",
                "INSERT INTO odd VALUES (1, 1), (2, 2)");
        withinEachChunk(() -> database.execute("UPDATE odd SET v = 10 WHERE " + quoted(name) + " = 1"));

        try (CaptureJob job = start(List.of(name), "odd")) {
            job.awaitWatermarks(1);
            database.execute("DELETE FROM odd WHERE v = 2", "INSERT INTO odd VALUES (3, 3)");
            job.await("last change", () -> rows(job, name).contains("3=3"));

            assertThat(rows(job, name)).containsExactlyInAnyOrder("1=10", "3=3");
        }
    }

    @Test
    void aTableMadeWhileTheJobRunsChangesNothing() throws Exception {
        database.execute("INSERT INTO plain VALUES (1, 1)");

        try (CaptureJob job = start(List.of("id"), "plain")) {
            job.awaitWatermarks(1);
            database.execute(
                    "CREATE TABLE plain2 (id INT PRIMARY KEY, v INT)",
                    "INSERT INTO plain2 VALUES (1, 100)",
                    "UPDATE plain2 SET v = 101",
                    "UPDATE plain SET v = 2");
            job.await("change", () -> rows(job).contains("1=2"));

            assertThat(rows(job)).containsExactly("1=2");
            assertThat(job.changes()).allMatch(change -> change.table().name().equals("plain"));
        }
    }

    protected static List<String> rows(CaptureJob job) {
        return rows(job, "id");
    }

    /** Each row's {@code key=v}, as changes left it. */
    protected static List<String> rows(CaptureJob job, String key) {
        Map<RowKey, String> rows = new HashMap<>();
        for (CaptureJob.Seen seen : job.seen()) {
            seen.change().ifPresent(change -> {
                if (change.kind() == ChangeKind.DELETE) {
                    rows.remove(change.key());
                } else {
                    BsonDocument row = RawRow.decode(change.after());
                    rows.put(change.key(), text(row, key) + "=" + text(row, "v"));
                }
            });
        }
        return List.copyOf(rows.values());
    }

    private static String text(BsonDocument row, String field) {
        return row.isString(field)
                ? row.getString(field).getValue()
                : Long.toString(row.getInt64(field).getValue());
    }

    protected CaptureJob start(List<String> key, String... tables) throws Exception {
        return start(beforeImage(), key, tables);
    }

    protected CaptureJob start(BeforeImage image, List<String> key, String... tables) throws Exception {
        String pipeline = TestDatabases.uniqueName("p");
        List<SourceRequest.Table> requested = Arrays.stream(tables)
                .map(name -> new SourceRequest.Table(new TableId(namespace(), name), key, image, OptionalLong.empty()))
                .toList();
        Source<RowChange, ?, ?> source = ConnectorRuntimes.source(connector())
                .source(new SourceRequest(
                        pipeline, "db", config(), requested, true, true, RecordFaults.failing(pipeline, "source.db")));
        Field field = source.getClass().getDeclaredField("inner");
        field.setAccessible(true);
        hook((Source<?, ?, ?>) field.get(source));
        return CaptureJob.start(cluster, source, 1, Optional.empty());
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
