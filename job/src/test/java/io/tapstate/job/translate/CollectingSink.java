package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;

/** Keeps what reaches it in a static queue, since Flink copies sinks. */
final class CollectingSink implements Sink<RowChange> {
    static final Queue<RowChange> RECEIVED = new ConcurrentLinkedQueue<>();

    private static final long serialVersionUID = 1L;

    @Override
    @SuppressWarnings("deprecation") // still abstract in Flink 1.20
    public SinkWriter<RowChange> createWriter(InitContext context) {
        return new SinkWriter<>() {
            @Override
            public void write(RowChange change, Context context) {
                RECEIVED.add(change);
            }

            @Override
            public void flush(boolean endOfInput) {}

            @Override
            public void close() {}
        };
    }
}
