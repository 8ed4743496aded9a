package io.tapstate.job.nest;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.UnsentColumns;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Fills in what a log left out of an update because it did not change, from what was remembered of each row.
 *
 * <p><b>Contract.</b> Pure; the caller keeps {@link #remember}'s result per row and hands it back as {@code known}. A
 * value that was left out is BSON undefined, and stays so where nobody knows it. Only values that the log may leave out are remembered, and of those only the
 * ones that are large enough for it, so most rows need nothing. A row that comes under another key with values left out
 * cannot be filled in: they are remembered under the key it had.
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

    /** Column to the least bytes with which it may be left out. */
    private final LinkedHashMap<String, Integer> columns = new LinkedHashMap<>();

    public UnsentValues(UnsentColumns columns) {
        columns.any().forEach(column -> this.columns.put(column, SMALLEST));
        columns.large().forEach(column -> this.columns.put(column, UnsentColumns.LARGE + 1));
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
                kept = kept == null ? new RowWriter() : kept;
                kept.field(row);
            }
        }
        return kept == null ? null : kept.finish();
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

    private static byte[] filled(byte[] after, byte[] known) {
        RowWriter writer = new RowWriter();
        RawRow row = new RawRow(after);
        RawRow last = new RawRow(known);
        while (row.next()) {
            writer.field(row.type() == UNDEFINED && last.seek(row.name()) ? last : row);
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
