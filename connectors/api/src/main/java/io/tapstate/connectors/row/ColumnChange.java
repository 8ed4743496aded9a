package io.tapstate.connectors.row;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * One change of a table's columns, as a {@code DDL} carries it: {@code {columns: [{op: "add", name: "note", value: null},
 * {op: "drop", name: "old"}, {op: "rename", name: "a", to: "b"}]}}, in the order in which they happened.
 *
 * @param to the new name of a column that is renamed; else null
 * @param value what rows that were there show in an added column; else null
 */
public record ColumnChange(Kind kind, String name, String to, BsonValue value) {
    /** What happened to the column. */
    public enum Kind {
        ADD("add", "added"),
        DROP("drop", "dropped"),
        RENAME("rename", "renamed");

        private final String op;
        private final String words;

        Kind(String op, String words) {
            this.op = op;
            this.words = words;
        }
    }

    public static ColumnChange added(String name, BsonValue value) {
        return new ColumnChange(Kind.ADD, name, null, value);
    }

    public static ColumnChange dropped(String name) {
        return new ColumnChange(Kind.DROP, name, null, null);
    }

    public static ColumnChange renamed(String name, String to) {
        return new ColumnChange(Kind.RENAME, name, to, null);
    }

    /** For people: {@code column a renamed to b}. */
    public String words() {
        return "column " + name + " " + kind.words + (to == null ? "" : " to " + to);
    }

    public static byte[] encode(List<ColumnChange> changes) {
        BsonArray columns = new BsonArray();
        for (ColumnChange change : changes) {
            BsonDocument column =
                    new BsonDocument("op", new BsonString(change.kind.op)).append("name", new BsonString(change.name));
            if (change.to != null) {
                column.append("to", new BsonString(change.to));
            }
            if (change.value != null) {
                column.append("value", change.value);
            }
            columns.add(column);
        }
        return RowWriter.encode(new BsonDocument("columns", columns));
    }

    /** @param document as {@link #encode} made it */
    public static List<ColumnChange> decode(byte[] document) {
        List<ColumnChange> changes = new ArrayList<>();
        for (BsonValue value : RawRow.decode(document).getArray("columns")) {
            BsonDocument column = value.asDocument();
            String op = column.getString("op").getValue();
            String name = column.getString("name").getValue();
            changes.add(
                    switch (op) {
                        case "add" -> added(name, column.get("value"));
                        case "drop" -> dropped(name);
                        case "rename" -> renamed(name, column.getString("to").getValue());
                        default -> throw new IllegalArgumentException("a change of columns `" + op + "`");
                    });
        }
        return changes;
    }
}
