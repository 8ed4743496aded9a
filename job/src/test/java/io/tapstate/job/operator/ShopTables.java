package io.tapstate.job.operator;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.row.RawRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The model: two plain tables, and the documents recomputed from them from scratch. Shares no code with the nest.
 *
 * <p>{@code orders(id, code, customer, delivery)}, {@code shipments(id, parent, seq, status)}. A document is an order with
 * {@code shipments}, a list ordered by {@code seq, id}, and {@code delivery.latest}, the last of that list.
 */
final class ShopTables {
    final TreeMap<Long, BsonDocument> orders = new TreeMap<>();
    final TreeMap<Long, BsonDocument> shipments = new TreeMap<>();

    /** The tables after the first changes of each log. */
    static ShopTables after(List<RowChange> orderLog, int orderCount, List<RowChange> shipmentLog, int shipmentCount) {
        ShopTables tables = new ShopTables();
        orderLog.subList(0, orderCount).forEach(change -> apply(tables.orders, change));
        shipmentLog.subList(0, shipmentCount).forEach(change -> apply(tables.shipments, change));
        return tables;
    }

    /** Documents as JSON by the value of their key column. */
    TreeMap<Long, String> documents(String keyColumn) {
        TreeMap<Long, String> documents = new TreeMap<>();
        for (BsonDocument order : orders.values()) {
            BsonValue key = order.get(keyColumn);
            if (key.isNull()) {
                continue;
            }
            BsonDocument document = order.clone();
            document.remove("delivery");
            List<BsonDocument> parts = new ArrayList<>();
            for (BsonDocument shipment : shipments.values()) {
                if (shipment.get("parent").equals(key)) {
                    parts.add(shipment);
                }
            }
            parts.sort(Comparator.<BsonDocument>comparingLong(ShopTables::seq)
                    .thenComparing(part -> part.getInt64("id").getValue()));
            document.append("shipments", new BsonArray(parts));
            if (!parts.isEmpty()) {
                document.append("delivery", new BsonDocument("latest", parts.get(parts.size() - 1)));
            }
            documents.put(key.asInt64().getValue(), document.toJson());
        }
        return documents;
    }

    private static long seq(BsonDocument shipment) {
        return shipment.get("seq").isNull()
                ? Long.MIN_VALUE
                : shipment.getInt64("seq").getValue();
    }

    private static void apply(TreeMap<Long, BsonDocument> table, RowChange change) {
        BsonDocument image = RawRow.decode(change.kind() == ChangeKind.DELETE ? change.before() : change.after());
        long id = image.getInt64("id").getValue();
        if (change.kind() == ChangeKind.DELETE) {
            table.remove(id);
        } else {
            table.put(id, image);
        }
    }
}
