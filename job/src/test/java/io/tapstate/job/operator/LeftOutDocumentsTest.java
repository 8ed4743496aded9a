package io.tapstate.job.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.DeadLetter;
import io.tapstate.connectors.runtime.DeadLetterStore;
import io.tapstate.connectors.runtime.DeadLetters;
import io.tapstate.connectors.runtime.FaultyRecord;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.RecordFaults.Policy;
import io.tapstate.connectors.runtime.RowChangeSerializer;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.EmbedField.Shape;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.NestRoute;
import io.tapstate.job.nest.Rows;
import io.tapstate.job.nest.SendWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Documents that break a rule under an error policy that lets the pipeline go on. */
class LeftOutDocumentsTest {
    private static final NestRoute ROOT = NestRoute.root(List.of("id"), List.of("id"));
    private static final NestRoute ITEM = NestRoute.embed("items", List.of("parent"), List.of("id"), List.of("id"));
    private static final NestRoute DETAIL =
            NestRoute.embed("$flat.detail", List.of("parent"), List.of(), List.of("id"));
    private static final List<DeadLetter> LETTERS = new ArrayList<>();
    private static final List<ChangeKind> PASSED = new ArrayList<>();
    private static final List<RowChange> ASKED = new ArrayList<>();

    private KeyedStage<NestChange, RowChange> stage;

    @BeforeEach
    void nothingKept() {
        LETTERS.clear();
        PASSED.clear();
        ASKED.clear();
    }

    @AfterEach
    void close() throws Exception {
        stage.close();
    }

    @Test
    void aDocumentOverTheLimitKeepsItsLastGoodVersionAndBlocksNoOther() throws Exception {
        start(Policy.DEAD_LETTER, 2, new EmbedField("items", Shape.ARRAY, 2));
        send(ROOT, Rows.insert(Rows.ORDERS, "{id: 1}"));
        send(ROOT, Rows.insert(Rows.ORDERS, "{id: 2}"));
        send(ITEM, Rows.insert(Rows.SHIPMENTS, "{id: 1, parent: 1}"));
        send(ITEM, Rows.insert(Rows.SHIPMENTS, "{id: 2, parent: 1}"));

        assertThat(send(ITEM, Rows.insert(Rows.SHIPMENTS, "{id: 3, parent: 1}")))
                .isEmpty();
        assertThat(LETTERS).singleElement().satisfies(letter -> {
            assertThat(letter.reason().code()).isEqualTo("nest.root-fanout-limit-exceeded");
            assertThat(RawRow.decode(letter.record().row()).toJson()).isEqualTo("{\"id\": 1}");
        });
        assertThat(send(ITEM, Rows.insert(Rows.SHIPMENTS, "{id: 4, parent: 2}")))
                .hasSize(1);
    }

    @Test
    void aDocumentThatFitsAgainIsSentAndSupersedesItsLetter() throws Exception {
        start(Policy.DEAD_LETTER, 1, new EmbedField("items", Shape.ARRAY, 2));
        send(ROOT, Rows.insert(Rows.ORDERS, "{id: 1}"));
        send(ITEM, Rows.insert(Rows.SHIPMENTS, "{id: 1, parent: 1}"));
        send(ITEM, Rows.insert(Rows.SHIPMENTS, "{id: 2, parent: 1}"));
        PASSED.clear();

        List<RowChange> sent = send(ITEM, Rows.delete(Rows.SHIPMENTS, "{id: 1, parent: 1}"));
        assertThat(RawRow.decode(sent.get(0).after()).getArray("items")).hasSize(1);
        assertThat(PASSED).containsExactly(ChangeKind.INSERT);
    }

    @Test
    void aDocumentThatWasLeftOutIsStillDeletedWithItsRoot() throws Exception {
        start(Policy.SKIP, 0, new EmbedField("items", Shape.ARRAY, 2));
        send(ROOT, Rows.insert(Rows.ORDERS, "{id: 1}"));
        send(ITEM, Rows.insert(Rows.SHIPMENTS, "{id: 1, parent: 1}"));

        assertThat(send(ROOT, Rows.delete(Rows.ORDERS, "{id: 1}")))
                .extracting(RowChange::kind)
                .containsExactly(ChangeKind.DELETE);
    }

