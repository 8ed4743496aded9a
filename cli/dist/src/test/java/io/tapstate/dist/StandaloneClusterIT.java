package io.tapstate.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.connectors.embedded.DatabaseServer;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.WorkspaceReader;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shaded jar where class loading is strict: JobManager and TaskManager are processes of their own, without any class
 * of ours, and the job arrives by the client class and by upload.
 */
class StandaloneClusterIT {
    @TempDir
    Path folder;

    @Test
    void theShadedJarRunsByTheClientAndByUpload() throws Exception {
        String views = TestDatabases.uniqueName("cluster_views");
        String uri = TestDatabases.store().uri(views);
        try (TestDatabase orders = TestDatabases.freshMySql("cluster_orders");
                TestDatabase shipments = TestDatabases.freshPostgres("cluster_shipments");
                MongoClient store = MongoClients.create(uri)) {
            load(orders, shipments);
            Map<String, String> environment = Map.of(
                    "ORDERS_PASSWORD", orders.server().password(),
                    "SHIPMENTS_PASSWORD", shipments.server().password(),
                    "TAPSTATE_VIEWS_URI", uri);
            Path workspace = writeWorkspace(orders, shipments, "by_client", "by_upload");
            try (StandaloneCluster cluster =
                    StandaloneCluster.start(Files.createDirectories(folder.resolve("cluster")), environment)) {
                String refusal = cluster.runByClient("--workdir", workspace.toString());
                assertThat(refusal)
                        .startsWith("exit 1\n")
                        .contains("job.argument-missing: `--pipeline` is missing")
                        .doesNotContain("\tat ");

                String said = cluster.runByClient("--workdir", workspace.toString(), "--pipeline", "by_client");
                assertThat(said).startsWith("exit 0\n").contains("Job has been submitted");
                follow(
                        cluster,
                        store.getDatabase(views).getCollection("by_client_state"),
                        "by_client",
                        orders,
                        shipments);
                cluster.cancel("by_client");

                Path plan = folder.resolve("by_upload.json");
                Files.write(plan, JobPlanCodec.write(plan(workspace, "by_upload", environment)));
                cluster.runByUpload(List.of("--plan", plan.toString()));
                follow(
                        cluster,
                        store.getDatabase(views).getCollection("by_upload_state"),
                        "by_upload",
                        orders,
                        shipments);
                cluster.cancel("by_upload");
            } finally {
                store.getDatabase(views).drop();
            }
        }
    }

    /** The snapshot, then one change of every kind; leaves the tables as they were. */
    private static void follow(
            StandaloneCluster cluster,
            MongoCollection<Document> view,
            String pipeline,
            TestDatabase orders,
            TestDatabase shipments)
            throws Exception {
        awaitView(cluster, pipeline, view, Map.of(1L, "alice [1, 2]", 2L, "bob [3]", 3L, "carol []"));

        shipments.execute("INSERT INTO shipments VALUES (4,3,'ups')");
        orders.execute("UPDATE orders SET customer = 'alicia' WHERE id = 1");
        awaitView(cluster, pipeline, view, Map.of(1L, "alicia [1, 2]", 2L, "bob [3]", 3L, "carol [4]"));

        shipments.execute("UPDATE shipments SET order_id = 2 WHERE id = 1", "DELETE FROM shipments WHERE id = 4");
        orders.execute("DELETE FROM orders WHERE id = 3");
        awaitView(cluster, pipeline, view, Map.of(1L, "alicia [2]", 2L, "bob [1, 3]"));

        shipments.execute("UPDATE shipments SET order_id = 1 WHERE id = 1");
        orders.execute(
                "INSERT INTO orders VALUES (3,'carol',30.00)", "UPDATE orders SET customer = 'alice' WHERE id = 1");
        awaitView(cluster, pipeline, view, Map.of(1L, "alice [1, 2]", 2L, "bob [3]", 3L, "carol []"));
        assertThat(cluster.state(pipeline)).isEqualTo("RUNNING");
    }

    private static void awaitView(
            StandaloneCluster cluster, String pipeline, MongoCollection<Document> view, Map<Long, String> expected)
            throws Exception {
        try {
            StandaloneCluster.await(
                    pipeline + " shows " + expected, () -> summary(view).equals(new TreeMap<>(expected)));
        } catch (AssertionError e) {
            throw new AssertionError(
                    e.getMessage() + "; it shows " + summary(view) + "; " + cluster.faults(pipeline), e);
        }
    }

    /** Customer and shipment ids by order id. */
    private static TreeMap<Long, String> summary(MongoCollection<Document> view) {
        TreeMap<Long, String> summary = new TreeMap<>();
        view.find()
                .forEach(document -> summary.put(
                        document.getLong("_id"),
                        document.getString("customer") + " "
                                + document.getList("shipments", Document.class).stream()
                                        .map(shipment -> shipment.getLong("id"))
                                        .toList()));
        return summary;
    }

    private static void load(TestDatabase orders, TestDatabase shipments) {
        orders.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(64), amount DECIMAL(10,2))",
                "INSERT INTO orders VALUES (1,'alice',10.00),(2,'bob',20.00),(3,'carol',30.00)");
        shipments.execute(
                "CREATE TABLE shipments (id INT PRIMARY KEY, order_id INT NOT NULL, carrier VARCHAR(64))",
                "INSERT INTO shipments VALUES (1,1,'dhl'),(2,1,'ups'),(3,2,'fedex')");
    }

    private static JobPlan plan(Path workspace, String pipeline, Map<String, String> environment) {
        return TapPlanner.plan(
                        WorkspaceReader.read(workspace), pipeline, new LiveSchemas(environment::get), environment::get)
                .plan();
    }

    private Path writeWorkspace(TestDatabase orders, TestDatabase shipments, String... pipelines) throws IOException {
        Path workspace = folder.resolve("work");
        Path sources = Files.createDirectories(workspace.resolve("source"));
        Files.writeString(
                sources.resolve("orders_db.tap.yml"),
                source("orders_db", "mysql", orders, "${ORDERS_PASSWORD}", "orders"));
        Files.writeString(
                sources.resolve("fulfillment_db.tap.yml"),
                source("fulfillment_db", "postgres", shipments, "${SHIPMENTS_PASSWORD}", "shipments"));
        for (String pipeline : pipelines) {
            Path file = Files.createDirectories(workspace.resolve("pipeline")).resolve(pipeline + ".tap.yml");
            Files.writeString(file, pipeline(pipeline));
        }
        return workspace;
    }

    private static String source(String id, String connector, TestDatabase database, String password, String table) {
        DatabaseServer server = database.server();
        return """
                version: tapstate/v1
                kind: source
                id: %s
                connector: %s
                config: { host: %s, port: %d, database: %s, username: %s, password: %s }
                mode: cdc
                tables: [%s]
                """.formatted(
                        id, connector, server.host(), server.port(), database.name(), server.user(), password, table);
    }

    private static String pipeline(String id) {
        return """
                version: tapstate/v1
                kind: pipeline
                id: %1$s
                source: [orders_db, fulfillment_db]
                transforms:
                  - id: order_nest
                    type: nest
                    from: { orders: orders_db.orders, shipments: fulfillment_db.shipments }
                    root:
                      from: orders
                      key: [id]
                      embed:
                        - { from: shipments, on: { order_id: id }, as: array, path: shipments, arrayKey: [id] }
                view:
                  id: %1$s_state
                  from: order_nest
                  primary_key: id
                settings:
                  read_mode: snapshot_and_cdc
                """.formatted(id);
    }
}
