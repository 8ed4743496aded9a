package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.job.nest.RememberedKeys;
import java.util.Arrays;
import java.util.Optional;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Runs {@link RememberedKeys} with one small state value per row. Keyed by the row's identity. */
public final class RememberKeysFunction extends KeyedProcessFunction<RowKey, RowChange, RowChange> {
    private static final long serialVersionUID = 1L;

    private final RememberedKeys keys;
    private transient ValueState<byte[]> remembered;

    public RememberKeysFunction(RememberedKeys keys) {
        this.keys = keys;
    }

    @Override
    public void open(OpenContext context) {
        remembered = getRuntimeContext().getState(StateLayout.remembered());
    }

    @Override
    public void processElement(RowChange change, Context context, Collector<RowChange> out) throws Exception {
        byte[] known = remembered.value();
        Optional<RowChange> complete = keys.complete(change, known);
        byte[] now = keys.remember(change);
        if (now == null) {
            remembered.clear();
        } else if (!Arrays.equals(now, known)) {
            remembered.update(now);
        }
        complete.ifPresent(out::collect);
    }
}
