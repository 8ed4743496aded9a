package io.tapstate.job.transform;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.job.transform.RowExpression.Event;
import io.tapstate.planner.expression.CelExpression.Use;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Lets the rows through that a predicate holds for, so that what went through is at every time the set of rows it holds for.
 *
 * <p><b>Contract.</b> Keeps no state.
 *
 * <ul>
 *   <li>A new row is judged as it is.
 *   <li>An update is judged before and after: it leaves as an update, a delete, an insert, or not at all. Where the old row
 *       cannot be judged (the log does not carry what the predicate reads, or the predicate asks for the time or for the
 *       old row itself), the new row decides alone between an update and a delete; deleting what never went through does no
 *       harm.
 *   <li>A delete is judged by the old row, and passes where that cannot be judged.
 * </ul>
 */
public final class RowFilter {
    private final String predicate;
    private final Map<String, IncomingTable> tables;
    private final boolean restated;
    private final Map<String, Judge> judges = new HashMap<>();

    private record Judge(RowExpression predicate, List<String> key) {}

    /**
     * @param predicate CEL
     * @param restated whether inserts may restate what was sent before, as the documents of a nest do
     * @throws TapException {@code transform.expression-failed} when the predicate does not compile
     */
    public RowFilter(String predicate, List<IncomingTable> tables, boolean restated) {
        this.predicate = predicate;
        this.tables = IncomingTable.byName(tables);
        this.restated = restated;
        this.tables.keySet().forEach(this::judge);
    }

    /** @throws TapException {@code transform.expression-failed} */
    public void filter(RowChange change, Consumer<RowChange> out) {
        Judge judge = judge(change.table().name());
        switch (change.kind()) {
            case READ, INSERT -> {
                if (holds(judge, change)) {
                    out.accept(change);
                } else if (restated) {
                    out.accept(gone(change, keyOf(change.after(), judge.key())));
                }
            }
            case UPDATE -> update(judge, change, out);
            case DDL -> out.accept(change);
            case DELETE -> {
                if (passes(judge, change)) {
                    out.accept(change);
                }
            }
        }
    }

    private void update(Judge judge, RowChange change, Consumer<RowChange> out) {
        boolean now = holds(judge, change);
        Optional<Boolean> old = judge.predicate().ofRowAlone() ? old(judge, change) : Optional.empty();
        if (old.isEmpty()) {
            out.accept(now ? change : gone(change, oldImage(judge, change)));
        } else if (now) {
            out.accept(old.get() ? change : entered(change));
        } else if (old.get()) {
            out.accept(gone(change, change.before()));
        }
    }

    private boolean passes(Judge judge, RowChange change) {
        boolean judged = judge.predicate().ofRowAlone() || judge.predicate().readsOp();
        return !judged || old(judge, change).orElse(true);
    }

    /** How the old row is judged; empty where that cannot be known, or has no answer. */
    private Optional<Boolean> old(Judge judge, RowChange change) {
        byte[] before = change.before();
        if (!judge.predicate().coveredBy(before)) {
            return Optional.empty();
        }
        try {
            return Optional.of(judge.predicate()
                    .holds(new Event(
                            change.kind(), change.timestamp(), change.table().name(), before, before)));
        } catch (TapException e) {
            // A row that could not be judged did not go through, and must not keep its own correction from doing so.
            return Optional.empty();
        }
    }

    private static boolean holds(Judge judge, RowChange change) {
        return judge.predicate()
                .holds(new Event(
                        change.kind(), change.timestamp(), change.table().name(), change.before(), change.after()));
    }

    private static byte[] oldImage(Judge judge, RowChange change) {
        if (change.before() != null) {
            RawRow cursor = new RawRow(change.before());
            if (judge.key().stream().allMatch(cursor::seek)) {
                return change.before();
            }
        }
        return keyOf(change.after(), judge.key());
    }

    private static byte[] keyOf(byte[] row, List<String> key) {
        return key.isEmpty() ? row : RowWriter.project(row, key);
    }

    private static RowChange gone(RowChange change, byte[] before) {
        return new RowChange(
                ChangeKind.DELETE, change.table(), change.key(), before, null, change.timestamp(), change.position());
    }

    private static RowChange entered(RowChange change) {
        return new RowChange(
                ChangeKind.INSERT,
                change.table(),
                change.key(),
                null,
                change.after(),
                change.timestamp(),
                change.position());
    }

    private Judge judge(String table) {
        return judges.computeIfAbsent(table, name -> {
            IncomingTable incoming = tables.getOrDefault(name, IncomingTable.unknown(name));
            return new Judge(RowExpression.of(predicate, Use.FILTER, incoming), incoming.key());
        });
    }
}
