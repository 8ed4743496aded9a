package io.tapstate.job.operator;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.job.nest.UnsentValues;
import java.util.Arrays;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Runs {@link UnsentValues} with one state value for each row that has large values. Keyed by the row's identity. */
public final class FillValuesFunction extends KeyedProcessFunction<RowKey, RowChange, RowChange>
        implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    private final UnsentValues values;
    private transient ValueState<byte[]> large;
    private transient ListState<byte[]> followed;

    public FillValuesFunction(UnsentValues values) {
        this.values = values;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        // Where changes of columns come, one subtask runs this and the list has one owner.
        followed = context.getOperatorStateStore().getListState(StateLayout.followedColumns());
        for (byte[] ddl : followed.get()) {
            values.follow(ddl);
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
        // The list is kept as changes come.
    }

    @Override
    public void open(OpenContext context) {
        large = getRuntimeContext().getState(StateLayout.largeValues());
    }

    @Override
    public void processElement(RowChange change, Context context, Collector<RowChange> out) throws Exception {
        if (change.kind() == ChangeKind.DDL) {
            values.follow(change.after());
            followed.add(change.after());
            out.collect(change);
            return;
        }
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
