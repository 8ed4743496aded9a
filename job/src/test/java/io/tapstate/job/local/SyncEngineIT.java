package io.tapstate.job.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.TableId;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.PlanColumns;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.WriteTablesStep;
import io.tapstate.planner.plan.WriteTablesStep.Output;
import io.tapstate.planner.plan.WriteTablesStep.WriteMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One pipeline that writes a view, a copy and a log of changes at once, on real databases. */
class SyncEngineIT {
    private static final PlanColumns COLUMNS = new PlanColumns(List.of(), true);

    @TempDir
    Path folder;

    @Test
    void viewAndSyncsFollowThroughAForeignCollectionAKillAndAFreshStart() throws Exception {
        try (OrderShipments sample = new OrderShipments()) {
            Path plan = folder.resolve("plan.json");
            Files.write(plan, JobPlanCodec.write(plan(sample)));
            foreignDocumentsStopIt(sample, plan);
            try (EngineProcess engine = start("state", plan, sample, "--adopt", "true")) {
                engine.await("streaming");
                assertCopies(sample);
                assertThat(sample.documents("shipment_log")).hasSize(6);
                sample.postgres.execute(
                        "INSERT INTO shipments VALUES (7,1,'ups','pending')",
                        "UPDATE shipments SET status = 'lost' WHERE id = 6",
                        "DELETE FROM shipments WHERE id = 3");
                sample.mysql.execute("DELETE FROM orders WHERE id = 3");
                awaitCopies(sample);
                await(() -> sample.documents("shipment_log").size() == 8);
                engine.kill();
            }
            sample.postgres.execute("UPDATE shipments SET status = 'found' WHERE id = 6");
            try (EngineProcess engine = start("state", plan, sample)) {
                engine.await("streaming");
                awaitCopies(sample);
                await(() -> sample.documents("shipment_log").size() >= 9);
                assertThat(sample.documents("shipment_log")).as("nothing twice").hasSize(9);
                engine.endInput();
                assertThat(engine.exit()).isZero();
            }
            sample.postgres.execute("DELETE FROM shipments WHERE id = 7");
            sample.mysql.execute("DELETE FROM orders WHERE id = 4");
            try (EngineProcess engine = start("fresh", plan, sample)) {
                engine.await("streaming");
                assertCopies(sample);
                assertThat(sample.documents("shipment_log"))
                        .as("rows that are read again stand where they stood")
                        .hasSize(9);
            }
        }
    }

    private void foreignDocumentsStopIt(OrderShipments sample, Path plan) throws Exception {
        sample.store().getCollection("ods_orders").insertOne(new Document("_id", "theirs").append("id", "theirs"));
        try (EngineProcess engine = start("refused", plan, sample)) {
            assertThat(engine.exit()).isEqualTo(4);
            assertThat(engine.first("failed").getString("code").getValue()).isEqualTo("actuation.target-not-empty");
        }
        assertThat(sample.documents("ods_orders")).hasSize(1);
    }

    private static JobPlan plan(OrderShipments sample) {
        JobPlan view = sample.plan(ReadMode.SNAPSHOT_AND_CDC, 50);
        StreamRef nest = StreamRef.step(new StepId("nest_1"));
        StreamRef shipments = StreamRef.table(new StepId("source.fulfillment_db"), new TableId("public", "shipments"));
        List<PlanStep> steps = new ArrayList<>(view.steps());
        steps.add(sync(
                "copy",
                WriteMode.UPSERT,
                new Output(nest, "orders", "ods_orders", List.of("id"), COLUMNS),
                new Output(shipments, "shipments", "ods_shipments", List.of("id"), COLUMNS)));
        steps.add(sync(
                "history",
                WriteMode.APPEND,
                new Output(shipments, "shipments", "shipment_log", List.of("id"), COLUMNS)));
        return new JobPlan(view.pipeline(), view.readMode(), steps);
    }

    private static WriteTablesStep sync(String name, WriteMode mode, Output... outputs) {
        return new WriteTablesStep(
                new StepId("sync." + name),
                name,
                "copies",
                "mongodb",
                new TreeMap<>(Map.of("uri", "${TAPSTATE_VIEWS_URI}")),
                mode,
                DdlPolicy.FAIL,
                true,
                false,
                List.of(outputs));
    }

    private EngineProcess start(String state, Path plan, OrderShipments sample, String... more) {
        return EngineProcess.start(plan, folder.resolve(state), sample.environment(), more);
    }

    private static void assertCopies(OrderShipments sample) throws Exception {
        TreeSet<String> expected = sample.recomputed();
        assertThat(sample.documents()).isEqualTo(expected);
        assertThat(sample.documents("ods_orders")).isEqualTo(expected);
        assertThat(sample.documents("ods_shipments")).isEqualTo(sample.shipments());
    }

    private static void awaitCopies(OrderShipments sample) throws Exception {
        TreeSet<String> expected = sample.recomputed();
        TreeSet<String> shipments = sample.shipments();
        await(() -> sample.documents().equals(expected)
                && sample.documents("ods_orders").equals(expected)
                && sample.documents("ods_shipments").equals(shipments));
        assertCopies(sample);
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(50_000_000);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
