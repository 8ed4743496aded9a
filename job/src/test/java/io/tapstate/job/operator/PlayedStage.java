package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.RowKeyTypeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;

/**
 * One keyed operator with one or two inputs on RocksDB in one or several subtasks, saved and restored at any parallelism.
 * What a call makes it emit is handed over before the call returns.
 *
 * @param <A> elements of the first input
 * @param <B> elements of the second input
 * @param <O> elements of the main output
 * @param <S> elements of the side outputs
 */
public final class PlayedStage<A, B, O, S> {
    public static final int MAX_PARALLELISM = 128;

    private final Harnesses<A, B, O> harnesses;
    private final KeySelector<A, RowKey> firstKey;
    private final KeySelector<B, RowKey> secondKey;
    private final TypeSerializer<O> serializer;
    private final List<AbstractStreamOperatorTestHarness<O>> subtasks = new ArrayList<>();
    private final List<Side<S>> sides;
    private BiConsumer<Integer, O> output;
    private long time;

    /** What a checkpoint holds of a stage. */
    public record Saved(OperatorSubtaskState state, int parallelism) {}

    /** Where a side output goes: subtask and element. */
    public record Side<S>(OutputTag<S> tag, BiConsumer<Integer, S> to) {}

    private interface Harnesses<A, B, O> {
        AbstractStreamOperatorTestHarness<O> make(int parallelism, int index) throws Exception;

        void first(AbstractStreamOperatorTestHarness<O> harness, StreamRecord<A> element) throws Exception;

        void second(AbstractStreamOperatorTestHarness<O> harness, StreamRecord<B> element) throws Exception;

        void watermark(AbstractStreamOperatorTestHarness<O> harness, int input, Watermark mark) throws Exception;
    }

    private PlayedStage(
            Harnesses<A, B, O> harnesses,
            KeySelector<A, RowKey> firstKey,
            KeySelector<B, RowKey> secondKey,
            TypeSerializer<O> serializer,
            List<Side<S>> sides) {
        this.harnesses = harnesses;
        this.firstKey = firstKey;
        this.secondKey = secondKey;
        this.serializer = serializer;
        this.sides = sides;
    }

    public static <A, O> PlayedStage<A, A, O, Object> one(
            Supplier<OneInputStreamOperator<A, O>> operator, KeySelector<A, RowKey> key, TypeSerializer<O> serializer) {
        return new PlayedStage<>(
                new Harnesses<>() {
                    @Override
                    public AbstractStreamOperatorTestHarness<O> make(int parallelism, int index) throws Exception {
                        return new KeyedOneInputStreamOperatorTestHarness<>(
                                operator.get(), key, RowKeyTypeInfo.INSTANCE, MAX_PARALLELISM, parallelism, index);
                    }

                    @Override
                    public void first(AbstractStreamOperatorTestHarness<O> harness, StreamRecord<A> element)
                            throws Exception {
                        one(harness).processElement(element);
                    }

                    @Override
                    public void second(AbstractStreamOperatorTestHarness<O> harness, StreamRecord<A> element) {
                        throw new IllegalStateException("this stage has one input");
                    }

                    @Override
                    public void watermark(AbstractStreamOperatorTestHarness<O> harness, int input, Watermark mark)
                            throws Exception {
                        one(harness).processWatermark(mark);
                    }

                    @SuppressWarnings("unchecked") // made above
                    private KeyedOneInputStreamOperatorTestHarness<RowKey, A, O> one(
                            AbstractStreamOperatorTestHarness<O> harness) {
                        return (KeyedOneInputStreamOperatorTestHarness<RowKey, A, O>) harness;
                    }
                },
                key,
                key,
                serializer,
                List.of());
    }

