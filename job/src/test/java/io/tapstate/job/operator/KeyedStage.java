package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;

/** A {@link PlayedStage} with one input, whose calls return what they made it emit. */
final class KeyedStage<I, O> implements AutoCloseable {
    private final PlayedStage<I, I, O, Object> stage;
    private List<O> emitted = new ArrayList<>();
    private long watermark = Long.MIN_VALUE;

    KeyedStage(Supplier<OneInputStreamOperator<I, O>> operator, KeySelector<I, RowKey> key, TypeSerializer<O> output) {
        this.stage = PlayedStage.one(operator, key, output);
        stage.emitTo((subtask, element) -> emitted.add(element));
    }

    void start(int parallelism) throws Exception {
        stage.open(parallelism, null);
    }

    /** Drops what runs and starts from what was saved; the watermark is unknown again, the clock goes on. */
    void restore(PlayedStage.Saved saved, int parallelism) throws Exception {
        stage.close();
        watermark = Long.MIN_VALUE;
        stage.open(parallelism, saved);
    }

    PlayedStage.Saved save() throws Exception {
        return stage.save();
    }

    int parallelism() {
        return stage.parallelism();
    }

    List<O> process(I element) throws Exception {
        stage.first(stage.subtaskOfFirst(element), element);
        return taken();
    }

    List<O> watermark(long timestamp) throws Exception {
        if (timestamp > watermark) {
            watermark = timestamp;
            for (int subtask = 0; subtask < stage.parallelism(); subtask++) {
                stage.watermark(subtask, 0, timestamp);
            }
        }
        return taken();
    }

    /** Lets processing time pass. */
    List<O> pass(long millis) throws Exception {
        stage.pass(millis);
        return taken();
    }

    /** How many keys have something in one of these states. */
    long keysIn(String... states) {
        return stage.keysIn(states);
    }

    int timers() {
        return stage.timers();
    }

    @Override
    public void close() throws Exception {
        stage.close();
    }

    private List<O> taken() {
        List<O> taken = emitted;
        emitted = new ArrayList<>();
        return taken;
    }
}
