package io.tapstate.job.transform;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.planner.plan.IncomingRows;
import io.tapstate.planner.plan.PlanColumns;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonDocument;

/** The table that the examples of docs/expressions.md are written for, and one change of one of its rows. */
final class PageRow {
    static final IncomingTable TABLE = table(types());
    static final long CHANGED = Instant.parse("2026-02-02T00:00:00Z").toEpochMilli();
    static final byte[] NEW = row("paid", "2026-01-31T10:20:30.250000");
    static final byte[] OLD = row("new", "2026-01-31T10:05:00");

    private PageRow() {}

    static IncomingTable table(Map<String, ColumnType> types) {
        List<PlanColumns.Column> columns = types.entrySet().stream()
                .map(column -> new PlanColumns.Column(column.getKey(), Optional.of(column.getValue()), true))
                .toList();
        return IncomingTable.of(new IncomingRows("orders", List.of("id"), new PlanColumns(columns, false)));
    }

    /** @param json extended JSON of MongoDB */
    static byte[] bson(String json) {
        return RowWriter.encode(BsonDocument.parse(json));
    }

    private static Map<String, ColumnType> types() {
        return new TreeMap<>(Map.ofEntries(
                Map.entry("id", ColumnType.INTEGER),
                Map.entry("quantity", ColumnType.INTEGER),
                Map.entry("status", ColumnType.STRING),
                Map.entry("odd name", ColumnType.STRING),
                Map.entry("email", ColumnType.STRING),
                Map.entry("price", ColumnType.DECIMAL),
                Map.entry("rate", ColumnType.DOUBLE),
                Map.entry("paid", ColumnType.BOOLEAN),
                Map.entry("photo", ColumnType.BINARY),
                Map.entry("ordered_on", ColumnType.DATE),
                Map.entry("created_at", ColumnType.TIMESTAMP),
                Map.entry("placed_at", ColumnType.DATETIME),
                Map.entry("opens", ColumnType.TIME),
                Map.entry("note", ColumnType.JSON),
                Map.entry("token", ColumnType.UUID)));
    }

    private static byte[] row(String status, String placedAt) {
        return bson("{id: {$numberLong: '7'}, quantity: {$numberLong: '3'}, status: '" + status
                + "', 'odd name': 'AB', email: 'ann@example.org', price: {$numberDecimal: '19.90'}, rate: 1.5,"
                + " paid: true, photo: {$binary: {base64: 'AQI=', subType: '00'}},"
                + " ordered_on: {$date: '2026-01-31T00:00:00Z'}, created_at: {$date: '2026-01-31T08:15:30.250Z'},"
                + " placed_at: '" + placedAt + "', opens: '09:00:00', note: '{\"gift\": true}',"
                + " token: {$binary: {base64: 'Ej5FZ+ibEtOkVkJmFBdAAA==', subType: '04'}}}");
    }
}
