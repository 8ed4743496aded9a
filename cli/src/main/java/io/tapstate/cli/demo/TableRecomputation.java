package io.tapstate.cli.demo;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * What the documents must be, computed from the tables alone, by plain queries: shares nothing with the pipeline, so
 * that both being wrong in the same way is unlikely.
 */
final class TableRecomputation {
    private TableRecomputation() {}

    /** All order documents, by id. */
    static List<BsonDocument> documents(Sql mysql, Sql postgres) {
        List<BsonDocument> shipments = postgres.rows(
                "SELECT id, order_id, carrier, status FROM shipments ORDER BY id", TableRecomputation::shipment);
        List<BsonDocument> orders =
                mysql.rows("SELECT id, customer, amount FROM orders ORDER BY id", TableRecomputation::order);
        orders.forEach(order -> order.put(
                "shipments",
                new BsonArray(shipments.stream()
                        .filter(shipment -> shipment.get("order_id").equals(order.get("id")))
                        .collect(Collectors.toList()))));
        return orders;
    }

    private static BsonDocument order(ResultSet row) throws SQLException {
        BsonInt64 id = new BsonInt64(row.getLong("id"));
        return new BsonDocument("_id", id)
                .append("id", id)
                .append("customer", text(row, "customer"))
                .append(
                        "amount",
                        row.getBigDecimal("amount") == null
                                ? BsonNull.VALUE
                                : new BsonDecimal128(new Decimal128(row.getBigDecimal("amount"))));
    }

    private static BsonDocument shipment(ResultSet row) throws SQLException {
        return new BsonDocument("id", new BsonInt64(row.getLong("id")))
                .append("order_id", new BsonInt64(row.getLong("order_id")))
                .append("carrier", text(row, "carrier"))
                .append("status", text(row, "status"));
    }

    private static BsonValue text(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? BsonNull.VALUE : new BsonString(text);
    }
}
