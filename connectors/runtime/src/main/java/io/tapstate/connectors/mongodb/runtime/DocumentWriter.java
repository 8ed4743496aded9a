package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.mongodb.runtime.DocumentWrites.Write;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.RecordFaultHandler;
import io.tapstate.connectors.runtime.SinkMetrics;
import io.tapstate.connectors.runtime.SinkRequest.Target;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cuts batches: by count, at 4 MB, {@value #MOST_MILLIS} ms after the first that waits, at checkpoints and when the load is
 * complete. All work is done by the task's thread, timers included.
 */
final class DocumentWriter implements StatefulSinkWriter<RowChange, RestoredMark> {
    static final long MOST_BYTES = 4 << 20;
    static final long MOST_MILLIS = 10;
    private static final Logger LOG = LoggerFactory.getLogger(DocumentWriter.class);

    private final TargetStore store;
    private final SinkPlan plan;
    private final MongoClient client;
    private final TargetPreparation preparation;
    private final ProcessingTimeService clock;
    private final RecordFaultHandler faults;
    private final Counter written;
    private final Counter deleted;
    private final Map<String, Lane> lanes = new HashMap<>();
    private int loaded;
    private int pending;
    private long bytes;
    private long due;
    private ScheduledFuture<?> timer;

    /** Of one collection. */
    private record Lane(Target target, DocumentWrites writes, CollectionWriter writer) {}

    /**
     * @param client closed with the writer
     * @param preparation which has been run
     * @param restored whether it goes on from a checkpoint
     */
    DocumentWriter(
            TargetStore store,
            SinkPlan plan,
            MongoClient client,
            TargetPreparation preparation,
            WriterInitContext context,
            boolean restored) {
        this.store = store;
        this.plan = plan;
        this.client = client;
        this.preparation = preparation;
        this.clock = context.getProcessingTimeService();
        MetricGroup group = context.metricGroup().addGroup("tapstate");
        group.gauge(SinkMetrics.LOADED, () -> loaded);
        this.written = group.counter(SinkMetrics.DOCUMENTS_WRITTEN);
        this.deleted = group.counter(SinkMetrics.DOCUMENTS_DELETED);
        MongoDatabase database = client.getDatabase(store.database());
        boolean sweeps = plan.sweeps();
        LoadMarks.Start start = new LoadMarks.Start(
                plan.load() + "/" + context.getTaskInfo().getAttemptNumber(),
                restored,
                context.getTaskInfo().getIndexOfThisSubtask(),
                context.getTaskInfo().getNumberOfParallelSubtasks());
        for (Target target : plan.targets().all()) {
            LoadMarks marks = sweeps ? LoadMarks.of(database, target, start) : LoadMarks.none(database, target);
            lanes.put(
                    target.origin(),
                    new Lane(
                            target,
                            new DocumentWrites(target, plan.mode()),
                            new CollectionWriter(store, database, target.collection(), marks)));
        }
        // What is in front of it supersedes the letters of earlier runs.
        this.faults = plan.faults().open(context.metricGroup(), true);
    }

    @Override
    public void write(RowChange change, Context context) throws IOException, InterruptedException {
        Optional<Lane> lane = plan.targets().of(change).map(target -> lanes.get(target.origin()));
        if (lane.isEmpty()) {
            throw new IllegalStateException("no target takes rows of " + change.table());
        }
        if (change.kind() == ChangeKind.DDL) {
            // Rows before it are of the old shape, rows after it of the new one.
            flush(false);
            lane.get().writer().apply(change);
            return;
        }
        add(change, lane.get());
        if (pending >= plan.batchSize() || bytes >= MOST_BYTES) {
            flush(false);
        }
    }

    private void add(RowChange change, Lane lane) throws IOException, InterruptedException {
        Optional<Write> write;
        try {
            write = lane.writes().write(change);
        } catch (TapException fault) {
            if (plan.faults().keepsLetters()) {
                // An older version of the row that waits would pass for a newer one, and supersede the letter.
                flush(false);
            }
            faults.handle(fault, change);
            return;
        }
        if (write.isEmpty()) {
            return;
        }
        lane.writer().add(write.get());
        bytes += write.get().bytes();
        if (pending == 0) {
            due = clock.getCurrentProcessingTime() + MOST_MILLIS;
            setTimer();
        }
        pending++;
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        if (pending == 0) {
            return;
        }
        for (Lane lane : lanes.values()) {
            lane.writer().flush(this::acknowledged, (fault, write) -> faults.handle(fault, write.change()));
        }
        pending = 0;
        bytes = 0;
    }

    private void acknowledged(Write write) {
        if (write.document() == null) {
            deleted.inc();
        } else {
            written.inc();
        }
        faults.passed(write.change());
    }

    @Override
    public List<RestoredMark> snapshotState(long checkpoint) {
        return List.of(RestoredMark.HAS_BEEN);
    }

    @Override
    public void writeWatermark(Watermark watermark) throws IOException, InterruptedException {
        flush(false);
        if (loaded == 0 && LoadPhase.loaded(watermark.getTimestamp())) {
            sweep();
            loaded = 1;
        }
    }

    private void sweep() {
        for (Lane lane : lanes.values()) {
            try {
                long removed = lane.writer().marks().sweep(() -> preparation.indexKey(lane.target()));
                deleted.inc(removed);
                if (removed > 0) {
                    LOG.info("removed {} documents of rows that are gone from {}", removed, store);
                }
            } catch (MongoException e) {
                throw store.unreachable(e);
            } catch (TapException e) {
                throw FinalFaults.mark(e);
            }
        }
    }

    @Override
    public void close() {
        if (timer != null) {
            timer.cancel(false);
        }
        // What is pending is replayed from the last checkpoint.
        faults.close();
        client.close();
    }

    private void setTimer() {
        if (timer == null) {
            timer = clock.registerTimer(due, this::onTimer);
        }
    }

    private void onTimer(long time) throws IOException, InterruptedException {
        timer = null;
        if (pending == 0) {
            return;
        }
        if (clock.getCurrentProcessingTime() >= due) {
            flush(false);
        } else {
            setTimer();
        }
    }
}
