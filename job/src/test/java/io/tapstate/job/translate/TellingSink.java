package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;

/** Hands every document on, and keeps none. */
final class TellingSink implements Sink<RowChange> {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Consumer<RowChange>> LISTENERS = new ConcurrentHashMap<>();

    private final String name;

    /** @param name unique within the JVM: Flink copies sinks, not who listens */
    TellingSink(String name, Consumer<RowChange> listener) {
        this.name = name;
        LISTENERS.put(name, listener);
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract in Flink 1.20
    public SinkWriter<RowChange> createWriter(InitContext context) {
        Consumer<RowChange> listener = LISTENERS.get(name);
        return new SinkWriter<>() {
            @Override
            public void write(RowChange change, Context context) {
                listener.accept(change);
            }

            @Override
            public void flush(boolean endOfInput) {}

            @Override
            public void close() {}
        };
    }
}
