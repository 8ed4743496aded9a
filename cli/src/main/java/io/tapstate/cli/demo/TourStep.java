package io.tapstate.cli.demo;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.bson.BsonDocument;

/**
 * One station of the tour: changes in the databases, and how the documents must look then.
 *
 * @param title what is done and expected, for people
 */
record TourStep(String title, List<Change> changes, List<Expectation> expectations) {
    /** One statement in one of the databases. */
    record Change(DatabaseAddress.Kind database, String statement) {}

    /**
     * @param order id of the document
     * @param holds is given the document, empty when there is none
     */
    record Expectation(int order, Predicate<Optional<BsonDocument>> holds) {}

    static TourStep of(String title, Change change, Expectation... expectations) {
        return new TourStep(title, List.of(change), List.of(expectations));
    }

    static Change mysql(String statement) {
        return new Change(DatabaseAddress.Kind.MYSQL, statement);
    }

    static Change postgres(String statement) {
        return new Change(DatabaseAddress.Kind.POSTGRES, statement);
    }

    /** The document is there, with this customer and exactly these shipments in this order. */
    static Expectation document(int order, String customer, Integer... shipments) {
        return new Expectation(
                order,
                found -> found.isPresent()
                        && OrderDocument.customer(found.get()).equals(customer)
                        && OrderDocument.shipments(found.get()).equals(List.of(shipments)));
    }

    static Expectation noDocument(int order) {
        return new Expectation(order, Optional::isEmpty);
    }
}
