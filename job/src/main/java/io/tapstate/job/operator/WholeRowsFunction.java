package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.cdc.CdcError;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.job.nest.UnsentValues;
import java.util.Optional;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Lets rows pass that have every value; {@code capture.unchanged-value-not-sent} for others. */
public final class WholeRowsFunction implements FlatMapFunction<RowChange, RowChange> {
    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(RowChange change, Collector<RowChange> out) {
        Optional<String> lacking = UnsentValues.lacking(change);
        if (lacking.isPresent()) {
            throw TapException.of(CdcError.UNCHANGED_VALUE_NOT_SENT, "table", change.table(), "column", lacking.get());
        }
        out.collect(change);
    }
}
