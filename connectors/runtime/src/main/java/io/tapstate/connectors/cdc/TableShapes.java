package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The shapes that the rows of followed tables have at one place of the log: part of a reader's saved position. */
public record TableShapes(SortedMap<TableId, TableShape> tables) {
    public TableShapes {
        tables = new TreeMap<>(tables);
    }

    public void write(DataOutputStream out) throws IOException {
        TreeMap<TableId, List<TableColumn>> columns = new TreeMap<>();
        tables.forEach((table, shape) -> columns.put(table, shape.columns()));
        new KnownColumns(columns).write(out);
        for (TableShape shape : tables.values()) {
            out.writeInt(shape.used());
        }
    }

    /** What {@link #write} wrote. */
    public static TableShapes read(DataInputStream in) throws IOException {
        KnownColumns columns = KnownColumns.read(in);
        TreeMap<TableId, TableShape> tables = new TreeMap<>();
        for (Map.Entry<TableId, List<TableColumn>> table : columns.tables().entrySet()) {
            tables.put(table.getKey(), new TableShape(table.getValue(), in.readInt()));
        }
        return new TableShapes(tables);
    }
}
