package io.tapstate.job.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.WorkspaceReader;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A workspace whose pipeline writes a view and two syncs of a nest, a union and a join at once, with two subtasks, with
 * rows that fail before and behind the union and the join, and with a kill: every target is what the tables say.
 */
class ManyTargetsIT {
    /** Too large to compute with; and one whose square has more digits than a document's decimal. */
    private static final String UNREADABLE = "10000000000000000000000000";

    private static final String UNHELD = "3000000000000000.777";

    @TempDir
    private Path folder;

    private TestDatabase shop;
    private TestDatabase stock;
    private MongoClient store;
    private String views;
    private String copies;

    @BeforeEach
    void fill() {
        shop = TestDatabases.freshMySql("targets_shop");
        stock = TestDatabases.freshPostgres("targets_stock");
        store = MongoClients.create(TestDatabases.store().uri("admin"));
        views = TestDatabases.uniqueName("targets_views");
        copies = TestDatabases.uniqueName("targets_copies");
        shop.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(64))",
                "CREATE TABLE ORDER_LINES (id INT PRIMARY KEY, order_id INT NOT NULL, sku INT, qty DECIMAL(40,3))",
                "CREATE TABLE customers_eu (id INT PRIMARY KEY, name VARCHAR(64), share INT)",
                "CREATE TABLE customers_us (id INT PRIMARY KEY, name VARCHAR(64))");
        stock.execute("CREATE TABLE prices (sku INT PRIMARY KEY, price NUMERIC(40,3))");
        List<String> rows = new ArrayList<>();
        for (int id = 1; id <= 200; id++) {
            rows.add("INSERT INTO orders VALUES (%d,'c%d')".formatted(id, id));
            rows.add("INSERT INTO ORDER_LINES VALUES (%d,%d,%d,%s)"
                    .formatted(id, id % 50 + 1, id % 10, id == 77 ? UNREADABLE : id == 78 ? UNHELD : id));
            rows.add("INSERT INTO customers_eu VALUES (%d,'e%d',%d)".formatted(id, id, id == 9 ? 0 : id));
            rows.add("INSERT INTO customers_us VALUES (%d,'%s')".formatted(1_000 + id, id == 12 ? "bad" : "u" + id));
        }
        shop.execute(rows.toArray(String[]::new));
        stock.execute(IntStream.range(0, 10)
                .mapToObj(sku -> "INSERT INTO prices VALUES (%d,%s)".formatted(sku, sku == 8 ? UNHELD : sku + ".5"))
                .toArray(String[]::new));
    }

    @AfterEach
    void drop() {
        store.getDatabase(views).drop();
        store.getDatabase(copies).drop();
        store.close();
        shop.close();
        stock.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"skip", "dead_letter"})
    void everyTargetIsWhatTheTablesSayAndRowsThatFailAreWhereThePolicySays(String policy) throws Exception {
        boolean keeps = policy.equals("dead_letter");
        Path plan = plan(policy);
        Map<String, Long> expected = new TreeMap<>(Map.of(
                "eu transform.expression-failed", 1L,
                "checked transform.script-failed", 1L,
                "amounts/read/lines transform.query-value-not-held", 1L,
                "amounts/rows transform.query-value-not-held", 1L));
        try (EngineProcess engine = start(plan)) {
            engine.await("streaming");
            await(engine, this::asTheTablesSay);
            assertThat(letters()).isEqualTo(keeps ? expected : Map.of());
            shop.execute(
                    "UPDATE customers_us SET name = 'good' WHERE id = 1012",
                    "UPDATE customers_us SET name = 'bad' WHERE id = 1013",
                    "UPDATE ORDER_LINES SET qty = 2 WHERE id = 78",
                    "UPDATE ORDER_LINES SET order_id = 3, sku = 4 WHERE id = 5",
                    "UPDATE customers_eu SET share = 5 WHERE id = 9",
                    "DELETE FROM orders WHERE id = 7",
                    "INSERT INTO orders VALUES (900,'late')");
            stock.execute("UPDATE prices SET price = 4.25 WHERE sku = 4", "DELETE FROM prices WHERE sku = 3");
            await(engine, this::asTheTablesSay);
            if (!keeps) {
                return;
            }
            engine.kill();
        }
        shop.execute("UPDATE ORDER_LINES SET qty = 7 WHERE id = 77", "DELETE FROM customers_us WHERE id = 1001");
        stock.execute("UPDATE prices SET price = 1 WHERE sku = 8");
        try (EngineProcess engine = start(plan)) {
            engine.await("streaming");
            await(engine, this::asTheTablesSay);
            assertThat(collection("customers_us_log").countDocuments())
                    .as("every good version that was there, once")
                    .isEqualTo(199 + 1);
            Map<String, Long> left = Map.of("checked transform.script-failed", 1L);
            await(engine, () -> different("open letters", left, letters("open")));
            engine.endInput();
            assertThat(engine.exit()).isZero();
        }
    }

    private Path plan(String policy) throws Exception {
        Path workspace = folder.resolve("work");
        source(workspace, "shop", "mysql", shop, "SHOP_PASSWORD");
        source(workspace, "stock", "postgres", stock, "STOCK_PASSWORD");
        write(workspace.resolve("source/copies.tap.yml"), """
                version: tapstate/v1
                kind: source
                id: copies
                connector: mongodb
                config: { uri: "${COPIES_URI}" }
                """);
        write(workspace.resolve("pipeline/shop_pipeline.tap.yml"), """
                version: tapstate/v1
                kind: pipeline
                id: shop_pipeline
                source: [shop, stock]
                transforms:
                  - { id: eu, type: map, from: shop.customers_eu, fields: { part: "=100 / after.share" } }
                  - { id: customers, type: union, from: [eu, shop.customers_us] }
                  - id: checked
                    type: js
                    from: customers
                    script: |
                      function process(record) {
                        if (record.after && record.after.name === 'bad') throw new Error('bad name');
                        return record;
                      }
                  - id: amounts
                    type: join
                    from: { lines: shop.ORDER_LINES, prices: stock.prices }
                    engine: builtin
                    sql: SELECT l.id, l.qty * p.price AS amount FROM lines l JOIN prices p ON l.sku = p.sku
                  - id: documents
                    type: nest
                    from: { orders: shop.orders, lines: shop.ORDER_LINES }
                    root:
                      from: orders
                      key: [id]
                      embed:
                        - { from: lines, on: { order_id: id }, as: array, path: lines, arrayKey: [id] }
                view: { id: order_view, from: documents, primary_key: id }
                serve:
                  from: /documents|checked|amounts/
                  sync:
                    - id: copy
                      source: copies
                      rename: { map: { orders: order_docs }, case: pascal, prefix: ods_, suffix: _v1 }
                    - { id: log, source: copies, write_mode: append, rename: { suffix: _log } }
                settings: { error_policy: %s, parallelism: 2 }
                """.formatted(policy));
        JobPlan plan = TapPlanner.plan(
                        WorkspaceReader.read(workspace),
                        "shop_pipeline",
                        new LiveSchemas(environment()::get),
                        environment()::get)
                .runnable()
                .plan();
        Path file = folder.resolve("plan.json");
        Files.write(file, JobPlanCodec.write(plan));
        return file;
    }

    private static void source(Path workspace, String id, String connector, TestDatabase database, String password)
            throws Exception {
        write(workspace.resolve("source").resolve(id + ".tap.yml"), """
                version: tapstate/v1
                kind: source
                id: %s
                connector: %s
                config: { host: %s, port: %d, database: %s, username: %s, password: "${%s}" }
                mode: cdc
                """.formatted(
                        id,
                        connector,
                        database.server().host(),
                        database.server().port(),
                        database.name(),
                        database.server().user(),
                        password));
    }

    private static void write(Path file, String text) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Map<String, String> environment() {
        return Map.of(
                "TAPSTATE_VIEWS_URI", TestDatabases.store().uri(views),
                "COPIES_URI", TestDatabases.store().uri(copies),
                "SHOP_PASSWORD", shop.server().password(),
                "STOCK_PASSWORD", stock.server().password());
    }

    private EngineProcess start(Path plan) {
        return EngineProcess.start(plan, folder.resolve("state"), environment());
    }

    /** Where a target differs; empty when none does. */
    private String asTheTablesSay() throws SQLException {
        TreeMap<Long, TreeSet<Long>> orders = new TreeMap<>();
        rows(shop, "SELECT id FROM orders").forEach(row -> orders.put(number(row, 0), new TreeSet<>()));
        for (List<Object> line : rows(shop, "SELECT order_id, id FROM ORDER_LINES")) {
            orders.computeIfPresent(number(line, 0), (id, lines) -> lines.add(number(line, 1)) ? lines : lines);
        }
        Map<Long, BigDecimal> prices = new HashMap<>();
        rows(stock, "SELECT sku, price FROM prices")
                .forEach(row -> prices.put(number(row, 0), (BigDecimal) row.get(1)));
        TreeMap<Long, String> amounts = new TreeMap<>();
        for (List<Object> line : rows(shop, "SELECT id, sku, qty FROM ORDER_LINES")) {
            BigDecimal price = prices.get(number(line, 1));
            BigDecimal quantity = (BigDecimal) line.get(2);
            if (price != null && quantity.precision() < 25) {
                BigDecimal amount = quantity.multiply(price).stripTrailingZeros();
                if (amount.precision() <= 34) {
                    amounts.put(number(line, 0), amount.toPlainString());
                }
            }
        }
        TreeMap<Long, String> eu = names("SELECT id, name FROM customers_eu WHERE share <> 0");
        // Of a row that fails the last good version stands.
        TreeMap<Long, String> us = names("SELECT id, IF(name = 'bad' AND id <> 1012, CONCAT('u', id - 1000), name)"
                + " FROM customers_us WHERE NOT (id = 1012 AND name = 'bad')");
        return different("view", orders, documents(store.getDatabase(views), "order_view"))
                + different("copy of the view", orders, documents(store.getDatabase(copies), "order_docs"))
                + different("amounts", amounts, texts("ods_Amounts_v1", "amount"))
                + different("eu", eu, texts("ods_CustomersEu_v1", "name"))
                + different("us", us, texts("ods_CustomersUs_v1", "name"));
    }

    private static String different(String what, Map<?, ?> expected, Map<?, ?> found) {
        if (expected.equals(found)) {
            return "";
        }
        TreeMap<Object, Object> missing = new TreeMap<>(expected);
        missing.entrySet().removeAll(found.entrySet());
        TreeMap<Object, Object> surplus = new TreeMap<>(found);
        surplus.entrySet().removeAll(expected.entrySet());
        return what + " lacks " + missing + " and has " + surplus + "\n";
    }

    private static TreeMap<Long, TreeSet<Long>> documents(MongoDatabase database, String collection) {
        TreeMap<Long, TreeSet<Long>> documents = new TreeMap<>();
        database.getCollection(collection).find().forEach(order -> {
            TreeSet<Long> lines = new TreeSet<>();
            order.getList("lines", Document.class).forEach(line -> lines.add(line.getLong("id")));
            documents.put(order.getLong("_id"), lines);
        });
        return documents;
    }

    private TreeMap<Long, String> texts(String collection, String field) {
        TreeMap<Long, String> texts = new TreeMap<>();
        collection(collection)
                .find()
                .forEach(row -> texts.put(
                        row.getLong("_id"),
                        row.get(field) instanceof Decimal128 number
                                ? number.bigDecimalValue().stripTrailingZeros().toPlainString()
                                : String.valueOf(row.get(field))));
        return texts;
    }

    private TreeMap<Long, String> names(String query) throws SQLException {
        TreeMap<Long, String> names = new TreeMap<>();
        rows(shop, query).forEach(row -> names.put(number(row, 0), String.valueOf(row.get(1))));
        return names;
    }

    private MongoCollection<Document> collection(String name) {
        return store.getDatabase(copies).getCollection(name);
    }

    private Map<String, Long> letters(String... statuses) {
        Document filter = statuses.length == 0 ? new Document() : new Document("status", statuses[0]);
        Map<String, Long> letters = new TreeMap<>();
        store.getDatabase(views)
                .getCollection("tapstate_dead_letters")
                .find(filter)
                .forEach(letter ->
                        letters.merge(letter.getString("step") + " " + letter.getString("code"), 1L, Long::sum));
        return letters;
    }

    private static long number(List<Object> row, int column) {
        return ((Number) row.get(column)).longValue();
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

    private interface Difference {
        String now() throws Exception;
    }

    private static void await(EngineProcess engine, Difference difference) throws Exception {
        long deadline = System.nanoTime() + 120_000_000_000L;
        String now = difference.now();
        while (!now.isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(200_000_000);
            now = difference.now();
        }
        assertThat(now).as(engine.toString()).isEmpty();
    }
}
