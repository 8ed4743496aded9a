package io.tapstate.job.nest;

import static io.tapstate.job.nest.Rows.ORDERS;
import static io.tapstate.job.nest.Rows.SHIPMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;

class NestRouteTest {
    private static final NestRoute SHIPMENT =
            NestRoute.embed("shipments", List.of("order_id"), List.of("seq"), List.of("id"));
    private static final NestRoute ORDER = NestRoute.root(List.of("id"), List.of("id"));

    @Test
    void aRowArrivesAtTheDocumentItsJoinColumnNames() {
        RowChange change = Rows.insert(SHIPMENTS, "{id: 4, order_id: 2, seq: 9}");
        assertThat(route(SHIPMENT, change))
                .containsExactly(NestChange.arrival(key(2), path(9, 4), change.after(), change.timestamp()));
    }

    @Test
    void aNullJoinColumnGoesNowhere() {
        assertThat(route(SHIPMENT, Rows.insert(SHIPMENTS, "{id: 4, order_id: null, seq: 9}")))
                .isEmpty();
        assertThat(route(SHIPMENT, Rows.delete(SHIPMENTS, "{id: 4, order_id: null, seq: 9}")))
                .isEmpty();
    }

    @Test
    void anUpdateInPlaceIsOneArrival() {
        RowChange change =
                Rows.update(SHIPMENTS, "{id: 4, order_id: 2, seq: 9, s: 'a'}", "{id: 4, order_id: 2, seq: 9, s: 'b'}");
        assertThat(route(SHIPMENT, change))
                .containsExactly(NestChange.arrival(key(2), path(9, 4), change.after(), change.timestamp()));
    }

    @Test
    void aNewParentIsARemovalAndAnArrival() {
        RowChange change = Rows.update(SHIPMENTS, "{id: 4, order_id: 2, seq: 9}", "{id: 4, order_id: 3, seq: 9}");
        assertThat(route(SHIPMENT, change))
                .containsExactly(
                        NestChange.removal(key(2), path(9, 4), change.timestamp()),
                        NestChange.arrival(key(3), path(9, 4), change.after(), change.timestamp()));
    }

    @Test
    void losingOrFindingAParentIsHalfOfThat() {
        RowChange lost = Rows.update(SHIPMENTS, "{id: 4, order_id: 2, seq: 9}", "{id: 4, order_id: null, seq: 9}");
        assertThat(route(SHIPMENT, lost)).containsExactly(NestChange.removal(key(2), path(9, 4), lost.timestamp()));
        RowChange found = Rows.update(SHIPMENTS, "{id: 4, order_id: null, seq: 9}", "{id: 4, order_id: 2, seq: 9}");
        assertThat(route(SHIPMENT, found))
                .containsExactly(NestChange.arrival(key(2), path(9, 4), found.after(), found.timestamp()));
    }

    @Test
    void anotherArrayKeyIsAMoveWithinTheDocument() {
        RowChange change = Rows.update(SHIPMENTS, "{id: 4, order_id: 2, seq: 9}", "{id: 4, order_id: 2, seq: 1}");
        assertThat(route(SHIPMENT, change))
                .containsExactly(NestChange.move(key(2), path(9, 4), path(1, 4), change.after(), change.timestamp()));
    }

    @Test
    void aDeleteIsARemoval() {
        RowChange change = Rows.delete(SHIPMENTS, "{id: 4, order_id: 2, seq: 9}");
        assertThat(route(SHIPMENT, change)).containsExactly(NestChange.removal(key(2), path(9, 4), change.timestamp()));
    }

    @Test
    void theIdentityIsEnoughWhereItAloneDecidesThePlace() {
        RowChange update = Rows.update(ORDERS, null, "{id: 1, customer: 'a'}");
        assertThat(route(ORDER, update))
                .containsExactly(
                        NestChange.arrival(key(1), new RowKey(new byte[0]), update.after(), update.timestamp()));
        assertThat(route(ORDER, Rows.delete(ORDERS, "{id: 1}"))).hasSize(1);
    }

    @Test
    void aMissingOldRowIsNamedAndNeverGuessed() {
        assertThatThrownBy(() -> route(SHIPMENT, Rows.update(SHIPMENTS, null, "{id: 4, order_id: 2, seq: 1}")))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("nest.before-image-missing")
                .hasMessageContaining("public.shipments");
        assertThatThrownBy(() -> route(SHIPMENT, Rows.delete(SHIPMENTS, "{id: 4, seq: 1}")))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("order_id");
    }

    @Test
    void integersOfAllWidthsAndWholeDecimalsMeet() {
        RowChange decimal = Rows.insert(SHIPMENTS, "{id: 4, order_id: {'$numberDecimal': '2.00'}, seq: 9}");
        assertThat(route(SHIPMENT, decimal).get(0).document()).isEqualTo(key(2));
    }

    @Test
    void elementsSortByArrayKeyThenIdentityAfterTheRoot() {
        assertThat(new RowKey(new byte[0])).isLessThan(path(-5, 9));
        assertThat(path(-5, 9)).isLessThan(path(1, 2));
        assertThat(path(1, 2)).isLessThan(path(1, 10));
        RowChange unnumbered = Rows.insert(SHIPMENTS, "{id: 4, order_id: 2, seq: null}");
        assertThat(route(SHIPMENT, unnumbered).get(0).path()).isLessThan(path(-5, 9));
    }

    private static List<NestChange> route(NestRoute route, RowChange change) {
        List<NestChange> changes = new ArrayList<>();
        route.route(change, changes::add);
        return changes;
    }

    private static RowKey key(long value) {
        return new KeyEncoding().add(new BsonInt64(value)).key();
    }

    private static RowKey path(long seq, long id) {
        return new KeyEncoding()
                .text("shipments")
                .add(new BsonInt64(seq))
                .add(new BsonInt64(id))
                .key();
    }
}
