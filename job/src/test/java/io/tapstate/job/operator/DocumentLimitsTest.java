package io.tapstate.job.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.RowChangeSerializer;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.EmbedField.Shape;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.NestRoute;
import io.tapstate.job.nest.Rows;
import io.tapstate.job.nest.SendWindow;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a document may not be: too large, or of flat rows that contradict each other. */
class DocumentLimitsTest {
    private static final NestRoute ROOT = NestRoute.root(List.of("id"), List.of("id"));
    private static final NestRoute ITEM = NestRoute.embed("items", List.of("parent"), List.of("id"), List.of("id"));
    private static final NestRoute DETAIL =
            NestRoute.embed("$flat.detail", List.of("parent"), List.of(), List.of("id"));

    private KeyedStage<NestChange, RowChange> stage;

    @AfterEach
    void close() throws Exception {
        stage.close();
    }

    @Test
    void theExactLimitOfElementsIsAllowedAndOneMoreIsNot() throws Exception {
        start(2, new EmbedField("items", Shape.ARRAY, 2));
        send(ROOT, Rows.insert(Rows.ORDERS, "{id: 1}"));
        send(ITEM, Rows.insert(Rows.SHIPMENTS, "{id: 1, parent: 1}"));
        assertThat(send(ITEM, Rows.insert(Rows.SHIPMENTS, "{id: 2, parent: 1}")))
                .hasSize(1);

        fails("nest.root-fanout-limit-exceeded", () -> send(ITEM, Rows.insert(Rows.SHIPMENTS, "{id: 3, parent: 1}")));
    }

    @Test
    void twoFlatRowsMayMeetWhileOneTakesTheOthersPlace() throws Exception {
        start(100, new EmbedField("$flat.detail", Shape.FLAT, 1));
        send(ROOT, Rows.insert(Rows.ORDERS, "{id: 2}"));
        send(DETAIL, Rows.insert(Rows.SHIPMENTS, "{id: 1, parent: 2, note: 'old'}"));
        send(DETAIL, Rows.insert(Rows.SHIPMENTS, "{id: 2, parent: 2, note: 'new'}"));
        List<RowChange> sent = send(DETAIL, Rows.delete(Rows.SHIPMENTS, "{id: 1, parent: 2}"));

        stage.pass(AssembleDocumentsFunction.DOUBT_MILLIS);
        assertThat(RawRow.decode(sent.get(0).after()).getString("note").getValue())
                .isEqualTo("new");
        assertThat(stage.timers()).isZero();
        assertThat(stage.keysIn("doubt")).isZero();
    }

    @Test
    void twoFlatRowsThatStayEndTheJob() throws Exception {
        start(100, new EmbedField("$flat.detail", Shape.FLAT, 1));
        send(ROOT, Rows.insert(Rows.ORDERS, "{id: 1, parent: 1}"));
        send(DETAIL, Rows.insert(Rows.SHIPMENTS, "{id: 1, parent: 1}"));
        send(DETAIL, Rows.insert(Rows.SHIPMENTS, "{id: 2, parent: 1}"));

        stage.pass(AssembleDocumentsFunction.DOUBT_MILLIS - 1);
        fails("nest.flat-cardinality-violation", () -> stage.pass(1));
    }

    @Test
    void twoFlatRowsAtTheEndOfTheInputEndTheJob() throws Exception {
        start(100, new EmbedField("$flat.detail", Shape.FLAT, 1));
        send(ROOT, Rows.insert(Rows.ORDERS, "{id: 1}"));
        send(DETAIL, Rows.insert(Rows.SHIPMENTS, "{id: 1, parent: 1}"));
        send(DETAIL, Rows.insert(Rows.SHIPMENTS, "{id: 2, parent: 1}"));

        fails("nest.flat-cardinality-violation", () -> stage.watermark(Long.MAX_VALUE));
    }

    @Test
    void aFlatRowMayRepeatItsParentsValueButNotChangeIt() throws Exception {
        start(100, new EmbedField("$flat.detail", Shape.FLAT, 1));
        send(ROOT, Rows.insert(Rows.ORDERS, "{id: 7, state: 'a'}"));
        List<RowChange> sent = send(DETAIL, Rows.insert(Rows.SHIPMENTS, "{id: 7, parent: 7, state: 'a', more: 1}"));
        assertThat(RawRow.decode(sent.get(0).after()).toJson())
                .isEqualTo("{\"id\": 7, \"state\": \"a\", \"parent\": 7, \"more\": 1}");
        stage.pass(AssembleDocumentsFunction.DOUBT_MILLIS);

        send(
                DETAIL,
                Rows.update(
                        Rows.SHIPMENTS, "{id: 7, parent: 7, state: 'a'}", "{id: 7, parent: 7, state: 'b', more: 1}"));
        fails("nest.flat-value-conflict", () -> stage.pass(AssembleDocumentsFunction.DOUBT_MILLIS));
    }

    private void start(int maxElements, EmbedField field) throws Exception {
        var settings = new AssembleDocumentsFunction.Settings(Rows.ORDERS, List.of("id"), List.of(field), maxElements);
        stage = new KeyedStage<>(
                () -> new AssembleDocumentsOperator(new AssembleDocumentsFunction(settings, new SendWindow(0, false))),
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

    private static void fails(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .satisfies(fault -> assertThat(FinalFaults.coded(fault))
                        .hasValueSatisfying(coded ->
                                assertThat(coded.diagnostics().get(0).code()).isEqualTo(code)));
    }
}
