package io.tapstate.job.nest;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonInt64;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Finding the places of rows: keys, routes, and rows that go to many places. State is in memory. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RoutingBenchmark {
    static final int BELOW = 1_000;
    static final int REFERRERS = 100_000;

    private final List<String> oneColumn = List.of("id");
    private final List<String> fourColumns = List.of("id", "state", "price", "changed_at");
    private final byte[] row = SampleDocument.row(1, "new");
    private final NestRoute route = NestRoute.embed("items", List.of("parent_id"), List.of("price"), List.of("id"));
    private final RoutedRows routed = new RoutedRows(List.of());
    private final MemoryNestState below = new MemoryNestState();
    private final Places referrers = new Places();
    private final Place parent =
            new Place(key(1), new KeyEncoding().text("items").append(key(7)).key());
    private SharedRow shared;
    private RowChange update;

    @Setup
    public void fill() {
        byte[] old = SampleDocument.row(1, "old");
        update = new RowChange(ChangeKind.UPDATE, Rows.ORDERS, key(1), old, row, 7, "");
        for (int i = 0; i < BELOW; i++) {
            below.put(new KeyEncoding().text("parts").append(key(i)).key(), row);
        }
        for (int i = 0; i < REFERRERS; i++) {
            referrers.add(new Place(key(i), ElementPath.ROOT));
        }
        shared = new SharedRow("product", new NestDocument(List.of()));
    }

    /** What a row costs that is only copied. */
    @Benchmark
    public byte[] copyOfTheRow() {
        return row.clone();
    }

    @Benchmark
    public Optional<RowKey> keyOfOneColumn() {
        return KeyEncoding.of(row, oneColumn);
    }

    @Benchmark
    public Optional<RowKey> keyOfFourColumns() {
        return KeyEncoding.of(row, fourColumns);
    }

    /** An update of an embedded row that keeps its place. */
    @Benchmark
    public void routeOfAnUpdate(Blackhole out) {
        route.route(update, out::consume);
    }

    /** A parent arrives that a thousand rows wait for. */
    @Benchmark
    public void placeOfAThousandRows(Blackhole out) {
        routed.place(new Placement(key(7), parent, true, 7), new Places(), below, out::consume);
    }

    /** A row goes to the hundred thousand that point at it. */
    @Benchmark
    public void fanOutToAHundredThousand(Blackhole out) {
        Optional<byte[]> shown = Optional.of(row);
        RowKey product = key(7);
        for (Iterator<Place> walk = referrers.walk(); walk.hasNext(); ) {
            shared.give(product, shown, walk.next(), 7, out::consume);
        }
    }

    private static RowKey key(long id) {
        return new KeyEncoding().add(new BsonInt64(id)).key();
    }

    /** Places in memory. */
    private static final class Places implements PlaceState {
        private final Set<Place> places = new LinkedHashSet<>();

        @Override
        public boolean contains(Place place) {
            return places.contains(place);
        }

        @Override
        public void add(Place place) {
            places.add(place);
        }

        @Override
        public void remove(Place place) {
            places.remove(place);
        }

        @Override
        public Iterator<Place> walk() {
            return places.iterator();
        }
    }
}
