package io.tapstate.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that cannot be processed, from real databases to the verbs that people look after them with. */
class DeadLettersIT {
    private static final String PIPELINE = "order_pipeline";

    @TempDir
    private Path folder;

    private TestDatabase orders;
    private TestDatabase shipments;
    private MongoClient store;
    private String views;
    private Path state;
    private Map<String, String> variables;

    @BeforeEach
    void makeWorkspace() {
        orders = TestDatabases.freshMySql("letters_orders");
        shipments = TestDatabases.freshPostgres("letters_shipments");
        Workspaces.load(orders, shipments);
        Workspaces.addLargeNote(shipments);
        variables = Workspaces.variables(orders, shipments);
        views = TestDatabases.uniqueName("letters_views");
        store = MongoClients.create(TestDatabases.store().uri(views));
        state = folder.resolve("state");
        Path workspace = folder.resolve("work");
        Workspaces.writeSources(workspace, orders, shipments, "cdc");
        Workspaces.write(workspace.resolve("pipeline").resolve(PIPELINE + ".tap.yml"), """
                version: tapstate/v1
                kind: pipeline
                id: order_pipeline
                source: [orders_db, fulfillment_db]
                transforms:
                  - id: checked
                    type: js
                    from: orders_db.orders
                    script: |
                      const seen = {};
                      function process(record) {
                        const row = record.after;
                        if (row && row.customer === 'bad') throw new Error('bad customer');
                        if (row && row.customer === 'late' && !seen[row.id]) {
                          seen[row.id] = true;
                          throw new Error('not yet');
                        }
                        return record;
                      }
                  - id: order_nest
                    type: nest
                    from: { orders: checked, shipments: fulfillment_db.shipments }
                    root:
                      from: orders
                      key: [id]
                      embed:
                        - { from: shipments, on: { order_id: id }, as: array, path: shipments, arrayKey: [id] }
                view: { id: order_pipeline_state, from: order_nest, primary_key: id }
                settings: { error_policy: dead_letter, parallelism: 2 }
                """);
    }

    @AfterEach
    void dropEverything() {
        store.getDatabase(views).drop();
        store.close();
        orders.close();
        shipments.close();
    }

    @Test
    void badRowsAreKeptShownTriedAgainAndSuperseded() {
        try (TapstateProcess run = run()) {
            run.awaitOut("\"event\":\"streaming\"");
            assertThat(customers()).isEqualTo(Map.of(1L, "alice", 2L, "bob", 3L, "carol"));
            shipments.execute("UPDATE shipments SET id = 9 WHERE id = 2");
            orders.execute(
                    "UPDATE orders SET customer = 'bad' WHERE id = 3",
                    "UPDATE orders SET customer = 'late' WHERE id = 1",
                    "INSERT INTO orders VALUES (4,'dave',1.00,1)");
            run.await("the good row has arrived", () -> customers().containsKey(4L));
            run.await("the bad ones are kept", () -> letters("status", "open").size() == 3);
            assertThat(customers()).isEqualTo(Map.of(1L, "alice", 2L, "bob", 3L, "carol", 4L, "dave"));

            TapstateProcess.Outcome list = tapstate("list");
            assertThat(list.out().replaceAll(" +", " "))
                    .contains("order_pipeline checked " + orders.name() + ".orders 3 transform.script-failed open 1")
                    .contains("source.fulfillment_db/values/public.shipments/whole public.shipments 9"
                            + " capture.unchanged-value-not-sent open 1");
            Document late = letters("row.customer", "late").get(0);
            assertThat(tapstate("show", late.getString("_id")).out()).contains("\"customer\": \"late\"", "not yet");

            assertThat(tapstate("replay", late.getString("_id")).status()).isZero();
            run.await("the letter went through", () -> customers().get(1L).equals("late"));
            run.await("that is durable", () -> letters("status", "replayed").size() == 1);
            run.signal("KILL");
            run.awaitEnd();
        }
        try (TapstateProcess run = run()) {
            run.awaitOut("\"event\":\"streaming\"");
            assertThat(tapstate("replay", "--step", "checked").out()).contains("1 dead letter is tried again");
            run.await(
                    "it has failed again",
                    () -> letters("row.customer", "bad").get(0).getLong("count") >= 2
                            && letters("row.customer", "bad")
                                    .get(0)
                                    .getString("status")
                                    .equals("open"));
            assertThat(letters("pipeline", PIPELINE)).hasSize(3);
            run.await("metrics are there", () -> status().contains("left out"));

            orders.execute("UPDATE orders SET customer = 'carola' WHERE id = 3");
            shipments.execute("UPDATE shipments SET note = 'short' WHERE id = 9");
            run.await(
                    "the corrections have arrived",
                    () -> customers().equals(Map.of(1L, "late", 2L, "bob", 3L, "carola", 4L, "dave")));
            run.await("nothing is open", () -> letters("status", "superseded").size() == 2);
            assertThat(tapstate("list").err()).contains("0 dead letters");
            run.signal("TERM");
            assertThat(run.awaitEnd().status()).isZero();
        }
    }

    private TapstateProcess run() {
        return TapstateProcess.start(
                folder,
                variables,
                "run",
                "-w",
                "work",
                "--state-dir",
                state.toString(),
                PIPELINE,
                "-o",
                "json",
                "--views-uri",
                TestDatabases.store().uri(views));
    }

    private TapstateProcess.Outcome tapstate(String... words) {
        List<String> arguments = new ArrayList<>(List.of("dead-letters"));
        arguments.addAll(List.of(words));
        arguments.addAll(List.of("--views-uri", TestDatabases.store().uri(views)));
        return TapstateProcess.run(folder, variables, arguments.toArray(String[]::new));
    }

    private String status() {
        return TapstateProcess.run(folder, variables, "status", "--state-dir", state.toString(), PIPELINE)
                .out();
    }

    private List<Document> letters(String field, Object value) {
        return store.getDatabase(views)
                .getCollection("tapstate_dead_letters")
                .find(new Document(field, value))
                .into(new ArrayList<>());
    }

    private Map<Long, String> customers() {
        Map<Long, String> customers = new TreeMap<>();
        store.getDatabase(views)
                .getCollection("order_pipeline_state")
                .find()
                .forEach(document -> customers.put(document.getLong("_id"), document.getString("customer")));
        return customers;
    }
}
