package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.job.query.OutputRows;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.types.Row;

/** Rows that Flink's SQL gives as changes. No state. */
public final class GiveRowsFunction implements MapFunction<Row, RowChange> {
    private static final long serialVersionUID = 1L;

    private final OutputRows rows;

    public GiveRowsFunction(OutputRows rows) {
        this.rows = rows;
    }

    @Override
    public RowChange map(Row row) {
        try {
            return rows.change(row);
        } catch (TapException e) {
            throw FinalFaults.mark(e);
        }
    }
}
