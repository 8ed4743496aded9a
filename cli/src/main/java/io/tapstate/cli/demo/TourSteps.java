package io.tapstate.cli.demo;

import static io.tapstate.cli.demo.TourStep.document;
import static io.tapstate.cli.demo.TourStep.mysql;
import static io.tapstate.cli.demo.TourStep.noDocument;
import static io.tapstate.cli.demo.TourStep.postgres;

import java.util.List;

/** The tour that the README walks, as data. */
final class TourSteps {
    /** What the initial load must give. */
    static final TourStep LOADED = new TourStep(
            "five documents with 2, 2, 1, 1 and 0 shipments",
            List.of(),
            List.of(
                    document(1, "alice", 1, 2),
                    document(2, "bob", 3, 4),
                    document(3, "carol", 5),
                    document(4, "dave", 6),
                    document(5, "erin")));

    /** Changes while everything runs; each is timed from its commit until the documents show it. */
    static final List<TourStep> LIVE = List.of(
            TourStep.of(
                    "insert shipment 7: order 1 has three",
                    postgres("INSERT INTO shipments VALUES (7,1,'ups','pending')"),
                    document(1, "alice", 1, 2, 7)),
            TourStep.of(
                    "rename alice to alicia: shipments kept",
                    mysql("UPDATE orders SET customer='alicia' WHERE id=1"),
                    document(1, "alicia", 1, 2, 7)),
            TourStep.of(
                    "delete shipment 7: order 1 has two again",
                    postgres("DELETE FROM shipments WHERE id=7"),
                    document(1, "alicia", 1, 2)),
            TourStep.of(
                    "move shipment 6 from order 4 to order 5",
                    postgres("UPDATE shipments SET order_id=5 WHERE id=6"),
                    document(4, "dave"),
                    document(5, "erin", 6)),
            TourStep.of("delete order 3: its document is gone", mysql("DELETE FROM orders WHERE id=3"), noDocument(3)),
            TourStep.of(
                    "insert order 3 again: its shipment is back",
                    mysql("INSERT INTO orders VALUES (3,'carol',30.00)"),
                    document(3, "carol", 5)));

    /** Changes while the engine is dead, and what must have arrived once it is back. */
    static final TourStep WHILE_DEAD = new TourStep(
            "changes made while Flink was dead have arrived",
            List.of(
                    mysql("UPDATE orders SET amount=99.90 WHERE id=2"),
                    mysql("INSERT INTO orders VALUES (6,'frank',60.00)"),
                    mysql("DELETE FROM orders WHERE id=4"),
                    mysql("UPDATE orders SET customer='bobby' WHERE id=2"),
                    postgres("INSERT INTO shipments VALUES (8,6,'dhl','pending')"),
                    postgres("UPDATE shipments SET order_id=1 WHERE id=6"),
                    postgres("DELETE FROM shipments WHERE id=3")),
            List.of(
                    document(1, "alicia", 1, 2, 6),
                    document(2, "bobby", 4),
                    document(3, "carol", 5),
                    noDocument(4),
                    document(5, "erin"),
                    document(6, "frank", 8)));

    static final TourStep AFTER_WARM_START = TourStep.of(
            "insert shipment 9: order 5 has one",
            postgres("INSERT INTO shipments VALUES (9,5,'fedex','pending')"),
            document(5, "erin", 9));

    private TourSteps() {}
}
