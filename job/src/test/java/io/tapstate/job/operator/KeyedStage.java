package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.RowKeyTypeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;

/** One keyed operator running on RocksDB in one or several subtasks, which can be saved and restored at any parallelism. */
final class KeyedStage<I, O> implements AutoCloseable {
    private static final int MAX_PARALLELISM = 128;

    private final Supplier<OneInputStreamOperator<I, O>> operator;
    private final KeySelector<I, RowKey> key;
    private final TypeSerializer<O> output;
    private final List<KeyedOneInputStreamOperatorTestHarness<RowKey, I, O>> subtasks = new ArrayList<>();
    private long time;
    private long watermark = Long.MIN_VALUE;

    /** What a checkpoint holds of a stage. */
    record Saved(OperatorSubtaskState state, int parallelism) {}

    KeyedStage(Supplier<OneInputStreamOperator<I, O>> operator, KeySelector<I, RowKey> key, TypeSerializer<O> output) {
        this.operator = operator;
        this.key = key;
        this.output = output;
    }

    void start(int parallelism) throws Exception {
        open(parallelism, null);
    }

    /** Drops what runs and starts from what was saved; the watermark is unknown again, the clock goes on. */
    void restore(Saved saved, int parallelism) throws Exception {
        close();
        watermark = Long.MIN_VALUE;
        open(parallelism, saved);
    }

    Saved save() throws Exception {
        OperatorSubtaskState[] states = new OperatorSubtaskState[subtasks.size()];
        for (int i = 0; i < states.length; i++) {
            states[i] = subtasks.get(i).snapshot(1, time);
        }
        return new Saved(AbstractStreamOperatorTestHarness.repackageState(states), states.length);
    }

    long watermark() {
        return watermark;
    }

    int parallelism() {
        return subtasks.size();
    }

    /** The subtask that a key belongs to. */
    int subtask(RowKey of) {
        return KeyGroupRangeAssignment.assignKeyToParallelOperator(of, MAX_PARALLELISM, subtasks.size());
    }

    /** Processes one element; returns what was emitted. */
    List<O> process(I element) throws Exception {
        var subtask = subtasks.get(subtask(key.getKey(element)));
        subtask.processElement(new StreamRecord<>(element));
        return drain();
    }

    List<O> watermark(long timestamp) throws Exception {
        if (timestamp > watermark) {
            watermark = timestamp;
            for (var subtask : subtasks) {
                subtask.processWatermark(new Watermark(timestamp));
            }
        }
        return drain();
    }

    /** Lets processing time pass. */
    List<O> pass(long millis) throws Exception {
        time += millis;
        for (var subtask : subtasks) {
            subtask.setProcessingTime(time);
        }
        return drain();
    }

    /** How many keys have something in one of these states. */
    long keysIn(String... states) {
        long keys = 0;
        for (var subtask : subtasks) {
            var backend = ((AbstractStreamOperator<?>) subtask.getOperator()).getKeyedStateBackend();
            for (String state : states) {
                try (var inUse = backend.getKeys(state, VoidNamespace.INSTANCE)) {
                    keys += inUse.count();
                }
            }
        }
        return keys;
    }

    int timers() {
        return subtasks.stream()
                .mapToInt(subtask -> subtask.numEventTimeTimers() + subtask.numProcessingTimeTimers())
                .sum();
    }

    @Override
    public void close() throws Exception {
        for (var subtask : subtasks) {
            subtask.close();
        }
        subtasks.clear();
    }

    private void open(int parallelism, Saved saved) throws Exception {
        for (int i = 0; i < parallelism; i++) {
            var subtask = new KeyedOneInputStreamOperatorTestHarness<>(
                    operator.get(), key, RowKeyTypeInfo.INSTANCE, MAX_PARALLELISM, parallelism, i);
            subtask.setStateBackend(new EmbeddedRocksDBStateBackend());
            subtask.setup(output);
            if (saved != null) {
                subtask.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
                        saved.state(), MAX_PARALLELISM, saved.parallelism(), parallelism, i));
            }
            subtask.open();
            subtask.setProcessingTime(time);
            subtasks.add(subtask);
        }
    }

    private List<O> drain() {
        List<O> emitted = new ArrayList<>();
        for (var subtask : subtasks) {
            for (Object record : subtask.getOutput()) {
                if (record instanceof StreamRecord<?> element) {
                    @SuppressWarnings("unchecked") // the operator emits nothing else
                    O value = (O) element.getValue();
                    emitted.add(value);
                }
            }
            subtask.getOutput().clear();
        }
        return emitted;
    }
}
