package io.tapstate.job.query;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The rows that a query gives, one by one: a row put in is an INSERT, a row taken out a DELETE with the whole row. With a
 * key, what belongs to one key is still to be settled ({@link SettledRow}). No state.
 */
public final class OutputRows implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String step;
    private final TableId table;
    private final ArrayList<String> key;
    private final ArrayList<Field> fields = new ArrayList<>();

    /** @param text whether a UUID is told to the steps behind as text */
    private record Field(String name, LogicalType type, boolean text) implements Serializable {}

    /**
     * @param table what the changes carry as their table
     * @param key the columns that identify a row; empty when none do
     * @param names of the columns, with their types of SQL and as the planner told them to the steps behind
     */
    public OutputRows(
            String step,
            TableId table,
            List<String> key,
            List<String> names,
            List<LogicalType> types,
            List<Optional<ColumnType>> told) {
        this.step = step;
        this.table = table;
        this.key = new ArrayList<>(key);
        for (int i = 0; i < names.size(); i++) {
            boolean text = told.size() == names.size()
                    && told.get(i).filter(type -> type == ColumnType.STRING).isPresent();
            Optional<String> unheld = SqlValues.unheld(types.get(i));
            if (unheld.isPresent()) {
                throw TapException.of(
                        QueryError.REFUSED,
                        "step",
                        step,
                        "detail",
                        "the output column `" + names.get(i) + "` is of type " + unheld.get()
                                + ", which no document holds");
            }
            fields.add(new Field(names.get(i), types.get(i), text));
        }
    }

    /** Whether rows have a key and must be settled. */
    public boolean keyed() {
        return !key.isEmpty();
    }

    /** The columns that identify a row; empty when none do. */
    public List<String> key() {
        return key;
    }

    /** What the changes carry as their table. */
    public TableId table() {
        return table;
    }

    /** The columns of a row that a document can hold: what is known of a row that {@link #change} does not take. */
    public byte[] heldPart(Row row) {
        BsonDocument document = new BsonDocument();
        for (int i = 0; i < fields.size(); i++) {
            BsonValue value = SqlValues.bson(row.getField(i), fields.get(i).type());
            if (value != null) {
                document.append(fields.get(i).name(), value);
            }
        }
        return RowWriter.encode(document);
    }

    /** @throws TapException {@code transform.query-value-not-held} */
    public RowChange change(Row row) {
        byte[] image = image(row);
        boolean in = row.getKind() == RowKind.INSERT || row.getKind() == RowKind.UPDATE_AFTER;
        return new RowChange(
                in ? ChangeKind.INSERT : ChangeKind.DELETE,
                table,
                key(image),
                in ? null : image,
                in ? image : null,
                0,
                "");
    }

    private byte[] image(Row row) {
        BsonDocument document = new BsonDocument();
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            BsonValue value = SqlValues.bson(row.getField(i), field.type());
            if (value == null) {
                throw TapException.of(
                        QueryError.VALUE_NOT_HELD, "step", step, "column", field.name(), "type", "a document");
            }
            document.append(field.name(), field.text() ? SqlValues.uuidAsText(value) : value);
        }
        return RowWriter.encode(document);
    }

    /** A row that nothing identifies is its own key. */
    private RowKey key(byte[] image) {
        if (key.isEmpty()) {
            return new RowKey(image);
        }
        KeyEncoding encoding = new KeyEncoding();
        RawRow cursor = new RawRow(image);
        for (String column : key) {
            if (!cursor.seek(column)) {
                throw new IllegalStateException("the key column `" + column + "` is none of the query's columns");
            }
            encoding.add(cursor);
        }
        return encoding.key();
    }
}
