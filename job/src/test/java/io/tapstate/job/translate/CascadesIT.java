package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.PlanOutcome;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.cdc.connectors.mysql.source.MySqlSource;
import org.apache.flink.cdc.connectors.mysql.source.utils.hooks.SnapshotPhaseHooks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real MySQL does by its foreign keys, and says so in no log, shows in documents. */
class CascadesIT {
    private static final String SOURCE = """
            version: tapstate/v1
            kind: source
            id: shop
            connector: mysql
            config:
              host: ${HOST}
              port: ${PORT}
              database: ${DATABASE}
              username: ${USERNAME}
              password: ${PASSWORD}
            mode: cdc
            """;
    private static final String PIPELINE = """
            version: tapstate/v1
            kind: pipeline
            id: orders
            source: shop
            transforms:
              - id: documents
                type: nest
                from: { o: orders, i: items, p: parts, n: notes }
                root:
                  from: o
                  key: [id]
                  embed:
                    - from: i
                      on: { order_id: id }
                      as: array
                      path: items
                      embed:
                        - { from: p, on: { item_id: id }, as: array, path: parts }
                    - { from: n, on: { order_id: id }, as: array, path: notes }
            view: { primary_key: id }
            """;

    /** By table, what happens once between the reading of its rows and the end of its chunk. */
    private static final Map<String, Runnable> WITHIN = new ConcurrentHashMap<>();

    private final Map<RowKey, String> documents = new TreeMap<>();
    private TestDatabase database;
    private Map<String, String> variables;

    @TempDir
    Path folder;

