package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import java.util.function.Predicate;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** Asks now and then, in the task's thread, for dead letters that people want tried again. */
final class Replays {
    /** How often, in milliseconds. */
    static final long PAUSE_MILLIS = 1_000;

    private final ProcessingTimeService clock;
    private final Predicate<RowKey> mine;
    private final Attempt attempt;

    private Replays(ProcessingTimeService clock, Predicate<RowKey> mine, Attempt attempt) {
        this.clock = clock;
        this.mine = mine;
        this.attempt = attempt;
    }

    /** Tries again what is asked for. */
    @FunctionalInterface
    interface Attempt {
        void run(Predicate<RowKey> mine) throws Exception;
    }

    /** Begins to ask; ends with the operator's clock. */
    static void start(ProcessingTimeService clock, Predicate<RowKey> mine, Attempt attempt) {
        new Replays(clock, mine, attempt).rest();
    }

    /** Whether the changes of a row pass this subtask, where a stream is spread by its rows' keys. */
    static Predicate<RowKey> ownKeys(TaskInfo task) {
        int subtasks = task.getNumberOfParallelSubtasks();
        int keyGroups = task.getMaxNumberOfParallelSubtasks();
        return key -> subtasks == 1
                || KeyGroupRangeAssignment.assignKeyToParallelOperator(key, keyGroups, subtasks)
                        == task.getIndexOfThisSubtask();
    }

    private void rest() {
        // A fault in it fails the task; there is nothing to wait for.
        var unused = clock.registerTimer(clock.getCurrentProcessingTime() + PAUSE_MILLIS, time -> {
            attempt.run(mine);
            rest();
        });
    }
}
