package io.tapstate.job.nest;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.row.RowWriter;
import java.util.List;
import org.bson.BsonDocument;

/** Short spellings for tests: rows from JSON, integers as int64 like the sources give them. */
public final class Rows {
    public static final TableId ORDERS = new TableId("appdb", "orders");
    public static final TableId SHIPMENTS = new TableId("public", "shipments");

    private Rows() {}

    /** Single quotes may stand for double ones. */
    public static byte[] row(String json) {
        BsonDocument document = BsonDocument.parse(json.replace('\'', '"'));
        document.replaceAll((name, value) ->
                value.isInt32() ? new org.bson.BsonInt64(value.asInt32().getValue()) : value);
        return RowWriter.encode(document);
    }

    public static RowChange read(TableId table, String after) {
        return change(ChangeKind.READ, table, null, row(after));
    }

    public static RowChange insert(TableId table, String after) {
        return change(ChangeKind.INSERT, table, null, row(after));
    }

    public static RowChange update(TableId table, String before, String after) {
        return change(ChangeKind.UPDATE, table, before == null ? null : row(before), row(after));
    }

    public static RowChange delete(TableId table, String before) {
        return change(ChangeKind.DELETE, table, row(before), null);
    }

    public static RowChange change(ChangeKind kind, TableId table, byte[] before, byte[] after) {
        byte[] image = after == null ? before : after;
        return new RowChange(kind, table, KeyEncoding.of(image, List.of("id")).orElseThrow(), before, after, 7, "");
    }
}
