package io.tapstate.job.local;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.Embed;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.RememberKeysStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.WriteViewStep;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.Document;
import org.bson.types.Decimal128;

/** Orders in MySQL, their shipments in PostgreSQL, one document per order in the store. */
final class OrderShipments implements AutoCloseable {
    private static final String VIEW = "order_state";

    final TestDatabase mysql = TestDatabases.freshMySql("engine_orders");
    final TestDatabase postgres = TestDatabases.freshPostgres("engine_shipments");
    private final String views = TestDatabases.uniqueName("engine_views");
    private final MongoClient store = MongoClients.create(TestDatabases.store().uri(views));

    OrderShipments() {
        mysql.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(64), amount DECIMAL(10,2))",
                "INSERT INTO orders VALUES (1,'alice',10.00),(2,'bob',20.00),(3,'carol',30.00),(4,'dave',40.00),"
                        + "(5,'erin',50.00)");
        postgres.execute(
                "CREATE TABLE shipments (id INT PRIMARY KEY, order_id INT NOT NULL, carrier VARCHAR(64),"
                        + " status VARCHAR(32))",
                "INSERT INTO shipments VALUES (1,1,'dhl','delivered'),(2,1,'ups','in_transit'),(3,2,'fedex','delivered'),"
                        + "(4,2,'dhl','pending'),(5,3,'ups','delivered'),(6,4,'fedex','in_transit')");
    }

    /** What the engine must find in its environment. */
    Map<String, String> environment() {
        return Map.of(
                "TAPSTATE_VIEWS_URI", TestDatabases.store().uri(views),
                "ORDERS_PASSWORD", mysql.server().password(),
                "SHIPMENTS_PASSWORD", postgres.server().password());
    }

    List<String> secrets() {
        return List.of(mysql.server().password(), postgres.server().password());
    }

    String ordersTable() {
        return "orders_db/" + mysql.name() + ".orders";
    }

    String shipmentsTable() {
        return "fulfillment_db/public.shipments";
    }

    JobPlan plan(ReadMode mode, long sendWindowMillis) {
        TableId orders = new TableId(mysql.name(), "orders");
        TableId shipments = new TableId("public", "shipments");
        ReadTablesStep readOrders = new ReadTablesStep(
                new StepId("source.orders_db"),
                "orders_db",
                "mysql",
                config(mysql, "${ORDERS_PASSWORD}"),
                mode,
                List.of(table(orders, BeforeImage.FULL)));
        ReadTablesStep readShipments = new ReadTablesStep(
                new StepId("source.fulfillment_db"),
                "fulfillment_db",
                "postgres",
                config(postgres, "${SHIPMENTS_PASSWORD}"),
                mode,
                List.of(table(shipments, BeforeImage.KEY)));
        RememberKeysStep keys = new RememberKeysStep(
                new StepId("nest_1.shipments.keys"),
                StreamRef.table(readShipments.id(), shipments),
                List.of("id"),
                List.of("order_id"));
        AssembleDocumentsStep nest = new AssembleDocumentsStep(
                new StepId("nest_1"),
                StreamRef.table(readOrders.id(), orders),
                "orders",
                List.of("id"),
                List.of("id"),
                List.of(new Embed(
                        "shipments",
                        StreamRef.step(keys.id()),
                        Embed.Shape.ARRAY,
                        List.of("id"),
                        List.of("order_id"),
                        List.of("id"))),
                sendWindowMillis,
                false);
        WriteViewStep view = new WriteViewStep(
                new StepId("view." + VIEW),
                StreamRef.step(nest.id()),
                VIEW,
                new TreeMap<>(Map.of("uri", "${TAPSTATE_VIEWS_URI}")),
                VIEW,
                List.of("id"),
                List.of());
        return new JobPlan("order_pipeline", mode, List.of(readShipments, readOrders, keys, nest, view));
    }

    /** The view as it is, one line of JSON per document, sorted. */
    TreeSet<String> documents() {
        return documents(VIEW);
    }

    MongoDatabase store() {
        return store.getDatabase(views);
    }

    /** As {@link #documents()}, of any collection beside the view. */
    TreeSet<String> documents(String collection) {
        TreeSet<String> documents = new TreeSet<>();
        store().getCollection(collection).find().forEach(document -> documents.add(document.toJson()));
        return documents;
    }

    /** The view as the tables say it should be. */
    TreeSet<String> recomputed() throws SQLException {
        Map<Long, List<Document>> shipments = new TreeMap<>();
        for (List<Object> row : rows(postgres, "SELECT id, order_id, carrier, status FROM shipments ORDER BY id")) {
            long order = ((Number) row.get(1)).longValue();
            shipments
                    .computeIfAbsent(order, any -> new ArrayList<>())
                    .add(new Document("id", ((Number) row.get(0)).longValue())
                            .append("order_id", order)
                            .append("carrier", row.get(2))
                            .append("status", row.get(3)));
        }
        TreeSet<String> documents = new TreeSet<>();
        for (List<Object> row : rows(mysql, "SELECT id, customer, amount FROM orders")) {
            long id = ((Number) row.get(0)).longValue();
            documents.add(new Document("_id", id)
                    .append("id", id)
                    .append("customer", row.get(1))
                    .append("amount", new Decimal128((BigDecimal) row.get(2)))
                    .append("shipments", shipments.getOrDefault(id, List.of()))
                    .toJson());
        }
        return documents;
    }

    /** The shipments as a copy of their table holds them. */
    TreeSet<String> shipments() throws SQLException {
        TreeSet<String> documents = new TreeSet<>();
        for (List<Object> row : rows(postgres, "SELECT id, order_id, carrier, status FROM shipments")) {
            long id = ((Number) row.get(0)).longValue();
            documents.add(new Document("_id", id)
                    .append("id", id)
                    .append("order_id", ((Number) row.get(1)).longValue())
                    .append("carrier", row.get(2))
                    .append("status", row.get(3))
                    .toJson());
        }
        return documents;
    }

    private static List<List<Object>> rows(TestDatabase database, String query) throws SQLException {
        List<List<Object>> rows = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(result.getObject(column));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static TreeMap<String, String> config(TestDatabase database, String password) {
        return new TreeMap<>(Map.of(
                "host", database.server().host(),
                "port", Integer.toString(database.server().port()),
                "database", database.name(),
                "username", database.server().user(),
                "password", password));
    }

    private static ReadTablesStep.Table table(TableId id, BeforeImage image) {
        return new ReadTablesStep.Table(id, List.of("id"), image, OptionalLong.empty());
    }

    @Override
    public void close() {
        store.getDatabase(views).drop();
        store.close();
        mysql.close();
        postgres.close();
    }
}