    public static <A, B, O, S> PlayedStage<A, B, O, S> two(
            Supplier<TwoInputStreamOperator<A, B, O>> operator,
            KeySelector<A, RowKey> firstKey,
            KeySelector<B, RowKey> secondKey,
            TypeSerializer<O> serializer,
            List<Side<S>> sides) {
        return new PlayedStage<>(
                new Harnesses<>() {
                    @Override
                    public AbstractStreamOperatorTestHarness<O> make(int parallelism, int index) throws Exception {
                        return new KeyedTwoInputStreamOperatorTestHarness<>(
                                operator.get(),
                                firstKey,
                                secondKey,
                                RowKeyTypeInfo.INSTANCE,
                                MAX_PARALLELISM,
                                parallelism,
                                index);
                    }

                    @Override
                    public void first(AbstractStreamOperatorTestHarness<O> harness, StreamRecord<A> element)
                            throws Exception {
                        two(harness).processElement1(element);
                    }

                    @Override
                    public void second(AbstractStreamOperatorTestHarness<O> harness, StreamRecord<B> element)
                            throws Exception {
                        two(harness).processElement2(element);
                    }

                    @Override
                    public void watermark(AbstractStreamOperatorTestHarness<O> harness, int input, Watermark mark)
                            throws Exception {
                        if (input == 0) {
                            two(harness).processWatermark1(mark);
                        } else {
                            two(harness).processWatermark2(mark);
                        }
                    }

                    @SuppressWarnings("unchecked") // made above
                    private KeyedTwoInputStreamOperatorTestHarness<RowKey, A, B, O> two(
                            AbstractStreamOperatorTestHarness<O> harness) {
                        return (KeyedTwoInputStreamOperatorTestHarness<RowKey, A, B, O>) harness;
                    }
                },
                firstKey,
                secondKey,
                serializer,
                sides);
    }

    public void emitTo(BiConsumer<Integer, O> to) {
        this.output = to;
    }

    public void open(int parallelism, Saved saved) throws Exception {
        for (int i = 0; i < parallelism; i++) {
            AbstractStreamOperatorTestHarness<O> subtask = harnesses.make(parallelism, i);
            subtask.setStateBackend(RocksInMemory.backend());
            subtask.setup(serializer);
            if (saved != null) {
                subtask.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
                        saved.state(), MAX_PARALLELISM, saved.parallelism(), parallelism, i));
            }
            subtask.open();
            subtask.setProcessingTime(time);
            subtasks.add(subtask);
        }
    }

    public Saved save() throws Exception {
        OperatorSubtaskState[] states = new OperatorSubtaskState[subtasks.size()];
        for (int i = 0; i < states.length; i++) {
            states[i] = subtasks.get(i)
                    .snapshotWithLocalState(1, time, SavepointType.savepoint(SavepointFormatType.CANONICAL))
                    .getJobManagerOwnedState();
        }
        return new Saved(AbstractStreamOperatorTestHarness.repackageState(states), states.length);
    }

    public void close() throws Exception {
        for (AbstractStreamOperatorTestHarness<O> subtask : subtasks) {
            subtask.close();
        }
        subtasks.clear();
    }

    public int parallelism() {
        return subtasks.size();
    }

    public int subtaskOfFirst(A element) throws Exception {
        return subtask(firstKey.getKey(element));
    }

    public int subtaskOfSecond(B element) throws Exception {
        return subtask(secondKey.getKey(element));
    }

    private int subtask(RowKey key) {
        return KeyGroupRangeAssignment.assignKeyToParallelOperator(key, MAX_PARALLELISM, subtasks.size());
    }

    public void first(int subtask, A element) throws Exception {
        harnesses.first(subtasks.get(subtask), new StreamRecord<>(element));
        drain(subtask);
    }

    public void second(int subtask, B element) throws Exception {
        harnesses.second(subtasks.get(subtask), new StreamRecord<>(element));
        drain(subtask);
    }

    public void watermark(int subtask, int input, long timestamp) throws Exception {
        harnesses.watermark(subtasks.get(subtask), input, new Watermark(timestamp));
        drain(subtask);
    }

    /** Lets processing time pass. */
    public void pass(long millis) throws Exception {
        time += millis;
        for (int i = 0; i < subtasks.size(); i++) {
            subtasks.get(i).setProcessingTime(time);
            drain(i);
        }
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

    private void drain(int index) {
        AbstractStreamOperatorTestHarness<O> subtask = subtasks.get(index);
        while (!subtask.getOutput().isEmpty()) {
            if (subtask.getOutput().poll() instanceof StreamRecord<?> element) {
                @SuppressWarnings("unchecked") // the operator emits nothing else
                O value = (O) element.getValue();
                output.accept(index, value);
            }
        }
        for (Side<S> side : sides) {
            var queue = subtask.getSideOutput(side.tag());
            while (queue != null && !queue.isEmpty()) {
                side.to().accept(index, queue.poll().getValue());
            }
        }
    }
}
