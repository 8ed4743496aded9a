package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Hands every row on as it is. */
public final class PassRowsFunction implements FlatMapFunction<RowChange, RowChange> {
    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(RowChange change, Collector<RowChange> out) {
        out.collect(change);
    }
}
