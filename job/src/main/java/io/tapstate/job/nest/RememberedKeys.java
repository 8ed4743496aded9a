package io.tapstate.job.nest;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * Completes the changes of a table whose log does not carry old rows, from what was remembered of each row.
 *
 * <p><b>Contract.</b> Pure; the caller keeps {@link #remember}'s result per row and hands it back as {@code known}.
 *
 * <ul>
 *   <li>A known row: updates and deletes leave with {@code before} as remembered; a snapshot row or insert is an update.
 *   <li>An unknown row was never passed on, so an update of it is an insert, and a delete of it is nothing, unless the
 *       log gave the columns after all.
 * </ul>
 */
public final class RememberedKeys implements Serializable {
    private static final long serialVersionUID = 1L;

    private final ArrayList<String> columns;

    /**
     * @param identity the columns that identify a row
     * @param remembered further columns to remember
     */
    public RememberedKeys(List<String> identity, List<String> remembered) {
        LinkedHashSet<String> all = new LinkedHashSet<>(identity);
        all.addAll(remembered);
        this.columns = new ArrayList<>(all);
    }

    /**
     * The change with its before image complete; empty when it is to be dropped.
     *
     * @param known what {@link #remember} gave for the row's last change; null for an unknown row
     */
    public Optional<RowChange> complete(RowChange change, byte[] known) {
        if (known == null) {
            return unknown(change);
        }
        ChangeKind kind = change.kind() == ChangeKind.DELETE ? ChangeKind.DELETE : ChangeKind.UPDATE;
        return Optional.of(with(change, kind, known));
    }

    /** What to keep of the row after this change; null to forget it. */
    public byte[] remember(RowChange change) {
        return change.after() == null ? null : RowWriter.project(change.after(), columns);
    }

    private Optional<RowChange> unknown(RowChange change) {
        return switch (change.kind()) {
            case READ, INSERT, DDL -> Optional.of(change);
            case UPDATE -> Optional.of(carriesColumns(change) ? change : with(change, ChangeKind.INSERT, null));
            case DELETE -> carriesColumns(change) ? Optional.of(change) : Optional.empty();
        };
    }

    private boolean carriesColumns(RowChange change) {
        return change.before() != null && RawRow.holds(change.before(), columns);
    }

    private static RowChange with(RowChange change, ChangeKind kind, byte[] before) {
        return new RowChange(
                kind, change.table(), change.key(), before, change.after(), change.timestamp(), change.position());
    }
}
