package io.tapstate.job.operator;

import static io.tapstate.job.nest.Rows.ORDERS;
import static io.tapstate.job.nest.Rows.SHIPMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.NestRoute;
import io.tapstate.job.nest.Rows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssembleDocumentsHarnessTest {
    private static final List<EmbedField> FIELDS = List.of(new EmbedField("shipments", EmbedField.Shape.ARRAY, 2));
    private static final NestRoute ORDER_ROUTE = NestRoute.root(List.of("id"), List.of("id"));
    private static final NestRoute SHIPMENT_ROUTE =
            NestRoute.embed("shipments", List.of("order_id"), List.of("id"), List.of("id"));

    @Test
    void documentsComeOutCompleteInOrderAndFollowEveryChange() throws Exception {
        NestHarness.inEveryMode(FIELDS, nest -> {
            shipment(nest, Rows.read(SHIPMENTS, "{id: 2, order_id: 1}"));
            order(nest, Rows.read(ORDERS, "{id: 1, customer: 'alice'}"));
            shipment(nest, Rows.read(SHIPMENTS, "{id: 1, order_id: 1}"));
            order(nest, Rows.read(ORDERS, "{id: 2, customer: 'bob'}"));
            shipment(nest, Rows.read(SHIPMENTS, "{id: 3, order_id: 3}"));
            assertThat(nest.view()).isEmpty();
            nest.loaded();
            assertThat(nest.view())
                    .containsExactly(
                            "{\"id\": 1, \"customer\": \"alice\", \"shipments\": [{\"id\": 1, \"order_id\": 1}, {\"id\": 2, \"order_id\": 1}]}",
                            "{\"id\": 2, \"customer\": \"bob\", \"shipments\": []}");

            shipment(nest, Rows.update(SHIPMENTS, "{id: 2, order_id: 1}", "{id: 2, order_id: 2}"));
            order(nest, Rows.update(ORDERS, null, "{id: 1, customer: 'alicia'}"));
            order(nest, Rows.insert(ORDERS, "{id: 3, customer: 'carol'}"));
            assertThat(nest.view())
                    .containsExactly(
                            "{\"id\": 1, \"customer\": \"alicia\", \"shipments\": [{\"id\": 1, \"order_id\": 1}]}",
                            "{\"id\": 2, \"customer\": \"bob\", \"shipments\": [{\"id\": 2, \"order_id\": 2}]}",
                            "{\"id\": 3, \"customer\": \"carol\", \"shipments\": [{\"id\": 3, \"order_id\": 3}]}");

            order(nest, Rows.delete(ORDERS, "{id: 1}"));
            order(nest, Rows.delete(ORDERS, "{id: 3}"));
            shipment(nest, Rows.delete(SHIPMENTS, "{id: 3, order_id: 3}"));
            order(nest, Rows.insert(ORDERS, "{id: 1, customer: 'ann'}"));
            assertThat(nest.view())
                    .containsExactly(
                            "{\"id\": 1, \"customer\": \"ann\", \"shipments\": [{\"id\": 1, \"order_id\": 1}]}",
                            "{\"id\": 2, \"customer\": \"bob\", \"shipments\": [{\"id\": 2, \"order_id\": 2}]}");
        });
    }

    @Test
    void theInitialLoadSendsEachDocumentOnce() throws Exception {
        try (NestHarness nest = NestHarness.plain(FIELDS)) {
            for (int i = 1; i <= 20; i++) {
                shipment(nest, Rows.read(SHIPMENTS, "{id: " + i + ", order_id: " + i % 5 + "}"));
                order(nest, Rows.read(ORDERS, "{id: " + i % 5 + ", version: " + i + "}"));
            }
            nest.pass(1_000);
            assertThat(nest.emitted()).isEmpty();
            nest.loaded();
            assertThat(nest.emitted())
                    .extracting(RowChange::kind)
                    .containsOnly(ChangeKind.INSERT)
                    .hasSize(5);
            nest.pass(1_000);
            nest.inputEnds();
            assertThat(nest.emitted()).isEmpty();
        }
    }

    @Test
    void aRestoreInTheLoadStillSendsEachDocumentOnce() throws Exception {
        try (NestHarness nest = NestHarness.plain(FIELDS)) {
            order(nest, Rows.read(ORDERS, "{id: 1}"));
            nest.restart(3);
            shipment(nest, Rows.read(SHIPMENTS, "{id: 1, order_id: 1}"));
            order(nest, Rows.read(ORDERS, "{id: 2}"));
            nest.restart(1);
            assertThat(nest.emitted()).isEmpty();
            nest.loaded();
            assertThat(nest.emitted()).hasSize(2);
        }
    }

    @Test
    void aBoundedInputIsSentAtItsEnd() throws Exception {
        try (NestHarness nest = NestHarness.plain(FIELDS)) {
            order(nest, Rows.read(ORDERS, "{id: 1}"));
            shipment(nest, Rows.read(SHIPMENTS, "{id: 1, order_id: 1}"));
            nest.inputEnds();
            assertThat(documents(nest)).containsExactly("{\"id\": 1, \"shipments\": [{\"id\": 1, \"order_id\": 1}]}");
        }
    }

    @Test
    void theFirstChangeGoesAtOnceAndFurtherOnesFoldUntilTheWindowEnds() throws Exception {
        try (NestHarness nest = NestHarness.plain(FIELDS)) {
            nest.loaded();
            order(nest, Rows.insert(ORDERS, "{id: 1, v: 1}"));
            assertThat(documents(nest)).containsExactly("{\"id\": 1, \"v\": 1, \"shipments\": []}");
            order(nest, Rows.update(ORDERS, null, "{id: 1, v: 2}"));
            nest.pass(49);
            order(nest, Rows.update(ORDERS, null, "{id: 1, v: 3}"));
            assertThat(nest.emitted()).isEmpty();
            nest.pass(1);
            assertThat(documents(nest)).containsExactly("{\"id\": 1, \"v\": 3, \"shipments\": []}");

            nest.pass(49);
            order(nest, Rows.update(ORDERS, null, "{id: 1, v: 4}"));
            assertThat(nest.emitted()).as("the send opened the next window").isEmpty();
            nest.pass(1);
            assertThat(documents(nest)).containsExactly("{\"id\": 1, \"v\": 4, \"shipments\": []}");

            nest.pass(50);
            nest.pass(50);
            order(nest, Rows.update(ORDERS, null, "{id: 1, v: 5}"));
            assertThat(nest.emitted()).as("an empty window closes").hasSize(1);
        }
    }

    @Test
    void aFoldedChangeIsSentWhenTheInputEnds() throws Exception {
        try (NestHarness nest = NestHarness.plain(FIELDS)) {
            nest.loaded();
            order(nest, Rows.insert(ORDERS, "{id: 1, v: 1}"));
            order(nest, Rows.update(ORDERS, null, "{id: 1, v: 2}"));
            nest.emitted();
            nest.inputEnds();
            assertThat(documents(nest)).containsExactly("{\"id\": 1, \"v\": 2, \"shipments\": []}");
        }
    }

    @Test
    void aFoldedChangeSurvivesARestoreAndIsHeldUntilTheSourcesSignal() throws Exception {
        try (NestHarness nest = NestHarness.plain(FIELDS)) {
            nest.loaded();
            order(nest, Rows.insert(ORDERS, "{id: 1, v: 1}"));
            order(nest, Rows.update(ORDERS, null, "{id: 1, v: 2}"));
            nest.emitted();
            nest.restartSilently();
            nest.pass(500);
            order(nest, Rows.update(ORDERS, null, "{id: 1, v: 3}"));
            nest.pass(500);
            assertThat(nest.emitted()).isEmpty();
            nest.loaded();
            assertThat(documents(nest)).containsExactly("{\"id\": 1, \"v\": 3, \"shipments\": []}");
            nest.pass(500);
            assertThat(nest.emitted()).isEmpty();
        }
    }

    @Test
    void appendingFoldsNothing() throws Exception {
        try (NestHarness nest = NestHarness.appending(FIELDS)) {
            nest.loaded();
            for (int i = 0; i < 5; i++) {
                order(nest, Rows.update(ORDERS, null, "{id: 1, v: " + i + "}"));
            }
            assertThat(nest.emitted()).hasSize(5);
        }
    }

    @Test
    void aDeletionGoesAtOnceNamesTheKeyAndEndsTheWindow() throws Exception {
        try (NestHarness nest = NestHarness.plain(FIELDS)) {
            nest.loaded();
            order(nest, Rows.insert(ORDERS, "{id: 1, v: 1}"));
            order(nest, Rows.update(ORDERS, null, "{id: 1, v: 2}"));
            nest.emitted();
            order(nest, Rows.delete(ORDERS, "{id: 1}"));
            RowChange deletion = nest.emitted().get(0);
            assertThat(deletion.kind()).isEqualTo(ChangeKind.DELETE);
            assertThat(RawRow.decode(deletion.before()).toJson()).isEqualTo("{\"id\": 1}");
            assertThat(nest.stage().timers()).isZero();
            nest.pass(500);
            assertThat(nest.emitted()).isEmpty();
            order(nest, Rows.insert(ORDERS, "{id: 1, v: 3}"));
            assertThat(nest.emitted()).hasSize(1);
        }
    }

    @Test
    void aDocumentDeletedBeforeItWasSentIsNeverMentioned() throws Exception {
        try (NestHarness nest = NestHarness.plain(FIELDS)) {
            order(nest, Rows.read(ORDERS, "{id: 1}"));
            order(nest, Rows.delete(ORDERS, "{id: 1}"));
            nest.loaded();
            assertThat(nest.emitted()).isEmpty();
            assertThat(nest.stage().timers()).isZero();
        }
    }

    @Test
    void aSentDocumentDeletedAfterARestoreIsDeletedBeforeTheSourcesSignal() throws Exception {
        try (NestHarness nest = NestHarness.plain(FIELDS)) {
            order(nest, Rows.read(ORDERS, "{id: 1}"));
            nest.loaded();
            nest.emitted();
            nest.restartSilently();
            order(nest, Rows.delete(ORDERS, "{id: 1}"));
            assertThat(nest.emitted()).extracting(RowChange::kind).containsExactly(ChangeKind.DELETE);
            nest.loaded();
            assertThat(nest.emitted()).isEmpty();
        }
    }

    @Test
    void whatAFailedAttemptSentAfterItsCheckpointIsDeletedWhenTheReplayDeletesIt() throws Exception {
        try (NestHarness nest = NestHarness.plain(FIELDS)) {
            nest.loaded();
            nest.restartSilently();
            // The failed attempt sent this insert; the restored state does not know that.
            order(nest, Rows.insert(ORDERS, "{id: 1}"));
            order(nest, Rows.delete(ORDERS, "{id: 1}"));
            assertThat(nest.emitted()).extracting(RowChange::kind).containsExactly(ChangeKind.DELETE);
        }
    }

    @Test
    void aChangeThatChangesNothingIsNotSent() throws Exception {
        try (NestHarness nest = NestHarness.plain(FIELDS)) {
            nest.loaded();
            order(nest, Rows.insert(ORDERS, "{id: 1}"));
            nest.pass(500);
            nest.emitted();
            order(nest, Rows.insert(ORDERS, "{id: 1}"));
            shipment(nest, Rows.delete(SHIPMENTS, "{id: 9, order_id: 1}"));
            assertThat(nest.emitted()).isEmpty();
        }
    }

    @Test
    void aMoveWithinADocumentIsOneSend() throws Exception {
        NestRoute bySeq = NestRoute.embed("shipments", List.of("order_id"), List.of("seq"), List.of("id"));
        try (NestHarness nest = NestHarness.appending(FIELDS)) {
            nest.loaded();
            order(nest, Rows.insert(ORDERS, "{id: 1}"));
            route(nest, bySeq, Rows.insert(SHIPMENTS, "{id: 1, order_id: 1, seq: 1}"));
            nest.emitted();
            route(nest, bySeq, Rows.update(SHIPMENTS, "{id: 1, order_id: 1, seq: 1}", "{id: 1, order_id: 1, seq: 2}"));
            assertThat(documents(nest))
                    .containsExactly("{\"id\": 1, \"shipments\": [{\"id\": 1, \"order_id\": 1, \"seq\": 2}]}");
        }
    }

    @Test
    void nothingIsLeftInStateOnceAllRowsAreGone() throws Exception {
        try (NestHarness nest = NestHarness.plain(FIELDS)) {
            order(nest, Rows.read(ORDERS, "{id: 1}"));
            shipment(nest, Rows.read(SHIPMENTS, "{id: 1, order_id: 1}"));
            shipment(nest, Rows.read(SHIPMENTS, "{id: 2, order_id: 2}"));
            nest.loaded();
            assertThat(nest.stage().keysIn("elements", "delivery")).isEqualTo(3);
            order(nest, Rows.update(ORDERS, null, "{id: 1, v: 1}"));
            shipment(nest, Rows.delete(SHIPMENTS, "{id: 1, order_id: 1}"));
            order(nest, Rows.delete(ORDERS, "{id: 1}"));
            shipment(nest, Rows.delete(SHIPMENTS, "{id: 2, order_id: 2}"));
            nest.pass(500);
            assertThat(nest.stage().keysIn("elements", "delivery")).isZero();
            assertThat(nest.stage().timers()).isZero();
        }
    }

    private static List<String> documents(NestHarness nest) {
        return nest.emitted().stream()
                .map(change -> RawRow.decode(change.after()).toJson())
                .toList();
    }

    private static void order(NestHarness nest, RowChange change) throws Exception {
        route(nest, ORDER_ROUTE, change);
    }

    private static void shipment(NestHarness nest, RowChange change) throws Exception {
        route(nest, SHIPMENT_ROUTE, change);
    }

    private static void route(NestHarness nest, NestRoute route, RowChange change) throws Exception {
        List<NestChange> changes = new ArrayList<>();
        route.route(change, changes::add);
        for (NestChange nestChange : changes) {
            nest.change(nestChange);
        }
    }
}
