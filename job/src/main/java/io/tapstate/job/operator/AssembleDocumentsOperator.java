package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.job.nest.NestChange;
import java.util.function.Predicate;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.SimpleTimerService;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * Runs {@link AssembleDocumentsFunction} and tells it of watermarks, which functions do not see. Sends documents again
 * whose dead letters people want tried again: as they are now.
 */
public final class AssembleDocumentsOperator extends KeyedProcessOperator<RowKey, NestChange, RowChange> {
    private static final long serialVersionUID = 1L;

    private final AssembleDocumentsFunction function;
    private final boolean keepsLetters;
    private transient TimerService timers;

    public AssembleDocumentsOperator(AssembleDocumentsFunction function) {
        this(function, false);
    }

    /** @param keepsLetters whether the function's error policy keeps dead letters */
    public AssembleDocumentsOperator(AssembleDocumentsFunction function, boolean keepsLetters) {
        super(function);
        this.function = function;
        this.keepsLetters = keepsLetters;
    }

    @Override
    public void open() throws Exception {
        super.open();
        if (keepsLetters) {
            timers = new SimpleTimerService(
                    getInternalTimerService("user-timers", VoidNamespaceSerializer.INSTANCE, this));
            Replays.start(
                    getProcessingTimeService(),
                    Replays.ownKeys(getRuntimeContext().getTaskInfo()),
                    this::tryAgain);
        }
    }

    private void tryAgain(Predicate<RowKey> mine) throws Exception {
        TimestampedCollector<RowChange> out = new TimestampedCollector<>(output);
        for (RowChange letter : function.faults().replays(mine)) {
            setCurrentKey(letter.key());
            function.sendAgain(letter.key(), timers, out);
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        function.faults().saving(context.getCheckpointId());
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        super.notifyCheckpointComplete(checkpoint);
        function.faults().saved(checkpoint);
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        super.processWatermark(mark);
        function.watermarkPassed(mark.getTimestamp());
    }
}
