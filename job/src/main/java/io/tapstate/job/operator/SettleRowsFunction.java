package io.tapstate.job.operator;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.job.query.SettledRow;
import java.util.Arrays;
import java.util.Optional;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.TimeDomain;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Sends each row of a query once it is settled, with the whole row that readers had before. Keyed by the row's key.
 *
 * <p>Timers: during the load, event time {@link LoadPhase#SNAPSHOT_DONE}, so that a row leaves once, however often a join
 * or a sum changed it. Afterwards, while a key's row is gone, a short wait for the row that may take its place: processing
 * time, and the end of the input.
 *
 * <p>After a restore the state may not be what readers have: the attempt before may have sent more after its last
 * checkpoint. So what is touched then is told again, even where it is what was sent.
 */
public final class SettleRowsFunction extends KeyedProcessFunction<RowKey, RowChange, RowChange>
        implements CheckpointedFunction {
    /** How long a row may be gone before readers are told, in milliseconds. */
    public static final long GONE_MILLIS = 20;

    private static final long serialVersionUID = 1L;
    private static final long INPUT_END = Long.MAX_VALUE;

    private final TableId table;
    private transient ValueState<byte[]> rows;
    private transient boolean restored;

    /** @param table what sent changes carry as their table */
    public SettleRowsFunction(TableId table) {
        this.table = table;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {
        restored = context.isRestored();
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
        // All state is keyed state, which Flink saves by itself.
    }

    @Override
    public void open(OpenContext context) {
        rows = getRuntimeContext().getState(StateLayout.settled());
    }

    @Override
    public void processElement(RowChange change, Context context, Collector<RowChange> out) throws Exception {
        SettledRow settled = SettledRow.of(rows.value());
        if (change.kind() == ChangeKind.DELETE) {
            settled.takeOut(change.before());
        } else {
            settled.putIn(change.after());
        }
        TimerService timers = context.timerService();
        if (restored
                && change.kind() == ChangeKind.DELETE
                && settled.row().isEmpty()
                && settled.sent().isEmpty()) {
            out.collect(new RowChange(ChangeKind.DELETE, table, context.getCurrentKey(), change.before(), null, 0, ""));
        } else if (!LoadPhase.loaded(timers.currentWatermark())) {
            timers.registerEventTimeTimer(LoadPhase.SNAPSHOT_DONE);
        } else if (settled.row().isPresent()) {
            stopWaiting(settled, timers);
            send(context.getCurrentKey(), settled, out);
        } else if (settled.sent().isPresent() && settled.timer() == 0) {
            settled.timer(timers.currentProcessingTime() + GONE_MILLIS);
            timers.registerProcessingTimeTimer(settled.timer());
            timers.registerEventTimeTimer(INPUT_END);
        }
        keep(settled);
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<RowChange> out) throws Exception {
        SettledRow settled = SettledRow.of(rows.value());
        TimerService timers = context.timerService();
        boolean due = context.timeDomain() == TimeDomain.EVENT_TIME || timestamp == settled.timer();
        // After a restore a wait may end before the load does.
        if (due && LoadPhase.loaded(timers.currentWatermark())) {
            stopWaiting(settled, timers);
            send(context.getCurrentKey(), settled, out);
        } else if (due) {
            stopWaiting(settled, timers);
            timers.registerEventTimeTimer(LoadPhase.SNAPSHOT_DONE);
        }
        keep(settled);
    }

    private static void stopWaiting(SettledRow settled, TimerService timers) {
        if (settled.timer() != 0) {
            timers.deleteProcessingTimeTimer(settled.timer());
            timers.deleteEventTimeTimer(INPUT_END);
            settled.timer(0);
        }
    }

    private void send(RowKey key, SettledRow settled, Collector<RowChange> out) {
        byte[] before = settled.sent().orElse(null);
        Optional<byte[]> row = settled.row();
        if (Arrays.equals(before, row.orElse(null)) && (row.isEmpty() || !restored)) {
            return;
        }
        ChangeKind kind = row.isEmpty() ? ChangeKind.DELETE : before == null ? ChangeKind.INSERT : ChangeKind.UPDATE;
        settled.sent(row.orElse(null));
        out.collect(new RowChange(kind, table, key, before, row.orElse(null), 0, ""));
    }

    private void keep(SettledRow settled) throws Exception {
        byte[] state = settled.state();
        if (state == null) {
            rows.clear();
        } else {
            rows.update(state);
        }
    }
}
