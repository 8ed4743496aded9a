package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.RowKey;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells apart two rows that hold one key for a moment, within a transaction whose constraints are deferred: rows that swap
 * keys arrive as "A leaves 1, A takes 2, B leaves 2, B takes 1", and without care the third would remove A.
 *
 * <p><b>Contract.</b> A row that took a key by changing its own is remembered until its transaction ends. A deletion of
 * that key whose old row is another one is of the row that held the key before: it leaves as an update from that row to
 * the one that took the key. Needs whole old rows, which a table with a deferrable key always has: PostgreSQL takes no
 * deferrable key for a replica identity.
 */
final class TakenKeys {
    private static final Logger LOG = LoggerFactory.getLogger(TakenKeys.class);
    private static final int MOST = 100_000;

    private final Map<Holder, byte[]> taken = new HashMap<>();
    private Object transaction;

    private record Holder(TableId table, RowKey key) {}

    /** @param current id of the transaction that what follows is of */
    void within(Object current) {
        if (!current.equals(transaction)) {
            transaction = current;
            taken.clear();
        }
    }

    /**
     * What a change is, given what came before it in its transaction.
     *
     * @param moved whether it is one half of a change of the row's key
     */
    RowChange judge(RowChange change, boolean moved) {
        Holder holder = new Holder(change.table(), change.key());
        switch (change.kind()) {
            case INSERT -> {
                if (moved) {
                    take(holder, change.after());
                }
            }
            case UPDATE ->
                taken.computeIfPresent(
                        holder, (key, row) -> Arrays.equals(row, change.before()) ? change.after() : row);
            case DELETE -> {
                byte[] row = taken.remove(holder);
                if (row != null && !Arrays.equals(row, change.before())) {
                    return new RowChange(
                            ChangeKind.UPDATE,
                            change.table(),
                            change.key(),
                            change.before(),
                            row,
                            change.timestamp(),
                            change.position());
                }
            }
            case READ, DDL -> {}
        }
        return change;
    }

    private void take(Holder holder, byte[] row) {
        if (taken.size() == MOST) {
            LOG.warn("a transaction moves more than {} keys; rows that swap theirs in it may be lost", MOST);
            taken.clear();
        }
        taken.put(holder, row);
    }
}
