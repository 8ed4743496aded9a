package io.tapstate.job.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.ReadMode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine as a child process, on real databases: what it says, what it keeps, what it refuses. */
class LocalEngineIT {
    private static final long WINDOW = 50;
    private static final Duration VISIBLE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void stoppingKeepsTheStateAndAResumeReadsNoTableAgain() throws Exception {
        try (OrderShipments sample = new OrderShipments()) {
            Path plan = write("plan.json", sample.plan(ReadMode.SNAPSHOT_AND_CDC, WINDOW));
            String checkpoint;
            try (EngineProcess engine = start(plan, sample)) {
                assertThat(engine.await("starting").isNull("restored")).isTrue();
                assertThat(engine.await("snapshot").getDocument("tables"))
                        .isEqualTo(new BsonDocument(sample.shipmentsTable(), new BsonInt32(6))
                                .append(sample.ordersTable(), new BsonInt32(5)));
                engine.await("streaming");
                assertThat(sample.documents()).isEqualTo(sample.recomputed());
                assertThat(dashboard(engine.await("starting"))).contains("RUNNING");

                sample.postgres.execute(
                        "INSERT INTO shipments VALUES (7,1,'ups','pending')",
                        "UPDATE shipments SET order_id = 5 WHERE id = 6",
                        "DELETE FROM shipments WHERE id = 3");
                sample.mysql.execute(
                        "UPDATE orders SET customer = 'alicia' WHERE id = 1",
                        "DELETE FROM orders WHERE id = 3",
                        "INSERT INTO orders VALUES (6,'frank',60.00)");
                awaitDocuments(sample);

                engine.endInput();
                assertThat(engine.exit()).isZero();
                checkpoint = engine.await("stopped").getString("checkpoint").getValue();
                assertThat(Path.of(checkpoint).resolve("_metadata")).exists();
                assertThat(state().resolve("engine.json")).doesNotExist();
                assertThat(engine.otherLines()).isEmpty();
                assertThat(state().resolve("logs/flink.log")).content().contains("order_pipeline");
                for (String secret : sample.secrets()) {
                    assertThat(state().resolve("logs/flink.log")).content().doesNotContain(secret);
                }
            }
            sample.postgres.execute("UPDATE shipments SET status = 'lost' WHERE id = 1");
            sample.mysql.execute("INSERT INTO orders VALUES (3,'carol',30.00)");
            try (EngineProcess engine = start(plan, sample)) {
                assertThat(engine.await("starting").getString("restored").getValue())
                        .isEqualTo(checkpoint);
                assertThat(engine.await("streaming").getDocument("tables").values())
                        .containsOnly(new BsonInt32(0));
                awaitDocuments(sample);
                engine.terminate();
                assertThat(engine.exit()).isZero();
                assertThat(engine.first("snapshot")).isNull();
                assertThat(engine.first("stopped")).isNotNull();
            }
        }
    }

    @Test
    void aKilledEngineGoesOnWithWhatChangedWhileItWasDown() throws Exception {
        try (OrderShipments sample = new OrderShipments()) {
            Path plan = write("plan.json", sample.plan(ReadMode.SNAPSHOT_AND_CDC, WINDOW));
            try (EngineProcess engine = start(plan, sample)) {
                engine.await("streaming");
                sample.mysql.execute("UPDATE orders SET customer = 'alicia' WHERE id = 1");
                awaitDocuments(sample);
                awaitCheckpointAfterNow();
                engine.kill();
            }
            sample.postgres.execute(
                    "UPDATE shipments SET order_id = 5 WHERE id = 1", "DELETE FROM shipments WHERE id = 2");
            sample.mysql.execute("DELETE FROM orders WHERE id = 4", "UPDATE orders SET amount = 1.50 WHERE id = 2");
            try (EngineProcess engine = start(plan, sample)) {
                assertThat(engine.await("starting").isString("restored")).isTrue();
                assertThat(engine.await("streaming").getDocument("tables").values())
                        .containsOnly(new BsonInt32(0));
                awaitDocuments(sample);
                assertThat(engine.first("snapshot")).isNull();
            }
        }
    }

