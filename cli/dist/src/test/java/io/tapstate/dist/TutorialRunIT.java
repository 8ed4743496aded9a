package io.tapstate.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoQueryException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The finished shop of the tutorial, run: nine tables of two databases in one document, with a filter, a map, rows that are
 * pointed at and rows within rows. {@code -Dtutorial.update} rewrites the document that the tutorial shows, then fails.
 */
class TutorialRunIT {
    private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path PAGE = CHECKOUT.resolve("docs/tutorial.md");
    private static final Path TUTORIAL = CHECKOUT.resolve("docs/tutorial");
    private static final String SHOWN = "$ ./tapstate find views.orders '{number: \"A-1001\"}'\n";

    @TempDir
    private Path folder;

    private TestDatabase shop;
    private TestDatabase operations;
    private MongoClient store;
    private String views;
    private Map<String, String> variables;

    @BeforeEach
    void loadTables() throws IOException {
        shop = TestDatabases.freshMySql("tutorial_shop");
        operations = TestDatabases.freshPostgres("tutorial_operations");
        shop.execute(statements("mysql.sql"));
        operations.execute(statements("postgres.sql"));
        views = TestDatabases.uniqueName("tutorial_views");
        store = MongoClients.create(TestDatabases.store().uri(views));
        variables = new HashMap<>();
        variables.put("SHOP_HOST", shop.server().host());
        variables.put("SHOP_PORT", Integer.toString(shop.server().port()));
        variables.put("SHOP_PASSWORD", shop.server().password());
        variables.put("OPERATIONS_HOST", operations.server().host());
        variables.put("OPERATIONS_PORT", Integer.toString(operations.server().port()));
        variables.put("OPERATIONS_PASSWORD", operations.server().password());
        copyShop();
    }

    @AfterEach
    void dropEverything() {
        store.getDatabase(views).drop();
        store.close();
        shop.close();
        operations.close();
    }

    @Test
    void theFinishedShopRunsAndFollowsEveryTable() throws IOException {
        try (TapstateProcess run = TapstateProcess.start(
                folder,
                variables,
                "run",
                "-w",
                "my-shop",
                "--state-dir",
                folder.resolve("state").toString(),
                "orders",
                "--views-uri",
                TestDatabases.store().uri(views),
                "-o",
                "json")) {
            run.await("three orders are in the view", () -> numbers().equals(List.of("A-1001", "A-1002", "A-1003")));
            TapstateProcess.Outcome found = TapstateProcess.run(
                    folder,
                    variables,
                    "find",
                    "views.orders",
                    "{number: \"A-1001\"}",
                    "--views-uri",
                    TestDatabases.store().uri(views));
            assertThat(found.status()).as(found.text()).isZero();
            show(found.out());

            shop.execute(
                    "UPDATE categories SET name = 'Coffee and tea' WHERE id = 2",
                    "UPDATE customers SET name = 'Alice Atwood' WHERE id = 1",
                    "UPDATE addresses SET customer_id = 1 WHERE id = 3",
                    "UPDATE order_items SET product_id = 3 WHERE order_id = 1 AND line = 2",
                    "UPDATE orders SET status = 'placed' WHERE id = 4",
                    "UPDATE orders SET status = 'basket' WHERE id = 3");
            operations.execute(
                    "UPDATE payments SET order_id = 4 WHERE id = 4",
                    "DELETE FROM shipments WHERE id = 1",
                    "INSERT INTO reviews VALUES (1, 1, 4, 'Good', NULL, '2025-05-01 10:00:00+00')");
            run.await("every change is in the documents", () -> {
                Document order = order("A-1001");
                List<Document> items = order.getList("items", Document.class);
                return numbers().equals(List.of("A-1001", "A-1002", "A-1004"))
                        && items.get(0)
                                .getEmbedded(List.of("product", "category", "name"), "")
                                .equals("Coffee and tea")
                        && items.get(1)
                                .getEmbedded(List.of("product", "sku"), "")
                                .equals("KNF-18")
                        && order.getEmbedded(List.of("customer", "name"), "").equals("Alice Atwood")
                        && order.getEmbedded(List.of("customer", "addresses"), List.of())
                                        .size()
                                == 3
                        && order.getList("shipments", Document.class).isEmpty()
                        && order.getList("reviews", Document.class).size() == 1
                        && order("A-1004").getList("payments", Document.class).size() == 1;
            });
            run.signal("INT");
            run.awaitEnd();
        }
    }

    private void show(String document) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(SHOWN) + SHOWN.length();
        int to = page.indexOf("```", from);
        if (System.getProperty("tutorial.update") != null
                && !page.substring(from, to).equals(document)) {
            Files.writeString(PAGE, page.substring(0, from) + document + page.substring(to));
        }
        assertThat(document).isEqualTo(page.substring(from, to));
    }

    private List<String> numbers() {
        try {
            return store.getDatabase(views).getCollection("orders").find().into(new ArrayList<>()).stream()
                    .map(order -> order.getString("number"))
                    .sorted()
                    .toList();
        } catch (MongoQueryException e) {
            // The local store may fail a read while it makes the collection.
            return List.of();
        }
    }

    private Document order(String number) {
        return store.getDatabase(views)
                .getCollection("orders")
                .find(new Document("number", number))
                .first();
    }

    /** The shop as the tutorial has it, but of databases of other names, read by other users, nothing recorded. */
    private void copyShop() throws IOException {
        Path finished = TUTORIAL.resolve("shop");
        try (Stream<Path> files = Files.walk(finished)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(".tap.yml"))
                    .toList()) {
                String text = Files.readString(file)
                        .replace("database: shop,", "database: " + shop.name() + ",")
                        .replace("database: operations,", "database: " + operations.name() + ",");
                if (file.endsWith("shop.tap.yml")) {
                    text = text.replace(
                            "username: tapstate,", "username: " + shop.server().user() + ",");
                } else if (file.endsWith("operations.tap.yml")) {
                    text = text.replace(
                            "username: tapstate,",
                            "username: " + operations.server().user() + ",");
                }
                Workspaces.write(folder.resolve("my-shop").resolve(finished.relativize(file)), text);
            }
        }
    }

    private static String[] statements(String file) throws IOException {
        String text = Files.readString(TUTORIAL.resolve(file)).replaceAll("(?m)^--.*$", "");
        return Arrays.stream(text.split(";\\s*\n"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toArray(String[]::new);
    }
}