    @BeforeEach
    void createTables() {
        database = TestDatabases.freshMySql("cascades");
        variables = Map.of(
                "HOST", database.server().host(),
                "PORT", Integer.toString(database.server().port()),
                "DATABASE", database.name(),
                "USERNAME", database.server().user(),
                "PASSWORD", database.server().password(),
                "TAPSTATE_VIEWS_URI", "mongodb://nowhere");
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY)",
                "CREATE TABLE items (id INT PRIMARY KEY, order_id INT,"
                        + " FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE ON UPDATE CASCADE)",
                "CREATE TABLE parts (id INT PRIMARY KEY, item_id INT,"
                        + " FOREIGN KEY (item_id) REFERENCES items (id) ON DELETE CASCADE)",
                "CREATE TABLE notes (id INT PRIMARY KEY, order_id INT,"
                        + " FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE SET NULL ON UPDATE CASCADE)",
                "INSERT INTO orders VALUES (1), (2), (3)",
                "INSERT INTO items VALUES (11, 1), (12, 1), (21, 2), (31, 3)",
                "INSERT INTO parts VALUES (111, 11), (211, 21)",
                "INSERT INTO notes VALUES (7, 1), (8, 2)");
    }

    @AfterEach
    void dropDatabase() {
        WITHIN.clear();
        database.close();
    }

    @Test
    void documentsFollowWhatForeignKeysDo() throws Exception {
        PlanOutcome planned = plan();
        assertThat(planned.warnings())
                .extracting(warning -> warning.code())
                .containsExactly(
                        "capture.cascade-not-logged", "capture.cascade-not-logged", "capture.cascade-not-logged");

        try (LoadedJob job = new LoadedJob(
                planned.runnable().plan(), variables::get, connectors(), folder, Duration.ofMillis(200))) {
            await(
                    job,
                    "{\"id\": 1, \"items\": [{\"id\": 11, \"order_id\": 1, \"parts\": [{\"id\": 111, \"item_id\": 11}]},"
                            + " {\"id\": 12, \"order_id\": 1, \"parts\": []}], \"notes\": [{\"id\": 7, \"order_id\": 1}]}",
                    "{\"id\": 2, \"items\": [{\"id\": 21, \"order_id\": 2, \"parts\": [{\"id\": 211, \"item_id\": 21}]}],"
                            + " \"notes\": [{\"id\": 8, \"order_id\": 2}]}",
                    "{\"id\": 3, \"items\": [{\"id\": 31, \"order_id\": 3, \"parts\": []}], \"notes\": []}");

            // Deleted and made anew: nothing that went with the order may come back.
            database.execute("DELETE FROM orders WHERE id = 1", "INSERT INTO orders VALUES (1)");
            // An item that comes back finds no parts either.
            database.execute("INSERT INTO items VALUES (11, 1)");
            // Everything moves to the new key.
            database.execute("UPDATE orders SET id = 5 WHERE id = 2");
            // A deletion in the middle.
            database.execute("DELETE FROM items WHERE id = 31");
            await(
                    job,
                    "{\"id\": 1, \"items\": [{\"id\": 11, \"order_id\": 1, \"parts\": []}], \"notes\": []}",
                    "{\"id\": 3, \"items\": [], \"notes\": []}",
                    "{\"id\": 5, \"items\": [{\"id\": 21, \"order_id\": 5, \"parts\": [{\"id\": 211, \"item_id\": 21}]}],"
                            + " \"notes\": [{\"id\": 8, \"order_id\": 5}]}");

            // The note that lost its order gets one by a statement, which the log shows.
            database.execute("UPDATE notes SET order_id = 3 WHERE id = 7", "DELETE FROM orders WHERE id = 5");
            await(
                    job,
                    "{\"id\": 1, \"items\": [{\"id\": 11, \"order_id\": 1, \"parts\": []}], \"notes\": []}",
                    "{\"id\": 3, \"items\": [], \"notes\": [{\"id\": 7, \"order_id\": 3}]}");
        }
    }

    @Test
    void anOrderThatGoesBetweenTheReadingOfItsItemsAndItsOwnTakesThemAlong() throws Exception {
        WITHIN.put("items", () -> database.execute("DELETE FROM orders WHERE id = 3"));
        try (LoadedJob job =
                new LoadedJob(plan().runnable().plan(), variables::get, connectors(), folder, Duration.ofMillis(200))) {
            String first =
                    "{\"id\": 1, \"items\": [{\"id\": 11, \"order_id\": 1, \"parts\": [{\"id\": 111, \"item_id\": 11}]},"
                            + " {\"id\": 12, \"order_id\": 1, \"parts\": []}], \"notes\": [{\"id\": 7, \"order_id\": 1}]}";
            String second =
                    "{\"id\": 2, \"items\": [{\"id\": 21, \"order_id\": 2, \"parts\": [{\"id\": 211, \"item_id\": 21}]}],"
                            + " \"notes\": [{\"id\": 8, \"order_id\": 2}]}";
            await(job, first, second);
            assertThat(WITHIN).as("statements left to run").isEmpty();

            database.execute("INSERT INTO orders VALUES (3)");
            await(job, first, second, "{\"id\": 3, \"items\": [], \"notes\": []}");
        }
    }

    private PlanOutcome plan() {
        Workspace workspace = new Workspace(
                List.of(new TapFile("source/shop.tap.yml", SOURCE), new TapFile("pipeline/orders.tap.yml", PIPELINE)));
        return TapPlanner.plan(workspace, "orders", new LiveSchemas(variables::get), variables::get);
    }

    private void await(LoadedJob job, String... expected) throws Exception {
        try {
            job.await("the documents " + List.of(expected), () -> shown().equals(List.of(expected)));
        } catch (AssertionError e) {
            throw new AssertionError("they are " + shown(), e);
        }
    }

    private List<String> shown() {
        synchronized (documents) {
            return List.copyOf(documents.values());
        }
    }

    private void write(RowChange change) {
        synchronized (documents) {
            if (change.kind() == ChangeKind.DELETE) {
                documents.remove(change.key());
            } else {
                documents.put(change.key(), RawRow.decode(change.after()).toJson());
            }
        }
    }

    private static Source<RowChange, ?, ?> hooked(Source<RowChange, ?, ?> source) {
        SnapshotPhaseHooks hooks = new SnapshotPhaseHooks();
        hooks.setPreHighWatermarkAction((connection, chunk) -> {
            String id = chunk.splitId();
            Runnable step = WITHIN.remove(id.substring(id.indexOf('.') + 1, id.lastIndexOf(':')));
            if (step != null) {
                step.run();
            }
        });
        ((MySqlSource<?>) inner(inner(source))).setSnapshotHooks(hooks);
        return source;
    }

    private static Object inner(Object source) {
        try {
            Field field = source.getClass().getDeclaredField("inner");
            field.setAccessible(true);
            return field.get(source);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Connectors connectors() {
        return new Connectors() {
            @Override
            public Source<RowChange, ?, ?> source(String connector, SourceRequest request) {
                return hooked(ConnectorRuntimes.source(connector).source(request));
            }

            @Override
            public Sink<RowChange> sink(String connector, SinkRequest request) {
                return new TellingSink(folder.toString(), CascadesIT.this::write);
            }
        };
    }
}
