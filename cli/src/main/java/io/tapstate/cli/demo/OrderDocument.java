package io.tapstate.cli.demo;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Reads the fields that the tour looks at; a document that lacks them reads as one nobody expects. */
final class OrderDocument {
    private OrderDocument() {}

    static String customer(BsonDocument order) {
        BsonValue customer = order.get("customer", new BsonString(""));
        return customer.isString() ? customer.asString().getValue() : "";
    }

    /** Ids of the shipments in their order; a missing array is not an empty one, so it reads as shipment -1. */
    static List<Integer> shipments(BsonDocument order) {
        BsonValue shipments = order.get("shipments");
        if (shipments == null || !shipments.isArray()) {
            return List.of(-1);
        }
        BsonArray array = shipments.asArray();
        return array.stream()
                .map(item -> item.asDocument()
                        .get("id", new BsonInt64(-1))
                        .asNumber()
                        .intValue())
                .toList();
    }
}
