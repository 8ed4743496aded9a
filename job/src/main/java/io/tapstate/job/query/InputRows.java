package io.tapstate.job.query;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.planner.expression.JoinReading;
import io.tapstate.planner.expression.JoinReading.Use;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.RowKind;

/**
 * The changes of one input as a table of SQL. No state.
 *
 * <p>Rows with a key: a row as it is now, or the end of one; old rows are not looked at but for a key that changed, so
 * any log will do. Rows without: each change takes the old row out, which it must therefore hold, and puts the new in.
 */
public final class InputRows implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String step;
    private final String alias;
    private final ArrayList<Field> fields = new ArrayList<>();
    private final ArrayList<String> key;

    /** @param name in the query; the same as the column's, unless it is there twice */
    private record Field(String name, String column, SqlColumn reader, boolean key) implements Serializable {}

    /** @param step for messages */
    public InputRows(String step, JoinReading.Table table) {
        this.step = step;
        this.alias = table.alias();
        this.key = new ArrayList<>(table.key());
        for (JoinReading.Column column : table.columns()) {
            boolean inKey = key.contains(column.name());
            if (column.use() != Use.BYTES) {
                fields.add(new Field(column.name(), column.name(), SqlColumn.of(column.type()), inKey));
            }
            if (column.use() != Use.VALUE) {
                fields.add(new Field(column.exact(), column.name(), SqlColumn.BYTES, false));
            }
        }
    }

    String alias() {
        return alias;
    }

    boolean keyed() {
        return !key.isEmpty();
    }

    Schema schema() {
        Schema.Builder schema = Schema.newBuilder();
        fields.forEach(field -> schema.column(field.name(), type(field)));
        if (keyed()) {
            schema.primaryKey(key);
        }
        return schema.build();
    }

    /** The row as Flink holds it. */
    public DataType rowType() {
        return DataTypes.ROW(fields.stream()
                .map(field -> DataTypes.FIELD(field.name(), type(field)))
                .toList());
    }

    private static DataType type(Field field) {
        return field.key() ? field.reader().type().notNull() : field.reader().type();
    }

    /**
     * Gives the rows of one change.
     *
     * @throws TapException {@code transform.query-value-not-held}, {@code transform.query-old-row-missing}
     */
    public void read(RowChange change, Consumer<RowData> out) {
        switch (change.kind()) {
            case READ, INSERT -> out.accept(row(RowKind.INSERT, change.after()));
            case UPDATE -> {
                if (!keyed()) {
                    out.accept(row(RowKind.UPDATE_BEFORE, whole(change)));
                } else if (keyChanged(change)) {
                    out.accept(keyOnly(change.before()));
                }
                out.accept(row(RowKind.UPDATE_AFTER, change.after()));
            }
            case DDL -> throw new IllegalStateException("a change of columns of " + change.table() + " at a query");
            case DELETE -> out.accept(keyed() ? keyOnly(change.before()) : row(RowKind.DELETE, whole(change)));
        }
    }

    private boolean keyChanged(RowChange change) {
        if (change.before() == null) {
            return false;
        }
        RawRow before = new RawRow(change.before());
        RawRow after = new RawRow(change.after());
        boolean changed = false;
        for (String column : key) {
            if (!before.seek(column)) {
                return false;
            }
            changed |= !after.seek(column) || !Arrays.equals(value(before), value(after));
        }
        return changed;
    }

    private static byte[] value(RawRow field) {
        return Arrays.copyOfRange(field.bytes(), field.valueStart(), field.fieldEnd());
    }

    private byte[] whole(RowChange change) {
        if (change.before() != null) {
            RawRow before = new RawRow(change.before());
            if (fields.stream().allMatch(field -> before.seek(field.column()))) {
                return change.before();
            }
        }
        throw TapException.of(
                QueryError.OLD_ROW_MISSING,
                "step",
                step,
                "table",
                change.table().name());
    }

    private GenericRowData keyOnly(byte[] before) {
        GenericRowData row = new GenericRowData(RowKind.DELETE, fields.size());
        RawRow cursor = new RawRow(before);
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).key()) {
                row.setField(i, value(cursor, fields.get(i)));
            }
        }
        return row;
    }

    private GenericRowData row(RowKind kind, byte[] image) {
        GenericRowData row = new GenericRowData(kind, fields.size());
        RawRow cursor = new RawRow(image);
        for (int i = 0; i < fields.size(); i++) {
            row.setField(i, value(cursor, fields.get(i)));
        }
        return row;
    }

    private Object value(RawRow cursor, Field field) {
        boolean present = cursor.seek(field.column()) && cursor.type() != 0x0A;
        Object value = present ? field.reader().value(cursor) : null;
        if (value == null && (present || field.key())) {
            throw TapException.of(
                    QueryError.VALUE_NOT_HELD,
                    "step",
                    step,
                    "column",
                    alias + "." + field.column(),
                    "type",
                    field.reader().type().getLogicalType().asSummaryString());
        }
        return value;
    }

    /** Names of the columns as the query can name them. */
    List<String> names() {
        return fields.stream().map(Field::name).toList();
    }
}
