package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.connectors.runtime.RecordFaultHandler;
import io.tapstate.connectors.runtime.RecordFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractUdfStreamOperator;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.Collector;

/**
 * Runs a step that takes rows as they come and keeps nothing, and leaves out the rows that it cannot process. A row that
 * fails gives no output at all, whatever the step has made of it before.
 *
 * <p>Dead letters that people want tried again are tried here, by the task's thread, between two rows. All changes of a
 * row pass one subtask, which alone tries its letters, so no letter overtakes a newer change.
 */
public final class GuardedStepOperator<T> extends AbstractUdfStreamOperator<T, FlatMapFunction<RowChange, T>>
        implements OneInputStreamOperator<RowChange, T> {
    private static final long serialVersionUID = 1L;

    private final RecordFaults faults;
    private transient RecordFaultHandler handler;
    private transient Buffer<T> buffer;
    private transient boolean restored;

    public GuardedStepOperator(FlatMapFunction<RowChange, T> step, RecordFaults faults) {
        super(step);
        this.faults = faults;
        chainingStrategy = ChainingStrategy.ALWAYS;
    }

    /** What one row gives, until it is known that all of it was processed. */
    private static final class Buffer<T> implements Collector<T> {
        final List<T> rows = new ArrayList<>();

        @Override
        public void collect(T row) {
            rows.add(row);
        }

        @Override
        public void close() {
            // Nothing is held beyond one row.
        }
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        if (faults.keepsLetters()) {
            restored = RestoredMark.found(context.getOperatorStateStore());
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        buffer = new Buffer<>();
        handler = faults.open(getMetricGroup(), restored);
        if (faults.keepsLetters()) {
            Replays.start(
                    getProcessingTimeService(),
                    Replays.ownKeys(getRuntimeContext().getTaskInfo()),
                    this::tryAgain);
        }
    }

    @Override
    public void processElement(StreamRecord<RowChange> element) throws Exception {
        RowChange change = element.getValue();
        if (ran(change)) {
            handler.passed(change);
        }
    }

    private boolean ran(RowChange change) throws Exception {
        buffer.rows.clear();
        try {
            userFunction.flatMap(change, buffer);
        } catch (RuntimeException e) {
            TapException fault = FinalFaults.coded(e).orElseThrow(() -> e);
            handler.handle(fault, change);
            return false;
        }
        for (T row : buffer.rows) {
            output.collect(new StreamRecord<>(row));
        }
        return true;
    }

    private void tryAgain(Predicate<RowKey> mine) throws Exception {
        for (RowChange change : handler.replays(mine)) {
            ran(change);
        }
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        super.notifyCheckpointComplete(checkpoint);
        handler.saved(checkpoint);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        handler.saving(context.getCheckpointId());
    }

    @Override
    public void close() throws Exception {
        if (handler != null) {
            handler.close();
        }
        super.close();
    }
}
