package io.tapstate.connectors.postgres.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.row.ColumnChange;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.CaptureJob;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.SourceRequest;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitBase;
import org.apache.flink.cdc.connectors.base.source.utils.hooks.SnapshotPhaseHooks;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schemas, tables and columns are read whatever they are named: many at once, by one source. */
class PostgresNamesIT {
    private static final AtomicReference<Consumer<TableId>> WITHIN_EACH_CHUNK = new AtomicReference<>();
    private static final int TABLES_OF_A_SCHEMA = 5;
    private static final String LONGEST = "a23456789_123456789_123456789_123456789_123456789_123456789_123";

    /** Each is a name of a schema, of a table and of a column. Pairs of them match each other, as one pattern or another. */
    private static final List<String> NAMES = List.of(
            "plain",
            "Plain",
            "PLAIN",
            "a_b",
            "axb",
            "a%b",
            "a.b",
            "a+b",
            "a|b",
            "a,b",
            "a;b:c",
            "[a]",
            "(a)",
            "(a|b)*",
            "^a$",
            "a b",
            " a ",
            "a\tb\nc",
            "a\\b",
            "a\\",
            "\"a\"",
            "\"",
            "a\"b",
            "a\"\"b",
            "'a'",
            "a''b",
            "`a`",
            "$a",
            "{a}",
            "$" + "{A}",
            "a__20_b",
            "__20_",
            "_",
            "__",
            "_id",
            "1st",
            "select",
            "größe",
            "GRÖSSE",
            "表",
            "ї",
            "a\u00a0b",
            "e\u0301",
            "\u00e9",
            "😀",
            LONGEST,
            LONGEST.substring(0, 62),
            "é".repeat(31),
            "😀".repeat(15));

    private static MiniCluster cluster;
    private TestDatabase database;

    @TempDir
    private Path folder;