    @Test
    void stateBelongsToOnePlanAndOneEngine() throws Exception {
        try (OrderShipments sample = new OrderShipments()) {
            Path plan = write("plan.json", sample.plan(ReadMode.SNAPSHOT_AND_CDC, WINDOW));
            try (EngineProcess engine = start(plan, sample)) {
                engine.await("streaming");
                try (EngineProcess second = start(plan, sample)) {
                    assertRefused(second, "engine.state-dir-in-use", "process " + engine.pid());
                }
                engine.endInput();
                assertThat(engine.exit()).isZero();
            }
            Path changed = write("changed.json", sample.plan(ReadMode.SNAPSHOT_AND_CDC, WINDOW * 2));
            try (EngineProcess engine = start(changed, sample)) {
                assertRefused(engine, "engine.plan-changed", "in the step `nest_1`, `send_window_millis`");
            }
        }
    }

    @Test
    void aBoundedPipelineEndsWithItsTables() throws Exception {
        try (OrderShipments sample = new OrderShipments()) {
            Path plan = write("plan.json", sample.plan(ReadMode.SNAPSHOT_ONLY, WINDOW));
            try (EngineProcess engine = start(plan, sample)) {
                engine.await("finished");
                assertThat(engine.exit()).isZero();
                assertThat(engine.await("snapshot").getDocument("tables").getInt32(sample.ordersTable()))
                        .isEqualTo(new BsonInt32(5));
                assertThat(sample.documents()).isEqualTo(sample.recomputed());
            }
        }
    }

    @Test
    void whatCannotRunIsRefusedBeforeTheJobStarts() throws Exception {
        try (OrderShipments sample = new OrderShipments()) {
            Path plan = write("plan.json", sample.plan(ReadMode.SNAPSHOT_AND_CDC, WINDOW));
            try (EngineProcess engine = EngineProcess.start(plan, state(), Map.of())) {
                assertRefused(engine, "dsl.undefined-variable", "is not set");
            }
            try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    EngineProcess engine = EngineProcess.start(
                            plan,
                            state(),
                            sample.environment(),
                            "--rest-port",
                            Integer.toString(taken.getLocalPort()))) {
                assertRefused(engine, "engine.no-free-port", Integer.toString(taken.getLocalPort()));
            }
            Files.writeString(folder.resolve("broken.json"), "{");
            try (EngineProcess engine =
                    EngineProcess.start(folder.resolve("broken.json"), state(), sample.environment())) {
                assertRefused(engine, "job.plan-unreadable", "broken.json");
            }
        }
    }

    private static void assertRefused(EngineProcess engine, String code, String text) throws InterruptedException {
        BsonDocument failed = engine.await("failed");
        assertThat(failed.getString("code").getValue()).isEqualTo(code);
        assertThat(failed.getString("message").getValue()).contains(text);
        assertThat(failed.getString("fix").getValue()).isNotBlank();
        assertThat(engine.exit()).isEqualTo(1);
        assertThat(engine.first("starting")).isNull();
    }

    private static String dashboard(BsonDocument starting) throws IOException, InterruptedException {
        URI jobs = URI.create(starting.getString("dashboard").getValue() + "/jobs/overview");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(jobs).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static void awaitDocuments(OrderShipments sample) throws SQLException {
        long deadline = System.nanoTime() + VISIBLE.toNanos();
        while (!sample.documents().equals(sample.recomputed()) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        assertThat(sample.documents()).isEqualTo(sample.recomputed());
    }

    // Two more numbers: the first may have been taken before now and completed after.
    private void awaitCheckpointAfterNow() throws IOException {
        long now = newestCheckpoint();
        long deadline = System.nanoTime() + VISIBLE.toNanos();
        while (newestCheckpoint() < now + 2) {
            assertThat(System.nanoTime()).as("a checkpoint in time").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    private long newestCheckpoint() throws IOException {
        try (var checkpoints = Files.walk(state().resolve("checkpoints"), 2)) {
            return checkpoints
                    .map(path -> path.getFileName().toString())
                    .filter(name -> name.matches("chk-\\d+"))
                    .mapToLong(name -> Long.parseLong(name.substring(4)))
                    .max()
                    .orElse(0);
        }
    }

    private EngineProcess start(Path plan, OrderShipments sample) {
        return EngineProcess.start(plan, state(), sample.environment());
    }

    private Path state() {
        return folder.resolve("state");
    }

    private Path write(String name, JobPlan plan) throws IOException {
        return Files.write(folder.resolve(name), JobPlanCodec.write(plan));
    }
}
