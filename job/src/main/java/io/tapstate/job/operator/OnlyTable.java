package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import org.apache.flink.api.common.functions.FilterFunction;

/** Lets the changes of one table of a source pass. Sources reuse their table ids, so mostly one reference compares. */
public final class OnlyTable implements FilterFunction<RowChange> {
    private static final long serialVersionUID = 1L;

    private final TableId table;
    private transient TableId accepted;

    public OnlyTable(TableId table) {
        this.table = table;
    }

    @Override
    public boolean filter(RowChange change) {
        TableId candidate = change.table();
        if (candidate == accepted) {
            return true;
        }
        if (!table.equals(candidate)) {
            return false;
        }
        accepted = candidate;
        return true;
    }
}
