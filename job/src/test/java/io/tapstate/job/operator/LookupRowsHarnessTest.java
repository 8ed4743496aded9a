package io.tapstate.job.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.Place;
import io.tapstate.job.nest.Placement;
import io.tapstate.job.nest.Rows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.bson.BsonInt64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A row that many point at. */
class LookupRowsHarnessTest {
    private static final RowKey PRODUCT = key(7);
    private static final RowKey ROOT = new RowKey(new byte[0]);
    private static final int MANY = 20 * LookupRowsFunction.SLICE + 1;

    private final List<NestChange> emitted = new ArrayList<>();
    private final PlayedStage<Placement, NestChange, NestChange, Object> stage = PlayedStage.two(
            () -> new KeyedCoProcessOperator<>(new LookupRowsFunction("product", List.of())),
            Placement::key,
            NestChange::document,
            NestChangeSerializer.INSTANCE,
            List.of());

    @BeforeEach
    void open() throws Exception {
        stage.emitTo((subtask, change) -> emitted.add(change));
        stage.open(1, null);
    }

    @AfterEach
    void close() throws Exception {
        stage.close();
    }

    @Test
    void aChangeReachesAllInSlicesBetweenWhichOtherInputPasses() throws Exception {
        pointMany();
        row("{id: 7, name: 'old'}");
        assertThat(emitted).hasSize(MANY);
        load();
        emitted.clear();

        row("{id: 7, name: 'new'}");
        assertThat(emitted).as("the first slice at once").hasSize(LookupRowsFunction.SLICE);
        stage.first(0, new Placement(PRODUCT, place(MANY), true, 0));
        assertThat(emitted).as("who comes meanwhile has it at once").hasSize(LookupRowsFunction.SLICE + 1);
        finish();
        assertThat(standing())
                .hasSize(MANY + 1)
                .allSatisfy((place, row) -> assertThat(row).contains("new"));
        assertThat(stage.timers()).isZero();
        assertThat(stage.keysIn("unshared")).isZero();
    }

    @Test
    void whoLeavesMeanwhileIsNotServed() throws Exception {
        pointMany();
        load();
        row("{id: 7, name: 'new'}");
        for (int i = 0; i < MANY; i += 2) {
            stage.first(0, new Placement(PRODUCT, place(i), false, 0));
        }
        finish();
        assertThat(standing()).hasSize(MANY / 2);
    }

    @Test
    void aRowThatChangesFasterThanItIsGivenReachesEverybodyAllTheSame() throws Exception {
        pointMany();
        load();
        row("{id: 7, version: 0}");
        for (int version = 1; version <= MANY / LookupRowsFunction.SLICE; version++) {
            row("{id: 7, version: " + version + "}");
            stage.pass(1);
        }
        assertThat(standing()).as("while it goes on changing").hasSize(MANY);
        finish();
        assertThat(standing())
                .allSatisfy((place, row) -> assertThat(row).contains("" + MANY / LookupRowsFunction.SLICE));
        assertThat(stage.timers()).isZero();
    }

    @Test
    void aLaterChangeReachesAllToo() throws Exception {
        pointMany();
        load();
        row("{id: 7, name: 'first'}");
        stage.pass(1);
        row("{id: 7, name: 'second'}");
        finish();
        assertThat(standing())
                .hasSize(MANY)
                .allSatisfy((place, row) -> assertThat(row).contains("second"));
        stage.second(0, NestChange.removal(PRODUCT, ROOT, 0));
        finish();
        assertThat(standing()).isEmpty();
    }

    @Test
    void aCheckpointBetweenSlicesForgetsNobody() throws Exception {
        pointMany();
        load();
        row("{id: 7, name: 'new'}");
        stage.pass(1);
        PlayedStage.Saved saved = stage.save();
        stage.close();
        emitted.clear();
        stage.open(1, saved);
        finish();
        assertThat(standing())
                .hasSize(MANY)
                .allSatisfy((place, row) -> assertThat(row).contains("new"));
        assertThat(stage.timers()).isZero();
    }

    @Test
    void theEndOfTheInputServesTheRest() throws Exception {
        pointMany();
        load();
        row("{id: 7, name: 'new'}");
        watermark(Long.MAX_VALUE);
        assertThat(standing()).hasSize(MANY);
    }

    @Test
    void whatNobodyKnowsIsNotGiven() throws Exception {
        stage.first(0, new Placement(PRODUCT, place(1), true, 0));
        assertThat(emitted).isEmpty();
        row("{id: 7}");
        row("{id: 7}");
        assertThat(emitted).as("the same row twice").hasSize(1);
        stage.first(0, new Placement(PRODUCT, place(1), true, 0));
        assertThat(emitted).as("the same place twice").hasSize(1);
        stage.first(0, new Placement(PRODUCT, place(1), false, 0));
        stage.second(0, NestChange.removal(PRODUCT, ROOT, 0));
        assertThat(stage.keysIn("places", "rows")).as("nothing is left behind").isZero();
    }

    private void pointMany() throws Exception {
        for (int i = 0; i < MANY; i++) {
            stage.first(0, new Placement(PRODUCT, place(i), true, 0));
        }
    }

    private void row(String json) throws Exception {
        stage.second(0, NestChange.arrival(PRODUCT, ROOT, Rows.row(json), 0));
    }

    private void load() throws Exception {
        watermark(LoadPhase.SNAPSHOT_DONE);
    }

    private void watermark(long timestamp) throws Exception {
        stage.watermark(0, 0, timestamp);
        stage.watermark(0, 1, timestamp);
    }

    private void finish() throws Exception {
        int before;
        do {
            before = emitted.size();
            stage.pass(1);
        } while (emitted.size() != before);
    }

    /** What stands where, after all that was emitted. */
    private Map<RowKey, String> standing() {
        Map<RowKey, String> standing = new HashMap<>();
        for (NestChange change : emitted) {
            if (change.isRemoval()) {
                standing.remove(change.document());
            } else {
                standing.put(change.document(), RawRow.decode(change.row()).toJson());
            }
        }
        return standing;
    }

    private static Place place(int order) {
        return new Place(key(order), ROOT);
    }

    private static RowKey key(int id) {
        return new KeyEncoding().add(new BsonInt64(id)).key();
    }
}
