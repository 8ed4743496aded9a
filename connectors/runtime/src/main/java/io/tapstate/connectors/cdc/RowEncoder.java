package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.cdc.ColumnWriter.NotRepresentable;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Field;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Schema;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;

/** Encodes the rows of one row schema; writers and names are settled once per schema. Not shared between threads. */
final class RowEncoder {
    private final TableId table;
    private final Column[] columns;
    private final RowBytes row = new RowBytes();

    RowEncoder(TableId table, Schema schema, ChangeOrigin origin) {
        this.table = table;
        this.columns =
                schema.fields().stream().map(field -> Column.of(field, origin)).toArray(Column[]::new);
    }

    /**
     * Every column.
     *
     * @param old the row before, from which values come that were not sent because they did not change; may be null
     * @param marks what was not sent and is not in the old row either is marked
     * @throws TapException {@code capture.value-not-representable}, {@code capture.unchanged-value-not-sent}
     */
    byte[] encode(Struct values, Struct old, boolean marks) {
        row.reset();
        for (Column column : columns) {
            Object value = column.value(values);
            if (notSent(value)) {
                value = old == null ? value : column.value(old);
                if (notSent(value) && marks) {
                    row.unsent(column.name());
                    continue;
                }
                if (notSent(value)) {
                    throw TapException.of(CdcError.UNCHANGED_VALUE_NOT_SENT, "table", table, "column", column.label());
                }
            }
            write(column, value);
        }
        return row.finish();
    }

    /**
     * These columns only, in this order.
     *
     * @throws TapException {@code capture.key-column-missing}, {@code capture.value-not-representable}
     */
    byte[] encode(Struct values, List<String> names) {
        row.reset();
        for (String name : names) {
            Column column = column(name);
            write(column, column.value(values));
        }
        return row.finish();
    }

    /** The columns that have a representation and were sent. */
    byte[] encodeHeld(Struct values) {
        row.reset();
        for (Column column : columns) {
            Object value = column.value(values);
            if (!notSent(value)) {
                int size = row.size();
                try {
                    write(column, value);
                } catch (TapException e) {
                    row.cutTo(size);
                }
            }
        }
        return row.finish();
    }

    /** Of all columns, in order. */
    List<String> names() {
        return Arrays.stream(columns).map(Column::label).toList();
    }

    private Column column(String name) {
        for (Column column : columns) {
            if (column.label().equals(name)) {
                return column;
            }
        }
        throw TapException.of(CdcError.KEY_COLUMN_MISSING, "table", table, "column", name);
    }

    private void write(Column column, Object value) {
        if (value == null) {
            row.nothing(column.name());
            return;
        }
        try {
            column.writer().write(row, column.name(), value);
        } catch (NotRepresentable e) {
            throw TapException.of(
                    CdcError.VALUE_NOT_REPRESENTABLE,
                    "table",
                    table,
                    "column",
                    column.label(),
                    "type",
                    column.typeName());
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean notSent(Object value) {
        return value == ChangeRecordDecoder.NOT_SENT;
    }

    /**
     * @param label the column's name as the database has it
     * @param name the same, as bytes
     * @param defaulted whether {@link Struct#get(Field)} would show a null as the column's default
     */
    private record Column(Field field, String label, byte[] name, ColumnWriter writer, boolean defaulted) {
        static Column of(Field field, ChangeOrigin origin) {
            String label = origin.column(field.name());
            return new Column(
                    field,
                    label,
                    RowBytes.name(label),
                    origin.writer(field.schema()),
                    field.schema().defaultValue() != null);
        }

        Object value(Struct row) {
            return defaulted ? row.getWithoutDefault(field.name()) : row.get(field);
        }

        String typeName() {
            String name = field.schema().name();
            return name == null ? field.schema().type().getName() : name.substring(name.lastIndexOf('.') + 1);
        }
    }
}
