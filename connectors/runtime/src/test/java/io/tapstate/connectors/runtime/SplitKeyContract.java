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
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables are read in chunks by whatever key they have, while within each chunk rows all over the table change; in the end
 * nothing is lost and nothing is there twice.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SplitKeyContract {
    /** Several of the smallest chunks. */
    protected static final int ROWS = 3_500;

    private static final int MOST_CHUNKS = 6;
    private static final int LAST = 1_000_000;
    private static final AtomicReference<Runnable> WITHIN_EACH_CHUNK = new AtomicReference<>();

    private MiniCluster cluster;
    protected TestDatabase database;

    /**
     * A table and what its rows are.
     *
     * @param keyColumns definitions of its key columns
     * @param key their names in key order
     * @param values what they are in row {@code n}, as the server's SQL says it
     * @param chunks how many there must be at least
     */
    public record Kind(String name, String keyColumns, List<String> key, String values, int rows, int chunks) {
        public Kind withChunks(int least) {
            return new Kind(name, keyColumns, key, values, rows, least);
        }

        public Kind withRows(int count) {
            return new Kind(name, keyColumns, key, values, count, 1);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    protected static Kind kind(String name, String keyColumns, String key, String values) {
        return new Kind(name, keyColumns, List.of(key.split(", ")), values, ROWS, 3);
    }

    protected abstract TestDatabase freshDatabase();

    protected abstract String connector();

    protected abstract String namespace();

    protected abstract BeforeImage beforeImage();

    protected abstract Stream<Kind> kinds();

    /** Statements that make the table {@code nums} with a row for each {@code n} from 0 to 9999. */
    protected abstract List<String> numbers();

    /** Has the server count the rows of a table. */
    protected abstract String analyze(String table);

    protected abstract String quoted(String identifier);

    /** Has {@link #withinChunk} called before each chunk's end. */
    protected abstract void withinEachChunk(Source<RowChange, ?, ?> inner);

    @BeforeAll
    void start() throws Exception {
        cluster = CaptureJob.cluster();
    }

    @AfterAll
    void stop() throws Exception {
        cluster.close();
    }

    @BeforeEach
    void createNumbers() {
        database = freshDatabase();
        database.execute(numbers().toArray(String[]::new));
    }

    @AfterEach
    void dropDatabase() {
        WITHIN_EACH_CHUNK.set(null);
        database.close();
    }

    protected static void withinChunk() {
        Runnable step = WITHIN_EACH_CHUNK.get();
        if (step != null) {
            step.run();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyRowEndsAsTheTableHasIt(Kind kind) throws Exception {
        createTable("keyed", kind);
        Source<RowChange, ?, ?> source = source("keyed", kind);
        withinEachChunk(inner(source));
        AtomicInteger chunks = new AtomicInteger();
        WITHIN_EACH_CHUNK.set(() -> change("keyed", kind, chunks.incrementAndGet()));

        try (CaptureJob job = CaptureJob.start(cluster, source, 2, Optional.empty())) {
            job.awaitWatermarks(2);
            WITHIN_EACH_CHUNK.set(null);
            insert("keyed", kind, LAST);
            job.await(
                    "last change",
                    () -> job.changes().stream().anyMatch(c -> c.after() != null && number(c.after(), "n") == LAST));

            List<String> captured = captured(job);
            List<String> there = there("keyed");
            assertThat(without(there, captured)).as("lost").isEmpty();
            assertThat(without(captured, there)).as("wrong").isEmpty();
            assertThat(captured).hasSameSizeAs(there);
            assertThat(chunks.get()).isBetween(kind.chunks(), MOST_CHUNKS);
        }
    }

    protected void createTable(String table, Kind kind) {
        String keys = String.join(", ", kind.key().stream().map(this::quoted).toList());
        database.execute(
                "CREATE TABLE " + table + " (" + kind.keyColumns() + ", n INT NOT NULL, v INT NOT NULL, PRIMARY KEY ("
                        + keys + "))",
                "CREATE INDEX by_n ON " + table + " (n)",
                "INSERT INTO " + table + " SELECT " + kind.values() + ", n, n FROM nums WHERE n < " + kind.rows(),
                analyze(table));
    }

    // Rows of every part of the table: updated, deleted, made anew, and new ones.
    private synchronized void change(String table, Kind kind, int step) {
        if (kind.rows() < ROWS) {
            return;
        }
        int of = step % 89;
        database.execute(
                "UPDATE " + table + " SET v = v + 1000000 WHERE n % 89 = " + of,
                "DELETE FROM " + table + " WHERE n % 97 = " + of,
                "UPDATE " + table + " SET v = v + 1000000 WHERE n % 89 = " + of);
        if (step < 40) {
            database.execute("INSERT INTO " + table + " SELECT " + kind.values() + ", n, n FROM nums WHERE n >= "
                    + (ROWS + step * 50) + " AND n < " + (ROWS + step * 50 + 50));
        }
    }

    private void insert(String table, Kind kind, int n) {
        database.execute(
                "INSERT INTO " + table + " SELECT " + kind.values() + ", " + n + ", 0 FROM nums WHERE n = 9999");
    }

    /** The value of each row by its number, once as often as it is there. */
    private List<String> captured(CaptureJob job) {
        Map<RowKey, byte[]> rows = new HashMap<>();
        for (CaptureJob.Seen seen : job.seen()) {
            seen.change().ifPresent(change -> {
                if (change.kind() == ChangeKind.DELETE) {
                    rows.remove(change.key());
                } else {
                    rows.put(change.key(), change.after());
                }
            });
        }
        return rows.values().stream()
                .map(row -> number(row, "n") + "=" + number(row, "v"))
                .sorted()
                .toList();
    }

    private List<String> there(String table) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT n, v FROM " + table)) {
            while (row.next()) {
                rows.add(row.getLong(1) + "=" + row.getLong(2));
            }
        }
        return rows.stream().sorted().toList();
    }

    private static List<String> without(List<String> rows, List<String> others) {
        Set<String> left = new TreeSet<>(rows);
        left.removeAll(Set.copyOf(others));
        return left.stream().limit(20).toList();
    }

    private static long number(byte[] row, String field) {
        BsonDocument document = RawRow.decode(row);
        return document.getInt64(field).getValue();
    }

    protected Source<RowChange, ?, ?> source(String table, Kind kind) {
        String pipeline = TestDatabases.uniqueName("p");
        SourceRequest.Table requested = new SourceRequest.Table(
                new TableId(namespace(), table), kind.key(), beforeImage(), OptionalLong.empty());
        return ConnectorRuntimes.source(connector())
                .source(new SourceRequest(
                        pipeline,
                        "db",
                        config(),
                        List.of(requested),
                        true,
                        true,
                        RecordFaults.failing(pipeline, "source.db")));
    }

    private ConnectionConfig config() {
        return new ConnectionConfig(new TreeMap<>(Map.of(
                "host", database.server().host(),
                "port", Integer.toString(database.server().port()),
                "database", database.name(),
                "username", database.server().user(),
                "password", database.server().password())));
    }

    @SuppressWarnings("unchecked")
    private static Source<RowChange, ?, ?> inner(Source<RowChange, ?, ?> phased) throws ReflectiveOperationException {
        Field field = phased.getClass().getDeclaredField("inner");
        field.setAccessible(true);
        return (Source<RowChange, ?, ?>) field.get(phased);
    }
}
