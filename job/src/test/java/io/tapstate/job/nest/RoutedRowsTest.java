package io.tapstate.job.nest;

import static io.tapstate.job.nest.Rows.SHIPMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;

/** Shipment parts below a shipment, and who is told where the parts stand: a lookup by their product. */
class RoutedRowsTest {
    private static final RowKey SHIPMENT = key(5);
    private static final NestRoute PARTS = NestRoute.embed("parts", List.of("shipment"), List.of("at"), List.of("id"));
    private static final Place HERE = new Place(
            key(1), new KeyEncoding().text("shipments").add(new BsonInt64(5)).key());
    private static final Place THERE = new Place(key(2), HERE.path());

    private final MemoryPlaceState places = new MemoryPlaceState();
    private final MemoryNestState rows = new MemoryNestState();
    private final Map<Place, byte[]> standing = new HashMap<>();
    private final Map<RowKey, Set<Place>> told = new HashMap<>();
    private final RoutedRows routed =
            new RoutedRows(List.of(new RoutedRows.Below("parts", new Placements(List.of("product")), this::hear)));

    @Test
    void rowsWaitForTheirParentAndAppearWithIt() {
        change(Rows.insert(SHIPMENTS, "{id: 1, shipment: 5, at: 3, product: 7}"));
        assertThat(standing).isEmpty();
        place(HERE, true);
        assertThat(standing).hasSize(1);
        assertThat(told.get(key(7))).isEqualTo(standing.keySet());
        place(HERE, false);
        assertThat(standing).isEmpty();
        assertThat(told.get(key(7))).isEmpty();
        place(HERE, true);
        assertThat(standing).as("the parent came back").hasSize(1);
    }

    @Test
    void whileAParentMovesItsRowsFollowBothPlaces() {
        change(Rows.insert(SHIPMENTS, "{id: 1, shipment: 5, at: 3, product: 7}"));
        place(HERE, true);
        place(THERE, true);
        assertThat(standing).hasSize(2);
        change(Rows.update(
                SHIPMENTS, "{id: 1, shipment: 5, at: 3, product: 7}", "{id: 1, shipment: 5, at: 3, product: 8}"));
        assertThat(standing.values())
                .allSatisfy(row -> assertThat(row).isEqualTo(Rows.row("{id: 1, shipment: 5, at: 3, product: 8}")));
        assertThat(told.get(key(7))).isEmpty();
        assertThat(told.get(key(8))).isEqualTo(standing.keySet());
        change(Rows.delete(SHIPMENTS, "{id: 1, shipment: 5, at: 3, product: 8}"));
        assertThat(standing).as("it is gone from both").isEmpty();
        assertThat(told.get(key(8))).isEmpty();
    }

    @Test
    void theOldPlaceMayBeLeftAfterTheNewOneIsTaken() {
        change(Rows.insert(SHIPMENTS, "{id: 1, shipment: 5, at: 3, product: 7}"));
        place(HERE, true);
        place(THERE, true);
        place(HERE, false);
        assertThat(standing.keySet()).extracting(Place::document).containsExactly(THERE.document());
        assertThat(told.get(key(7))).isEqualTo(standing.keySet());
    }

    @Test
    void aRowThatMovesWithinItsParentLeavesTheOldPath() {
        place(HERE, true);
        change(Rows.insert(SHIPMENTS, "{id: 1, shipment: 5, at: 3, product: 7}"));
        Set<Place> before = Set.copyOf(standing.keySet());
        change(Rows.update(
                SHIPMENTS, "{id: 1, shipment: 5, at: 3, product: 7}", "{id: 1, shipment: 5, at: 9, product: 7}"));
        assertThat(standing).hasSize(1).doesNotContainKeys(before.toArray(Place[]::new));
        assertThat(told.get(key(7)))
                .as("its old path is not pointed from any more")
                .isEqualTo(standing.keySet());
    }

    @Test
    void whatComesTwiceChangesNothing() {
        place(HERE, true);
        place(HERE, true);
        RowChange insert = Rows.insert(SHIPMENTS, "{id: 1, shipment: 5, at: 3, product: 7}");
        change(insert);
        change(insert);
        assertThat(standing).hasSize(1);
        place(THERE, false);
        assertThat(standing).hasSize(1);
        change(Rows.delete(SHIPMENTS, "{id: 1, shipment: 5, at: 3, product: 7}"));
        change(Rows.delete(SHIPMENTS, "{id: 1, shipment: 5, at: 3, product: 7}"));
        assertThat(standing).isEmpty();
        assertThat(rows.size()).isZero();
    }

    @Test
    void aRowThatPointsNowhereIsToldToNobody() {
        place(HERE, true);
        change(Rows.insert(SHIPMENTS, "{id: 1, shipment: 5, at: 3, product: null}"));
        assertThat(standing).hasSize(1);
        assertThat(told).isEmpty();
    }

    private void place(Place place, boolean present) {
        routed.place(new Placement(SHIPMENT, place, present, 0), places, rows, this::stand);
    }

    private void change(RowChange change) {
        List<NestChange> placed = new ArrayList<>();
        PARTS.route(change, placed::add);
        placed.forEach(one -> routed.change(one, places, rows, this::stand));
    }

    private void stand(NestChange change) {
        if (change.leftPath() != null) {
            standing.remove(new Place(change.document(), change.leftPath()));
        }
        Place place = new Place(change.document(), change.path());
        if (change.isRemoval()) {
            standing.remove(place);
        } else {
            standing.put(place, change.row());
        }
    }

    private void hear(Placement placement) {
        Set<Place> known = told.computeIfAbsent(placement.key(), key -> new LinkedHashSet<>());
        if (placement.present()) {
            known.add(placement.place());
        } else {
            known.remove(placement.place());
        }
    }

    private static RowKey key(int id) {
        return new KeyEncoding().add(new BsonInt64(id)).key();
    }
}
