package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.MongoException;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.SinkMetrics;
import java.io.IOException;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cuts batches: at {@value #MOST_DOCUMENTS} documents, at 4 MB, {@value #MOST_MILLIS} ms after the first that waits, at
 * checkpoints and when the load is complete. A batch is one ordered bulk write, so changes of a key stay in order. All
 * work is done by the task's thread, timers included.
 *
 * <p>A fault that may pass is tried again with growing pauses, about half a minute in all; replaying a batch does no
 * harm.
 */
final class DocumentWriter implements SinkWriter<RowChange> {
    static final int MOST_DOCUMENTS = 1_000;
    static final long MOST_BYTES = 4 << 20;
    static final long MOST_MILLIS = 10;
    private static final int MOST_TRIES = 6;
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final Logger LOG = LoggerFactory.getLogger(DocumentWriter.class);

    private final ViewStore store;
    private final SinkWriter<RowChange> inner;
    private final ProcessingTimeService clock;
    private final Counter written;
    private final Counter deleted;
    private int loaded;
    private int replaces;
    private int deletes;
    private long bytes;
    private long due;
    private ScheduledFuture<?> timer;

    DocumentWriter(ViewStore store, SinkWriter<RowChange> inner, WriterInitContext context) {
        this.store = store;
        this.inner = inner;
        this.clock = context.getProcessingTimeService();
        MetricGroup group = context.metricGroup().addGroup("tapstate");
        group.gauge(SinkMetrics.LOADED, () -> loaded);
        this.written = group.counter(SinkMetrics.DOCUMENTS_WRITTEN);
        this.deleted = group.counter(SinkMetrics.DOCUMENTS_DELETED);
    }

    @Override
    public void write(RowChange change, Context context) throws IOException, InterruptedException {
        inner.write(change, context);
        boolean delete = change.kind() == ChangeKind.DELETE;
        bytes += delete ? change.before().length : change.after().length;
        if (pending() == 0) {
            due = clock.getCurrentProcessingTime() + MOST_MILLIS;
            setTimer();
        }
        if (delete) {
            deletes++;
        } else {
            replaces++;
        }
        if (pending() >= MOST_DOCUMENTS || bytes >= MOST_BYTES) {
            flush(false);
        }
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        if (pending() == 0) {
            return;
        }
        long pause = FIRST_PAUSE_MILLIS;
        for (int tries = 1; !flushed(endOfInput, tries == MOST_TRIES); tries++) {
            Thread.sleep(pause);
            pause *= 2;
        }
        written.inc(replaces);
        deleted.inc(deletes);
        replaces = 0;
        deletes = 0;
        bytes = 0;
    }

    @Override
    public void writeWatermark(Watermark watermark) throws IOException, InterruptedException {
        flush(false);
        if (LoadPhase.loaded(watermark.getTimestamp())) {
            loaded = 1;
        }
    }

    @Override
    public void close() throws Exception {
        if (timer != null) {
            timer.cancel(false);
        }
        try {
            inner.close();
        } catch (IOException e) {
            // It tried once more to write what was pending; the job replays that from its last checkpoint.
            LOG.warn("{} was not sent what was pending when the writer closed: {}", store, StoreFaults.reason(e));
        }
    }

    private int pending() {
        return replaces + deletes;
    }

    // A failed batch stays in the inner writer, which sends it again with the next flush.
    private boolean flushed(boolean endOfInput, boolean last) throws IOException, InterruptedException {
        try {
            inner.flush(endOfInput);
            return true;
        } catch (IOException e) {
            if (!(e.getCause() instanceof MongoException fault)) {
                throw e;
            }
            if (!StoreFaults.passing(fault)) {
                // Without the cause: the server's message quotes the document.
                throw FinalFaults.mark(TapException.of(
                        ViewStoreError.VIEW_WRITE_REFUSED,
                        "collection",
                        store.collection(),
                        "reason",
                        StoreFaults.reason(fault)));
            }
            if (last) {
                throw store.unreachable(fault);
            }
            LOG.warn("writing to {} failed ({}); trying again", store, StoreFaults.reason(fault));
            return false;
        }
    }

    private void setTimer() {
        if (timer == null) {
            timer = clock.registerTimer(due, this::onTimer);
        }
    }

    private void onTimer(long time) throws IOException, InterruptedException {
        timer = null;
        if (pending() == 0) {
            return;
        }
        if (clock.getCurrentProcessingTime() >= due) {
            flush(false);
        } else {
            setTimer();
        }
    }
}