    @Test
    void rowsOfAFlatEmbedThatContradictEachOtherMakeALetterAndNoStop() throws Exception {
        start(Policy.DEAD_LETTER, 100, new EmbedField("$flat.detail", Shape.FLAT, 1));
        send(ROOT, Rows.insert(Rows.ORDERS, "{id: 1}"));
        send(DETAIL, Rows.insert(Rows.SHIPMENTS, "{id: 1, parent: 1}"));
        send(DETAIL, Rows.insert(Rows.SHIPMENTS, "{id: 2, parent: 1}"));
        stage.pass(AssembleDocumentsFunction.DOUBT_MILLIS);

        assertThat(LETTERS)
                .extracting(letter -> letter.reason().code())
                .containsExactly("nest.flat-cardinality-violation");
        PASSED.clear();
        assertThat(send(DETAIL, Rows.delete(Rows.SHIPMENTS, "{id: 2, parent: 1}")))
                .hasSize(1);
        assertThat(PASSED).hasSize(1);
    }

    @Test
    void aLetterThatIsTriedAgainSendsTheDocumentAsItIsNow() throws Exception {
        start(Policy.DEAD_LETTER, 5, new EmbedField("items", Shape.ARRAY, 2));
        send(ROOT, Rows.insert(Rows.ORDERS, "{id: 1, state: 'new'}"));
        PASSED.clear();
        ASKED.add(Rows.insert(Rows.ORDERS, "{id: 1}"));

        List<RowChange> sent = stage.pass(Replays.PAUSE_MILLIS);
        assertThat(sent).hasSize(1);
        assertThat(RawRow.decode(sent.get(0).after()).toJson())
                .isEqualTo("{\"id\": 1, \"state\": \"new\", \"items\": []}");
        assertThat(PASSED).as("it is no newer version").isEmpty();
        assertThat(stage.pass(Replays.PAUSE_MILLIS)).as("asked once").isEmpty();
    }

    private void start(Policy policy, int maxElements, EmbedField field) throws Exception {
        var settings = new AssembleDocumentsFunction.Settings(Rows.ORDERS, List.of("id"), List.of(field), maxElements);
        DeadLetterStore store = policy == Policy.DEAD_LETTER ? (pipeline, step, run) -> new Kept() : null;
        RecordFaults faults = new RecordFaults(policy, "p", "nest_1", new TreeMap<>(Map.of("", List.of("id"))), store);
        stage = new KeyedStage<>(
                () -> new AssembleDocumentsOperator(
                        new AssembleDocumentsFunction(settings, new SendWindow(0, false), faults),
                        faults.keepsLetters()),
                NestChange::document,
                new RowChangeSerializer());
        stage.start(1);
        stage.watermark(LoadPhase.SNAPSHOT_DONE);
    }

    private List<RowChange> send(NestRoute route, RowChange change) throws Exception {
        List<NestChange> placed = new ArrayList<>();
        route.route(change, placed::add);
        List<RowChange> sent = new ArrayList<>();
        for (NestChange one : placed) {
            sent.addAll(stage.process(one));
        }
        return sent;
    }

    private static final class Kept implements DeadLetters {
        @Override
        public void write(DeadLetter letter) {
            LETTERS.add(letter);
        }

        @Override
        public void passed(RowChange change) {
            PASSED.add(change.kind());
        }

        @Override
        public void withdrawn(FaultyRecord record) {
            throw new UnsupportedOperationException("only behind a query");
        }

        @Override
        public List<RowChange> replays(Predicate<RowKey> mine) {
            List<RowChange> asked = List.copyOf(ASKED);
            ASKED.clear();
            return asked;
        }

        @Override
        public void saving(long checkpoint) {}

        @Override
        public void saved(long checkpoint) {}

        @Override
        public void close() {}
    }
}
