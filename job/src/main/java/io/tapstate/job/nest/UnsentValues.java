package io.tapstate.job.nest;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.UnsentColumns;
import io.tapstate.connectors.row.ColumnChange;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/**
 * Fills in what a log left out of an update because it did not change, from what was remembered of each row.
 *
 * <p><b>Contract.</b> Pure; the caller keeps {@link #remember}'s result per row and hands it back as {@code known}. A
 * value that was left out is BSON undefined, and stays so where nobody knows it. Only values that the log may leave out are remembered, and of those only the
 * ones that are large enough for it, so most rows need nothing. A row that comes under another key with values left out
 * cannot be filled in: they are remembered under the key it had.
 *
 * <p>A column's name may change, and become another column's, where {@link #follow} is called in order with the rows. What
 * is remembered says after how many such changes that was, so a value is found by the name that its column had then.
 */
public final class UnsentValues implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int UNDEFINED = 0x06;
    private static final int NULL = 0x0A;
    private static final int STRING = 0x02;
    private static final int BINARY = 0x05;
    private static final int STRING_FRAME = Integer.BYTES + 1;
    private static final int BINARY_FRAME = Integer.BYTES + 1;
    private static final int SMALLEST = 3;
    /** Of what is remembered: the number of changes of columns before. No column has this name. */
    private static final String AFTER = "";

    /** Column to the least bytes with which it may be left out. */
    private final LinkedHashMap<String, Integer> columns = new LinkedHashMap<>();

    private final ArrayList<List<ColumnChange>> changes = new ArrayList<>();

    public UnsentValues(UnsentColumns columns) {
        columns.any().forEach(column -> this.columns.put(column, SMALLEST));
        columns.large().forEach(column -> this.columns.put(column, UnsentColumns.LARGE + 1));
    }

    /**
     * Notes a change of columns; the rows that follow are of the new ones.
     *
     * @param ddl as {@link ColumnChange#encode} made it
     */
    public void follow(byte[] ddl) {
        List<ColumnChange> happened = ColumnChange.decode(ddl);
        changes.add(happened);
        for (ColumnChange change : happened) {
            Integer least = columns.remove(change.name());
            if (change.kind() == ColumnChange.Kind.ADD) {
                columns.put(change.name(), SMALLEST);
            } else if (change.kind() == ColumnChange.Kind.RENAME) {
                columns.remove(change.to());
                if (least != null) {
                    columns.put(change.to(), least);
                }
            }
        }
    }

    /** The name that the column of this name had then; empty when the column was not there. */
    private Optional<String> earlier(String name, int after) {
        String earlier = name;
        for (int i = changes.size() - 1; i >= after; i--) {
            List<ColumnChange> happened = changes.get(i);
            for (int j = happened.size() - 1; j >= 0; j--) {
                ColumnChange change = happened.get(j);
                if (change.kind() == ColumnChange.Kind.RENAME && change.to().equals(earlier)) {
                    earlier = change.name();
                } else if (change.kind() == ColumnChange.Kind.ADD
                        && change.name().equals(earlier)) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(earlier);
    }

    /**
     * The change with every value that is known.
     *
     * @param known what {@link #remember} gave for the row's last change; null for nothing
     */
    public RowChange complete(RowChange change, byte[] known) {
        if (known == null || lacking(change).isEmpty()) {
            return change;
        }
        return new RowChange(
                change.kind(),
                change.table(),
                change.key(),
                change.before(),
                filled(change.after(), known),
                change.timestamp(),
                change.position());
    }

    /**
     * What to keep of the row after this change; null for nothing.
     *
     * @param change what {@link #complete} gave
     */
    public byte[] remember(RowChange change) {
        if (change.after() == null) {
            return null;
        }
        RawRow row = new RawRow(change.after());
        RowWriter kept = null;
        for (Map.Entry<String, Integer> column : columns.entrySet()) {
            if (row.seek(column.getKey()) && size(row) >= column.getValue()) {
                kept = kept == null ? begun() : kept;
                kept.field(row);
            }
        }
        return kept == null ? null : kept.finish();
    }

    private RowWriter begun() {
        RowWriter kept = new RowWriter();
        if (!changes.isEmpty()) {
            RawRow after = new RawRow(RowWriter.encode(new BsonDocument(AFTER, new BsonInt64(changes.size()))));
            after.next();
            kept.field(after);
        }
        return kept;
    }

    /** A column whose value was left out. */
    public static Optional<String> lacking(RowChange change) {
        if (change.after() == null) {
            return Optional.empty();
        }
        RawRow row = new RawRow(change.after());
        while (row.next()) {
            if (row.type() == UNDEFINED) {
                return Optional.of(row.name());
            }
        }
        return Optional.empty();
    }

    private byte[] filled(byte[] after, byte[] known) {
        RowWriter writer = new RowWriter();
        RawRow row = new RawRow(after);
        RawRow last = new RawRow(known);
        int version = last.seek(AFTER) ? (int) last.int64() : 0;
        while (row.next()) {
            if (row.type() == UNDEFINED
                    && earlier(row.name(), version).filter(last::seek).isPresent()) {
                writer.fieldAs(row.name(), last);
            } else {
                writer.field(row);
            }
        }
        return writer.finish();
    }

    /** Bytes of the current value as the database counts them; what has no bytes of its own counts as large. */
    private static int size(RawRow row) {
        int stored = row.fieldEnd() - row.valueStart();
        return switch (row.type()) {
            case NULL, UNDEFINED -> 0;
            case STRING -> stored - STRING_FRAME;
            case BINARY -> stored - BINARY_FRAME;
            default -> Integer.MAX_VALUE;
        };
    }
}
