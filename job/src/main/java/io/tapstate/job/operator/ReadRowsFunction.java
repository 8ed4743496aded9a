package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.job.query.InputRows;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/** Changes of one input of a query as rows of Flink's SQL. No state. */
public final class ReadRowsFunction implements FlatMapFunction<RowChange, RowData> {
    private static final long serialVersionUID = 1L;

    private final InputRows rows;

    public ReadRowsFunction(InputRows rows) {
        this.rows = rows;
    }

    @Override
    public void flatMap(RowChange change, Collector<RowData> out) {
        try {
            rows.read(change, out::collect);
        } catch (TapException e) {
            throw FinalFaults.mark(e);
        }
    }
}
