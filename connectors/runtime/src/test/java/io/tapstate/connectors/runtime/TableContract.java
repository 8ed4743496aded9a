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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
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

/** Which tables are read, whatever they and their columns are named. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class TableContract {
    /** Tables beside the captured ones. */
    private static final List<String> OTHERS =
            List.of("mixedCase", "withXdot", "plainX", "a", "b", "aab", "y", "x", "5", "comma", "Select");

    private static final AtomicReference<Runnable> WITHIN_EACH_CHUNK = new AtomicReference<>();

    private MiniCluster cluster;
    protected TestDatabase database;

    protected abstract TestDatabase freshDatabase();

    protected abstract String connector();

    protected abstract String namespace();

    /** Names that a plan refuses ({@code capture.name-not-supported}), so that no source is asked for them. */
    protected abstract Set<String> refusedNames(boolean ofTables);

    /** Patterns, if read as such, that match others of these and of {@link #OTHERS}, and what separates lists of them. */
    List<String> tableNames() {
        return Stream.of(
                        "MixedCase",
                        "mixedcase",
                        "MIXEDCASE",
                        "with space",
                        "with.dot",
                        "with$dollar",
                        "ünïcode表",
                        "with\"quote",
                        "with'quote",
                        "with`tick",
                        "two.dots.in",
                        "with%percent",
                        "with\\backslash",
                        "\\d+",
                        "select",
                        "(a|b)*",
                        "a+b?",
                        "[y]",
                        "^x{1,2}$",
                        "[y",
                        "x,y",
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
                        "two``ticks`",
                        "with%percent",
                        "with\\backslash",
                        "select",
                        "(a|b)*",
                        "a+b?",
                        "[y]",
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

    @Test
    void tablesAreReadWhateverTheyAreNamedAndNoOthers() throws Exception {
        List<String> names = tableNames();
        for (String name : all(names, OTHERS)) {
            database.execute(
                    "CREATE TABLE " + quoted(name) + " (id INT PRIMARY KEY, v INT)",
                    "INSERT INTO " + quoted(name) + " VALUES (1, 0), (2, 2)");
        }
        AtomicInteger chunks = new AtomicInteger();
        withinEachChunk(() -> {
            chunks.incrementAndGet();
            database.execute(ofEach(all(names, OTHERS), "UPDATE %s SET v = v + 1 WHERE id = 1"));
        });

        try (CaptureJob job = start(List.of("id"), names.toArray(String[]::new))) {
            job.awaitWatermarks(1);
            withinEachChunk(null);
            database.execute(ofEach(all(OTHERS, names), "INSERT INTO %s VALUES (3, 3)"));
            job.await(
                    "last changes",
                    () -> names.stream()
                            .allMatch(name -> rowsOf(job, name, "id").contains("3=3")));

            assertThat(chunks.get()).isEqualTo(names.size());
            assertThat(names)
                    .allSatisfy(name -> assertThat(rowsOf(job, name, "id"))
                            .as(name)
                            .containsExactlyInAnyOrder("1=" + chunks, "2=2", "3=3"));
            assertThat(Stream.concat(job.reads().stream(), job.changes().stream())
                            .map(change -> change.table().name()))
                    .isSubsetOf(names);
        }
    }

    @Test
    void columnsAreReadWhateverTheyAreNamed() throws Exception {
        List<String> names = columnNames();
        Map<String, List<String>> keys = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            String name = quoted(names.get(i));
            keys.put("odd" + i, List.of(names.get(i)));
            database.execute(
                    "CREATE TABLE odd" + i + " (" + name + " INT PRIMARY KEY, v INT)",
                    "INSERT INTO odd" + i + " VALUES (1, 0), (2, 2), (3, 3)");
        }
        keys.put("wide", List.of("id"));
        database.execute(
                "CREATE TABLE wide (id INT PRIMARY KEY, "
                        + names.stream().map(name -> quoted(name) + " INT").collect(Collectors.joining(", ")) + ")",
                "INSERT INTO wide VALUES (1" + ", 1".repeat(names.size()) + ")");
        AtomicInteger chunks = new AtomicInteger();
        withinEachChunk(() -> {
            chunks.incrementAndGet();
            List<String> statements = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                statements.add("UPDATE odd" + i + " SET v = v + 1 WHERE " + quoted(names.get(i)) + " = 1");
                statements.add("UPDATE wide SET " + quoted(names.get(i)) + " = " + i);
            }
            database.execute(statements.toArray(String[]::new));
        });

        try (CaptureJob job = start(beforeImage(), keys)) {
            job.awaitWatermarks(1);
            withinEachChunk(null);
            List<String> statements = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                statements.add("DELETE FROM odd" + i + " WHERE v = 2");
                statements.add("UPDATE odd" + i + " SET " + quoted(names.get(i)) + " = 5 WHERE v = 3");
                statements.add("UPDATE wide SET " + quoted(names.get(i)) + " = " + (100 + i));
            }
            statements.add("INSERT INTO wide (id) VALUES (2)");
            database.execute(statements.toArray(String[]::new));
            job.await(
                    "last change",
                    () -> job.changes().stream()
                            .anyMatch(change -> change.kind() == ChangeKind.INSERT
                                    && change.table().name().equals("wide")));

            assertThat(chunks.get()).isEqualTo(keys.size());
            for (int i = 0; i < names.size(); i++) {
                assertThat(rowsOf(job, "odd" + i, names.get(i)))
                        .as(names.get(i))
                        .containsExactlyInAnyOrder("1=" + chunks, "5=3");
            }
            Map<String, Long> wide = new LinkedHashMap<>(Map.of("id", 1L));
            for (int i = 0; i < names.size(); i++) {
                wide.put(names.get(i), 100L + i);
            }
            assertThat(latest(job, "wide"))
                    .anySatisfy(row -> assertThat(numbers(row)).isEqualTo(wide));
        }
    }

    @Test
    void aTableMadeWhileTheJobRunsChangesNothingAndIsTold() throws Exception {
        TestMetrics.clear();
        database.execute("INSERT INTO plain VALUES (1, 1)");

        try (CaptureJob job = start(List.of("id"), "plain")) {
            job.awaitWatermarks(1);
            database.execute(
                    "CREATE TABLE plain2 (id INT PRIMARY KEY, v INT)",
                    "INSERT INTO plain2 VALUES (1, 100)",
                    "UPDATE plain2 SET v = 101",
                    "UPDATE plain SET v = 2");
            job.await("change", () -> rows(job).contains("1=2"));

            job.await("notice of the new table", () -> TestMetrics.sum("/" + SourceMetrics.TABLES_NOT_READ) == 1);
            assertThat(rows(job)).containsExactly("1=2");
            assertThat(job.changes()).allMatch(change -> change.table().name().equals("plain"));
        }
    }

    private static List<String> all(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private String[] ofEach(List<String> tables, String statement) {
        return tables.stream()
                .map(name -> statement.replace("%s", quoted(name)))
                .toArray(String[]::new);
    }

    protected static List<String> rows(CaptureJob job) {
        return latest(job, null).stream()
                .map(row -> text(row, "id") + "=" + text(row, "v"))
                .toList();
    }

    /** Each row's {@code key=v}, as changes left it. */
    private static List<String> rowsOf(CaptureJob job, String table, String key) {
        return latest(job, table).stream()
                .map(row -> text(row, key) + "=" + text(row, "v"))
                .toList();
    }

    /** @param table whose rows; null for those of every table, of which no two then have one key */
    private static List<BsonDocument> latest(CaptureJob job, String table) {
        Map<RowKey, BsonDocument> rows = new HashMap<>();
        for (CaptureJob.Seen seen : job.seen()) {
            seen.change()
                    .filter(change -> table == null || change.table().name().equals(table))
                    .ifPresent(change -> {
                        if (change.kind() == ChangeKind.DELETE) {
                            rows.remove(change.key());
                        } else {
                            rows.put(change.key(), RawRow.decode(change.after()));
                        }
                    });
        }
        return List.copyOf(rows.values());
    }

    private static Map<String, Long> numbers(BsonDocument row) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        row.forEach((name, value) ->
                numbers.put(name, value.isInt64() ? value.asInt64().getValue() : null));
        return numbers;
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
        Map<String, List<String>> keys = new LinkedHashMap<>();
        Arrays.stream(tables).forEach(table -> keys.put(table, key));
        return start(image, keys);
    }

    private CaptureJob start(BeforeImage image, Map<String, List<String>> keys) throws Exception {
        String pipeline = TestDatabases.uniqueName("p");
        List<SourceRequest.Table> requested = keys.entrySet().stream()
                .map(table -> new SourceRequest.Table(
                        new TableId(namespace(), table.getKey()), table.getValue(), image, OptionalLong.empty()))
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
