package io.tapstate.job.history;

import io.tapstate.connectors.api.RowChange;
import java.util.ArrayList;
import java.util.List;

/**
 * What one source sends: the rows of its snapshot, then the changes of its transactions.
 *
 * <p>A position is a number of changes that were sent. The tables are as at the end of a transaction exactly at
 * {@link #ends}.
 */
public final class SourceLog {
    private final String source;
    private final List<RowChange> changes = new ArrayList<>();
    private final List<History.Statement> statements = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();

    SourceLog(String source) {
        this.source = source;
    }

    /** Id of the source resource; its step in the plan is {@code source.<id>}. */
    public String source() {
        return source;
    }

    /** All of them, in order. */
    public List<RowChange> changes() {
        return changes;
    }

    /** The position after the last snapshot row; snapshot rows may be sent in any order. */
    public int snapshotEnd() {
        return ends.get(0);
    }

    /** The positions after the snapshot and after each transaction. */
    public List<Integer> ends() {
        return ends;
    }

    /** The position after the last change. */
    public int size() {
        return changes.size();
    }

    void add(RowChange change, History.Statement statement) {
        changes.add(change);
        statements.add(statement);
    }

    void end() {
        ends.add(changes.size());
    }

    History.Statement statement(int at) {
        return statements.get(at);
    }

    @Override
    public String toString() {
        return source + ": " + snapshotEnd() + " rows, " + (size() - snapshotEnd()) + " changes";
    }
}
