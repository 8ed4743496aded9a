package io.tapstate.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tapstate run} on a user's own workspace, as processes that are really stopped and really killed. */
class RunIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PIPELINE = "order_pipeline";

    @TempDir
    private Path folder;

    private TestDatabase orders;
    private TestDatabase shipments;
    private MongoClient store;
    private String views;
    private Path workspace;
    private Path state;
    private Map<String, String> variables;

    @BeforeEach
    void makeWorkspace() {
        orders = TestDatabases.freshMySql("run_orders");
        shipments = TestDatabases.freshPostgres("run_shipments");
        Workspaces.load(orders, shipments);
        variables = Workspaces.variables(orders, shipments);
        views = TestDatabases.uniqueName("run_views");
        store = MongoClients.create(TestDatabases.store().uri(views));
        workspace = folder.resolve("work");
        state = folder.resolve("state");
        Workspaces.writeSources(workspace, orders, shipments, "cdc");
        Workspaces.writePipeline(workspace, PIPELINE, "snapshot_and_cdc");
    }

    @AfterEach
    void dropEverything() {
        store.getDatabase(views).drop();
        store.close();
        orders.close();
        shipments.close();
    }

    @Test
    void aRunThatWasStoppedOrKilledGoesOnWhereItWas() {
        List<ProcessHandle> processes;
        try (TapstateProcess first = run()) {
            awaitEvent(first, "streaming");
            assertThat(view()).isEqualTo(Map.of(1L, "alice [1, 2]", 2L, "bob [3]", 3L, "carol []"));
            first.signal("TERM");
            TapstateProcess.Outcome outcome = first.awaitEnd();
            assertThat(outcome.status()).as(outcome.text()).isZero();
            assertThat(eventNames(outcome.out())).containsExactly("starting", "snapshot", "streaming", "stopped");
            assertThat(events(outcome.out()).get(0).path("restored").isNull()).isTrue();
            assertThat(events(outcome.out()).get(1).path("tables").toString())
                    .contains("\"orders_db/" + orders.name() + ".orders\":3")
                    .contains("\"fulfillment_db/public.shipments\":3");
        }
        assertThat(workspace.resolve(".tapstate")).doesNotExist();
        orders.execute("UPDATE orders SET customer = 'alicia' WHERE id = 1");

        try (TapstateProcess second = run()) {
            awaitEvent(second, "streaming");
            assertThat(eventNames(second.out())).containsExactly("starting", "streaming");
            assertThat(events(second.out()).get(0).path("restored").asText()).contains(state.toString());
            second.await("the update has arrived", () -> view().get(1L).equals("alicia [1, 2]"));
            processes = new ArrayList<>(second.descendants());
            assertThat(processes).isNotEmpty();
            second.signal("KILL");
            assertThat(second.awaitEnd().status()).isEqualTo(128 + 9);
        }
        TapstateProcess.awaitGone(processes);
        shipments.execute("INSERT INTO shipments VALUES (4,3,'ups')", "DELETE FROM shipments WHERE id = 1");

        try (TapstateProcess third = run()) {
            awaitEvent(third, "streaming");
            assertThat(eventNames(third.out())).containsExactly("starting", "streaming");
            third.await(
                    "both changes have arrived",
                    () -> view().equals(Map.of(1L, "alicia [2]", 2L, "bob [3]", 3L, "carol [4]")));
            third.signal("INT");
            assertThat(third.awaitEnd().status()).isEqualTo(130);
        }
        assertNothingRuns();
    }

    @Test
    void aBoundedPipelineFinishesByItself() {
        Workspaces.writeSources(workspace, orders, shipments, "snapshot");
        Workspaces.writePipeline(workspace, PIPELINE, "snapshot_only");
        try (TapstateProcess run = run()) {
            TapstateProcess.Outcome outcome = run.awaitEnd();
            assertThat(outcome.status()).as(outcome.text()).isZero();
            assertThat(eventNames(outcome.out())).containsExactly("starting", "snapshot", "finished");
        }
        assertThat(view()).isEqualTo(Map.of(1L, "alice [1, 2]", 2L, "bob [3]", 3L, "carol []"));
        assertNothingRuns();
    }

    @Test
    void aValueThatCannotBeCarriedFailsTheJobByItsCode() {
        Workspaces.addLargeNote(shipments);
        try (TapstateProcess run = run()) {
            awaitEvent(run, "streaming");
            shipments.execute("UPDATE shipments SET id = 9 WHERE id = 2");
            TapstateProcess.Outcome outcome = run.awaitEnd();
            assertThat(outcome.status()).as(outcome.text()).isEqualTo(4);
            JsonNode last = events(outcome.out()).get(events(outcome.out()).size() - 1);
            assertThat(last.path("event").asText()).isEqualTo("failed");
            assertThat(last.path("code").asText()).isEqualTo("capture.unchanged-value-not-sent");
            assertThat(last.path("message").asText()).contains("note");
            assertThat(last.path("fix").asText()).isNotEmpty();
        }
        assertNothingRuns();
    }

    @Test
    void aFileWithAFaultIsShownWithItsPlace() {
        Path file = workspace.resolve("pipeline/order_pipeline.tap.yml");
        Workspaces.write(file, read(file).replace("as: array,", "as: array, arrayKye: [id],"));
        TapstateProcess.Outcome outcome = refused("dsl.unknown-field", "arrayKye");
        int line = 1 + read(file).substring(0, read(file).indexOf("arrayKye")).split("\n", -1).length - 1;
        assertThat(outcome.err()).contains("order_pipeline.tap.yml:" + line + ":");
    }

    @Test
    void aVariableThatIsNotSetIsNamed() {
        variables = Map.of("ORDERS_PASSWORD", orders.server().password());
        refused("dsl.undefined-variable", "SHIPMENTS_PASSWORD");
    }

    @Test
    void aDatabaseThatIsDownIsNamed() {
        Path file = workspace.resolve("source/orders_db.tap.yml");
        int nobody = freePort();
        Workspaces.write(file, read(file).replace("port: " + orders.server().port(), "port: " + nobody));
        refused("connection.unreachable", "127.0.0.1:" + nobody);
    }

    @Test
    void aRefusalIsAnEventForPrograms() {
        TapstateProcess.Outcome outcome =
                TapstateProcess.run(folder, variables, "run", "-w", "work", "no_such_pipeline", "-o", "json");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(eventNames(outcome.out())).containsExactly("failed");
        assertThat(events(outcome.out()).get(0).path("code").asText()).isEqualTo("actuation.pipeline-not-found");
    }

    @Test
    void aWrongPasswordIsRefusedAndNotRepeated() {
        variables = new HashMap<>(variables);
        variables.put("ORDERS_PASSWORD", "not-the-secret");
        TapstateProcess.Outcome outcome =
                refused("connection.login-refused", orders.server().user());
        assertThat(outcome.text()).doesNotContain("not-the-secret");
    }

    @Test
    void aRoleThatMayNotReadTheLogIsRefusedWithTheStatementThatHelps() {
        String role = TestDatabases.uniqueName("reader");
        shipments.execute("CREATE ROLE " + role + " LOGIN PASSWORD 'reader'", "GRANT SELECT ON shipments TO " + role);
        try {
            Workspaces.writeSource(
                    workspace, "fulfillment_db", "postgres", shipments, role, "reader", "cdc\ntables: [shipments]");
            TapstateProcess.Outcome outcome = refused("connection.privilege-missing", role);
            assertThat(outcome.err()).contains("REPLICATION");
        } finally {
            shipments.execute("DROP OWNED BY " + role, "DROP ROLE " + role);
        }
    }

    @Test
    void aStoreThatDoesNotAnswerIsNamed() {
        int nobody = freePort();
        TapstateProcess.Outcome outcome = TapstateProcess.run(
                folder,
                variables,
                arguments("--views-uri", "mongodb://127.0.0.1:" + nobody + "/views?serverSelectionTimeoutMS=2000"));
        assertRefused(outcome, "store.unreachable", "127.0.0.1:" + nobody);
    }

    @Test
    void aStateFolderThatCannotBeWrittenIsNamed() {
        // A file in the way stops root too.
        Workspaces.write(state, "");
        refused("cli.folder-unusable", state.toString());
    }

    @Test
    void aDashboardPortThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            TapstateProcess.Outcome outcome = TapstateProcess.run(
                    folder,
                    variables,
                    arguments(
                            "--port", port, "--views-uri", TestDatabases.store().uri(views)));
            assertRefused(outcome, "engine.no-free-port", port);
        }
    }

    private TapstateProcess.Outcome refused(String code, String offender) {
        TapstateProcess.Outcome outcome = TapstateProcess.run(folder, variables, runArguments());
        assertRefused(outcome, code, offender);
        return outcome;
    }

    /** One coded fault, exit status 1, and neither an engine nor a stack trace. */
    private void assertRefused(TapstateProcess.Outcome outcome, String code, String offender) {
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(1);
        List<String> coded =
                outcome.err().lines().filter(line -> line.contains(code)).toList();
        assertThat(coded).as(outcome.text()).hasSize(1);
        assertThat(coded.get(0)).startsWith(code + ": ");
        assertThat(outcome.err()).contains(offender).contains("  fix: ").doesNotContain("\tat ");
        assertNothingRuns();
    }

    private TapstateProcess run() {
        List<String> arguments = new ArrayList<>(List.of(runArguments()));
        arguments.addAll(List.of("-o", "json"));
        return TapstateProcess.start(folder, variables, arguments.toArray(String[]::new));
    }

    private String[] runArguments() {
        return arguments("--views-uri", TestDatabases.store().uri(views));
    }

    private String[] arguments(String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("run", "-w", "work", "--state-dir", state.toString(), PIPELINE));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private void assertNothingRuns() {
        assertThat(TapstateProcess.processesNaming(folder)).isEmpty();
    }

    private static void awaitEvent(TapstateProcess run, String event) {
        run.awaitOut("\"event\":\"" + event + "\"");
    }

    private static List<String> eventNames(String lines) {
        return events(lines).stream().map(event -> event.path("event").asText()).toList();
    }

    private static List<JsonNode> events(String lines) {
        List<JsonNode> events = new ArrayList<>();
        try {
            for (String line : lines.lines().toList()) {
                events.add(JSON.readTree(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(lines, e);
        }
        return events;
    }

    /** Customer and shipment ids by order id. */
    private Map<Long, String> view() {
        MongoCollection<Document> collection = store.getDatabase(views).getCollection(PIPELINE + "_state");
        Map<Long, String> summary = new TreeMap<>();
        collection
                .find()
                .forEach(document -> summary.put(
                        document.getLong("_id"),
                        document.getString("customer") + " "
                                + document.getList("shipments", Document.class).stream()
                                        .map(shipment -> shipment.getLong("id"))
                                        .toList()));
        return summary;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
