package io.tapstate.job.operator;

import static io.tapstate.job.nest.Rows.ORDERS;
import static io.tapstate.job.nest.Rows.SHIPMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestRoute;
import io.tapstate.job.nest.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssembleDocumentsHarnessTest {
    private static final List<EmbedField> FIELDS = List.of(new EmbedField("shipments", true));
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

    private static void order(NestHarness nest, RowChange change) throws Exception {
        route(nest, ORDER_ROUTE, change);
    }

    private static void shipment(NestHarness nest, RowChange change) throws Exception {
        route(nest, SHIPMENT_ROUTE, change);
    }

    private static void route(NestHarness nest, NestRoute route, RowChange change) throws Exception {
        List<io.tapstate.job.nest.NestChange> changes = new java.util.ArrayList<>();
        route.route(change, changes::add);
        for (var nestChange : changes) {
            nest.change(nestChange);
        }
    }
}
