package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;

/** As {@link CollectingSink}, and fails once when it is told to, so that the job goes back to its last checkpoint. */
final class FallingSink implements Sink<RowChange> {
    private static final long serialVersionUID = 1L;
    private static final int STANDS = 0;
    private static final int FALLS = 1;
    private static final int FELL = 2;
    private static final AtomicInteger STATE = new AtomicInteger();

    static void reset() {
        STATE.set(STANDS);
    }

    static void fall() {
        STATE.set(FALLS);
    }

    static boolean hasFallen() {
        return STATE.get() == FELL;
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract in Flink 1.20
    public SinkWriter<RowChange> createWriter(InitContext context) {
        return new SinkWriter<>() {
            @Override
            public void write(RowChange change, Context context) throws IOException {
                if (STATE.compareAndSet(FALLS, FELL)) {
                    throw new IOException("falls, as it was told");
                }
                CollectingSink.RECEIVED.add(change);
            }

            @Override
            public void flush(boolean endOfInput) {}

            @Override
            public void close() {}
        };
    }
}
