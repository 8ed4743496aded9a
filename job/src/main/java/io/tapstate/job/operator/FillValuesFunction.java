package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.job.nest.UnsentValues;
import java.util.Arrays;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Runs {@link UnsentValues} with one state value for each row that has large values. Keyed by the row's identity. */
public final class FillValuesFunction extends KeyedProcessFunction<RowKey, RowChange, RowChange> {
    private static final long serialVersionUID = 1L;

    private final UnsentValues values;
    private transient ValueState<byte[]> large;

    public FillValuesFunction(UnsentValues values) {
        this.values = values;
    }

    @Override
    public void open(OpenContext context) {
        large = getRuntimeContext().getState(StateLayout.largeValues());
    }

    @Override
    public void processElement(RowChange change, Context context, Collector<RowChange> out) throws Exception {
        byte[] known = large.value();
        RowChange complete = values.complete(change, known);
        byte[] now = values.remember(complete);
        if (now == null) {
            if (known != null) {
                large.clear();
            }
        } else if (!Arrays.equals(now, known)) {
            large.update(now);
        }
        out.collect(complete);
    }
}
