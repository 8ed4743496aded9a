package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.job.nest.SampleDocument;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.Embed;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.WriteViewStep;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One document of 20 000 rows of which one changes, 200 times, each time after the window of the last. */
class HugeDocumentBench {
    private static final TableId ORDERS = new TableId("shop", "orders");
    private static final TableId ITEMS = new TableId("shop", "items");
    private static final StepId SHOP = new StepId("source.shop");
    private static final StepId NEST = new StepId("documents");
    private static final int ELEMENTS = 20_000;
    private static final int CHANGES = 200;
    private static final int CHANGED = ELEMENTS / 2;
    private static final long PACE_MILLIS = 60;
    private static final List<String> ID = List.of("id");

    private final AtomicReference<byte[]> shown = new AtomicReference<>();
    private final AtomicInteger sent = new AtomicInteger();

    @TempDir
    private Path directory;

    @Test
    void checkpointsKeepCompletingAndTheLastChangeIsShown() throws Exception {
        ScriptedSource.Script script = new ScriptedSource.Script(changes(), ELEMENTS + 1).held(ELEMENTS + 1);
        try (LoadedJob job = new LoadedJob(plan(), script, directory, Duration.ofSeconds(1), document -> {
            shown.set(document.after());
            sent.incrementAndGet();
        })) {
            job.await("loaded", () -> sent.get() == 1);
            LoadFigures before = LoadFigures.of(job);
            System.out.println("loaded, " + shown.get().length + " bytes: " + before);
            Instant start = Instant.now();
            for (int change = 1; change <= CHANGES; change++) {
                script.passing(ELEMENTS + 1 + change);
                TimeUnit.MILLISECONDS.sleep(PACE_MILLIS);
            }
            Instant last = Instant.now();
            job.await("shown", () -> state().equals("state " + CHANGES));
            LoadFigures figures = LoadFigures.of(job);
            System.out.println(CHANGES + " changes in " + Duration.between(start, last) + ", the last shown after "
                    + Duration.between(last, Instant.now()) + ", " + (sent.get() - 1) + " documents sent: " + figures);
            assertThat(figures.failed()).as("failed checkpoints").isEqualTo(before.failed());
            assertThat(figures.completed()).as("completed checkpoints").isGreaterThan(before.completed());
            script.release();
            job.finish();
        }
    }

    private String state() {
        BsonDocument document = RawRow.decode(shown.get());
        return document.getArray("items")
                .get(CHANGED)
                .asDocument()
                .getString("state")
                .getValue();
    }

    private static List<RowChange> changes() {
        List<RowChange> changes = new ArrayList<>();
        changes.add(change(ChangeKind.READ, ORDERS, null, SampleDocument.row(1, "root")));
        for (int i = 0; i < ELEMENTS; i++) {
            changes.add(change(ChangeKind.READ, ITEMS, null, item(i, 0)));
        }
        for (int i = 1; i <= CHANGES; i++) {
            changes.add(change(ChangeKind.UPDATE, ITEMS, item(CHANGED, i - 1), item(CHANGED, i)));
        }
        return changes;
    }

    private static byte[] item(int id, int change) {
        return SampleDocument.row(id, "state " + change);
    }

    private static RowChange change(ChangeKind kind, TableId table, byte[] before, byte[] after) {
        return new RowChange(kind, table, KeyEncoding.of(after, ID).orElseThrow(), before, after, 7, "");
    }

    private static JobPlan plan() {
        StreamRef items = StreamRef.table(SHOP, ITEMS);
        Embed embed = new Embed("items", items, Embed.Shape.ARRAY, ID, List.of("parent_id"), ID);
        TreeMap<String, String> nowhere = new TreeMap<>(Map.of("uri", "mongodb://h/views"));
        return new JobPlan(
                "huge",
                ReadMode.SNAPSHOT_AND_CDC,
                List.of(
                        new ReadTablesStep(
                                SHOP,
                                "shop",
                                "mysql",
                                new TreeMap<>(),
                                ReadMode.SNAPSHOT_AND_CDC,
                                List.of(table(ITEMS), table(ORDERS))),
                        new AssembleDocumentsStep(
                                NEST, StreamRef.table(SHOP, ORDERS), "orders", ID, ID, List.of(embed), 50, false),
                        new WriteViewStep(
                                new StepId("view.orders"),
                                StreamRef.step(NEST),
                                "orders",
                                nowhere,
                                "orders",
                                ID,
                                List.of())));
    }

    private static ReadTablesStep.Table table(TableId table) {
        return new ReadTablesStep.Table(table, ID, BeforeImage.FULL, OptionalLong.empty());
    }
}
