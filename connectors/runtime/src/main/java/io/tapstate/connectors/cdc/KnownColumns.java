package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The columns of tables at one moment, in table order. A table that is not there has none. */
public final class KnownColumns implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Of a source whose state was written before columns were remembered. */
    static final KnownColumns NONE = new KnownColumns(new TreeMap<>());

    private final TreeMap<TableId, List<TableColumn>> tables = new TreeMap<>();

    public KnownColumns(SortedMap<TableId, List<TableColumn>> tables) {
        tables.forEach((table, columns) -> this.tables.put(table, List.copyOf(columns)));
    }

    /** Empty when the table is not known. */
    List<TableColumn> of(TableId table) {
        return tables.getOrDefault(table, List.of());
    }

    SortedMap<TableId, List<TableColumn>> tables() {
        return Collections.unmodifiableSortedMap(tables);
    }

    void write(DataOutputStream out) throws IOException {
        out.writeInt(tables.size());
        for (Map.Entry<TableId, List<TableColumn>> table : tables.entrySet()) {
            out.writeUTF(table.getKey().namespace());
            out.writeUTF(table.getKey().name());
            out.writeInt(table.getValue().size());
            for (TableColumn column : table.getValue()) {
                out.writeInt(column.number());
                out.writeUTF(column.name());
                text(column.type(), out);
                out.writeBoolean(column.logged());
            }
        }
    }

    static KnownColumns read(DataInputStream in) throws IOException {
        TreeMap<TableId, List<TableColumn>> tables = new TreeMap<>();
        for (int count = in.readInt(); count > 0; count--) {
            TableId table = new TableId(in.readUTF(), in.readUTF());
            List<TableColumn> columns = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                columns.add(new TableColumn(in.readInt(), in.readUTF(), text(in), in.readBoolean()));
            }
            tables.put(table, columns);
        }
        return new KnownColumns(tables);
    }

    // An enum's type may be longer than writeUTF can take.
    private static void text(String text, DataOutputStream out) throws IOException {
        out.writeInt(text.length());
        out.writeChars(text);
    }

    private static String text(DataInputStream in) throws IOException {
        char[] text = new char[in.readInt()];
        for (int i = 0; i < text.length; i++) {
            text[i] = in.readChar();
        }
        return new String(text);
    }
}