    private String pipeline;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = CaptureJob.cluster();
    }

    @AfterAll
    static void stopCluster() throws Exception {
        cluster.close();
    }

    @BeforeEach
    void createDatabase() {
        database = TestDatabases.freshPostgres("names");
        pipeline = TestDatabases.uniqueName("p");
    }

    @AfterEach
    void dropDatabase() {
        WITHIN_EACH_CHUNK.set(null);
        database.close();
    }

    @Test
    void tablesAndTheirKeysAreReadWhateverTheyAreNamed() throws Exception {
        TreeMap<TableId, String> keys = keysByTable();
        List<String> made = new ArrayList<>();
        keys.keySet().stream()
                .map(TableId::namespace)
                .distinct()
                .forEach(schema -> made.add("CREATE SCHEMA " + quoted(schema)));
        made.addAll(forEach(keys, "CREATE TABLE @t (x INT, @k INT PRIMARY KEY, v INT, \"V\" INT)"));
        made.addAll(forEach(keys, "INSERT INTO @t VALUES (0, 1, 1, 0), (0, 2, 2, 0), (0, 3, 3, 0)"));
        // Not asked for, and the same as one that is but for case.
        made.add("CREATE TABLE plain.pLAIN_ (id INT PRIMARY KEY)");
        made.add("CREATE TABLE plain.\"PlaiN\" (id INT PRIMARY KEY)");
        database.execute(made.toArray(String[]::new));
        withinEachChunk(
                table -> database.execute(statement(table, keys.get(table), "UPDATE @t SET v = 10 WHERE @k = 1")));
        List<SourceRequest.Table> asked = keys.entrySet().stream()
                .map(table -> asked(table.getKey(), table.getValue()))
                .toList();

        String savepoint;
        try (CaptureJob job = start(asked, Optional.empty())) {
            job.awaitWatermarks(1);
            assertThat(rows(job, keys)).isEqualTo(all(keys, List.of("1=10", "2=2", "3=3")));
            database.execute("INSERT INTO plain.\"PlaiN\" VALUES (1)");
            database.execute(forEach(keys, "INSERT INTO @t VALUES (0, 4, 4, 0)").toArray(String[]::new));
            database.execute(forEach(keys, "UPDATE @t SET v = 20 WHERE @k = 2").toArray(String[]::new));
            database.execute(forEach(keys, "DELETE FROM @t WHERE @k = 3").toArray(String[]::new));
            database.execute(forEach(keys, "UPDATE @t SET @k = 5 WHERE @k = 4").toArray(String[]::new));
            job.await("moved rows", () -> rows(job, keys).values().stream().allMatch(rows -> rows.contains("5=4")));

            assertThat(rows(job, keys)).isEqualTo(all(keys, List.of("1=10", "2=20", "5=4")));
            savepoint = job.stopWithSavepoint(folder);
        }
        database.execute(forEach(keys, "UPDATE @t SET v = 30 WHERE @k = 1").toArray(String[]::new));
        try (CaptureJob job = start(asked, Optional.of(savepoint))) {
            job.awaitChanges(keys.size());

            assertThat(job.reads()).isEmpty();
            assertThat(rows(job, keys)).isEqualTo(all(keys, List.of("1=30")));
        }
    }

    /** Every name is one of a table and one of a key; some are of schemas too. */
    private static TreeMap<TableId, String> keysByTable() {
        TreeMap<TableId, String> keys = new TreeMap<>();
        for (int i = 0; i < NAMES.size(); i++) {
            keys.put(
                    new TableId(NAMES.get(i - i % TABLES_OF_A_SCHEMA), NAMES.get(i)),
                    NAMES.get((i + 1) % NAMES.size()));
        }
        // These are one when a schema and a name are joined by a dot, or when case counts for nothing.
        keys.put(new TableId("A.b", "t"), "id");
        keys.put(new TableId("a.b", "t"), "id");
        keys.put(new TableId("a", "b.t"), "id");
        return keys;
    }

    @Test
    void columnsAreReadWhateverTheyAreNamed() throws Exception {
        List<String> names =
                NAMES.stream().filter(name -> !name.equals("plain")).toList();
        String columns = String.join(
                ", ", names.stream().map(name -> quoted(name) + " INT").toArray(String[]::new));
        database.execute("CREATE TABLE \"Wide one\" (plain INT PRIMARY KEY, " + columns + ")");
        database.execute(insert(names, 1));
        SourceRequest.Table asked = asked(new TableId("public", "Wide one"), "plain");

        try (CaptureJob job = start(List.of(asked), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(insert(names, 2), "UPDATE \"Wide one\" SET \"Plain\" = NULL WHERE plain = 2");
            job.awaitChanges(2);

            BsonDocument second = row(names, 2);
            BsonDocument updated = second.clone();
            updated.put("Plain", BsonNull.VALUE);
            assertThat(job.reads())
                    .extracting(change -> RawRow.decode(change.after()))
                    .containsExactly(row(names, 1));
            assertThat(job.changes())
                    .extracting(change -> RawRow.decode(change.after()))
                    .containsExactly(second, updated);
        }
    }

    @Test
    void tablesAreReadInChunksWhateverTheyAndTheirKeysAreNamed() throws Exception {
        TreeMap<TableId, String> keys = new TreeMap<>();
        keys.put(new TableId("a", "b.\"c\" (d)"), "Größe \"in\" [m]");
        keys.put(new TableId("a.b", "\"c\" (d)"), "Größe \"in\" [m]");
        Iterator<String> types = List.of("INT", "TEXT").iterator();
        keys.forEach((table, key) -> database.execute(Stream.of(
                        "CREATE SCHEMA " + quoted(table.namespace()),
                        "CREATE TABLE @t (@k " + types.next() + " PRIMARY KEY, v INT)",
                        "INSERT INTO @t SELECT n, n FROM generate_series(1, 5000) n",
                        "ANALYZE @t")
                .map(template -> statement(table, key, template))
                .toArray(String[]::new)));
        withinEachChunk(table ->
                database.execute(statement(table, "", "UPDATE @t SET v = v - 10000 WHERE v > 0 AND v % 100 = 0")));
        List<SourceRequest.Table> asked = keys.entrySet().stream()
                .map(table -> asked(table.getKey(), table.getValue()))
                .toList();

        try (CaptureJob job = start(asked, Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(forEach(keys, "DELETE FROM @t WHERE v = 77").toArray(String[]::new));
            job.await("deletions", () -> rows(job, keys).values().stream().allMatch(rows -> rows.size() == 4999));

            assertThat(rows(job, keys))
                    .hasSize(2)
                    .allSatisfy((table, rows) -> assertThat(rows)
                            .contains("100=-9900", "4900=-5100", "78=78")
                            .doesNotContain("77=77"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "TRUNCATE \"Größe x\".\"T 1\"; capture.table-truncated; Größe x.T 1",
                "ALTER TABLE \"Größe x\".\"T 1\" RENAME \"Nr. 2\" TO nr2; capture.table-altered; Nr. 2",
                "DROP TABLE \"Größe x\".\"T 1\"; capture.table-dropped; Größe x.T 1"
            })
    void whatEndsTheJobIsToldByTheNamesThatThingsHave(String statement, String code, String name) throws Exception {
        database.execute(
                "CREATE SCHEMA \"Größe x\"",
                "CREATE TABLE \"Größe x\".\"T 1\" (\"Nr. 1\" INT PRIMARY KEY, \"Nr. 2\" INT)",
                "INSERT INTO \"Größe x\".\"T 1\" VALUES (1, 1)");

        try (CaptureJob job = start(List.of(asked(new TableId("Größe x", "T 1"), "Nr. 1")), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(statement);

            Throwable end = job.end().orElseThrow();
            assertThat(end).hasStackTraceContaining(code).hasStackTraceContaining(name);
        }
    }

    @Test
    void changesOfColumnsAreToldByTheNamesThatTheyHave() throws Exception {
        database.execute(
                "CREATE TABLE \"T 1\" (\"Nr. 1\" INT PRIMARY KEY, \"Nr. 2\" INT)", "INSERT INTO \"T 1\" VALUES (1, 1)");
        SourceRequest.Table asked = new SourceRequest.Table(
                new TableId("public", "T 1"), List.of("Nr. 1"), BeforeImage.KEY, OptionalLong.empty(), DdlPolicy.APPLY);

        try (CaptureJob job = start(List.of(asked), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(
                    "ALTER TABLE \"T 1\" RENAME \"Nr. 2\" TO \"nr. 2\"",
                    "ALTER TABLE \"T 1\" ADD \"Größe\" INT",
                    "UPDATE \"T 1\" SET \"Größe\" = 3");
            job.awaitChanges(2);

            assertThat(ColumnChange.decode(job.changes().get(0).after()))
                    .containsExactlyInAnyOrder(
                            ColumnChange.renamed("Nr. 2", "nr. 2"), ColumnChange.added("Größe", BsonNull.VALUE));
            assertThat(RawRow.decode(job.changes().get(1).after()))
                    .isEqualTo(new BsonDocument("Nr. 1", new BsonInt64(1))
                            .append("nr. 2", new BsonInt64(1))
                            .append("Größe", new BsonInt64(3)));
        }
    }

    private static String insert(List<String> names, int row) {
        StringBuilder values = new StringBuilder("INSERT INTO \"Wide one\" VALUES (" + row);
        for (int i = 0; i < names.size(); i++) {
            values.append(", ").append(1000 * row + i);
        }
        return values.append(")").toString();
    }

    private static BsonDocument row(List<String> names, int row) {
        BsonDocument document = new BsonDocument("plain", new BsonInt64(row));
        for (int i = 0; i < names.size(); i++) {
            document.put(names.get(i), new BsonInt64(1000L * row + i));
        }
        return document;
    }

    private static Map<TableId, List<String>> all(Map<TableId, String> keys, List<String> rows) {
        Map<TableId, List<String>> all = new TreeMap<>();
        keys.keySet().forEach(table -> all.put(table, rows));
        return all;
    }

    /** Each table's {@code key=v}, sorted, as changes left them. */
    private static Map<TableId, List<String>> rows(CaptureJob job, Map<TableId, String> keys) {
        Map<TableId, Map<RowKey, String>> rows = new HashMap<>();
        for (CaptureJob.Seen seen : job.seen()) {
            seen.change().ifPresent(change -> {
                Map<RowKey, String> table = rows.computeIfAbsent(change.table(), id -> new HashMap<>());
                if (change.kind() == ChangeKind.DELETE) {
                    table.remove(change.key());
                } else {
                    BsonDocument row = RawRow.decode(change.after());
                    table.put(change.key(), text(row, keys.get(change.table())) + "=" + text(row, "v"));
                }
            });
        }
        Map<TableId, List<String>> sorted = new TreeMap<>();
        rows.forEach(
                (table, all) -> sorted.put(table, all.values().stream().sorted().toList()));
        return sorted;
    }

    private static String text(BsonDocument row, String field) {
        return row.isString(field)
                ? row.getString(field).getValue()
                : Long.toString(row.getInt64(field).getValue());
    }

    private static List<String> forEach(Map<TableId, String> keys, String template) {
        return keys.entrySet().stream()
                .map(table -> statement(table.getKey(), table.getValue(), template))
                .toList();
    }

    /** The template with the table for {@code @t} and its key for {@code @k}. */
    private static String statement(TableId table, String key, String template) {
        return template.replace("@k", quoted(key)).replace("@t", quoted(table));
    }

    private static String quoted(TableId table) {
        return quoted(table.namespace()) + "." + quoted(table.name());
    }

    private static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    private static SourceRequest.Table asked(TableId table, String... key) {
        return new SourceRequest.Table(table, Arrays.asList(key), BeforeImage.KEY, OptionalLong.empty());
    }

    private static void withinEachChunk(Consumer<TableId> step) {
        WITHIN_EACH_CHUNK.set(step);
    }

    private static void within(SourceSplitBase chunk) {
        Consumer<TableId> step = WITHIN_EACH_CHUNK.get();
        if (step != null) {
            step.accept(PlainNames.real(chunk.asSnapshotSplit().getTableId()));
        }
    }

    private CaptureJob start(List<SourceRequest.Table> tables, Optional<String> savepoint) throws Exception {
        ConnectionConfig config = new ConnectionConfig(new TreeMap<>(Map.of(
                "host", database.server().host(),
                "port", Integer.toString(database.server().port()),
                "database", database.name(),
                "username", database.server().user(),
                "password", database.server().password())));
        Source<RowChange, ?, ?> source = ConnectorRuntimes.source("postgres")
                .source(new SourceRequest(
                        pipeline, "db", config, tables, true, true, RecordFaults.failing(pipeline, "source.db")));
        Field inner = source.getClass().getDeclaredField("inner");
        inner.setAccessible(true);
        SnapshotPhaseHooks hooks = new SnapshotPhaseHooks();
        hooks.setPreHighWatermarkAction((settings, chunk) -> within((SourceSplitBase) chunk));
        ((ChunkedPostgresSource) inner.get(source)).inner().setSnapshotHooks(hooks);
        return CaptureJob.start(cluster, source, 1, savepoint);
    }
}
