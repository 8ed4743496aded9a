package io.tapstate.job.operator;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.job.nest.Delivery;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.NestDocument;
import io.tapstate.job.nest.SendWindow;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.TimeDomain;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * The root stage of a nest: keeps the rows of documents, assembles and sends them. Keyed by the document key.
 *
 * <p>Timers, per document at most one of each: event time {@link LoadPhase#SNAPSHOT_DONE} while it is held, event time
 * {@link Long#MAX_VALUE} (the end of the input) while a change is folded, processing time at the end of its window.
 *
 * <p>Flink does not save watermarks, so after a restore the load phase begins again and ends as soon as the sources say
 * so: what is touched until then is held, and deletions still go at once. They go even for documents that the restored state
 * knows as never sent: the attempt that failed may have sent them after its last checkpoint.
 */
public final class AssembleDocumentsFunction extends KeyedProcessFunction<RowKey, NestChange, RowChange>
        implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;
    private static final long INPUT_END = Long.MAX_VALUE;

    private final Settings settings;
    private final SendWindow window;
    private transient NestDocument document;
    private transient RocksNestState elements;
    private transient ValueState<Delivery> deliveries;
    private transient Counter sent;
    private transient Counter deleted;
    private transient long waiting;
    private transient boolean restored;
    private transient volatile boolean loaded;

    /**
     * What the stage needs to know.
     *
     * @param table what sent documents carry as their table
     * @param key the root's columns that are the document key
     * @param fields the embeds, in declared order
     */
    public record Settings(TableId table, ArrayList<String> key, ArrayList<EmbedField> fields) implements Serializable {
        public Settings(TableId table, List<String> key, List<EmbedField> fields) {
            this(table, new ArrayList<>(key), new ArrayList<>(fields));
        }
    }

    public AssembleDocumentsFunction(Settings settings, SendWindow window) {
        this.settings = settings;
        this.window = window;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {
        restored = context.isRestored();
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
        // All state is keyed state, which Flink saves by itself.
    }

    @Override
    public void open(OpenContext context) {
        document = new NestDocument(settings.fields());
        elements = new RocksNestState(getRuntimeContext().getMapState(StateLayout.elements()));
        deliveries = getRuntimeContext().getState(StateLayout.delivery());
        MetricGroup metrics = getRuntimeContext().getMetricGroup().addGroup(NestMetrics.GROUP);
        sent = metrics.counter(NestMetrics.DOCUMENTS_SENT);
        deleted = metrics.counter(NestMetrics.DOCUMENTS_DELETED);
        metrics.gauge(NestMetrics.DOCUMENTS_WAITING, (Gauge<Long>) () -> waiting);
        metrics.gauge(NestMetrics.LOADED, (Gauge<Integer>) () -> loaded ? 1 : 0);
    }

    /** Called by the operator once a watermark and everything it set off are through. */
    void watermarkPassed(long watermark) {
        loaded = LoadPhase.loaded(watermark);
    }

    @Override
    public void processElement(NestChange change, Context context, Collector<RowChange> out) throws Exception {
        TimerService timers = context.timerService();
        boolean live = LoadPhase.loaded(timers.currentWatermark());
        if (live && !document.changes(change, elements)) {
            return;
        }
        Delivery delivery = delivery();
        if (document.removesRoot(change) && (delivery.sent() || restored)) {
            Optional<byte[]> root = document.root(elements);
            document.apply(change, elements);
            if (root.isPresent() && document.root(elements).isEmpty()) {
                delete(context.getCurrentKey(), root.get(), change.timestamp(), out);
                settle(delivery, Delivery.NONE, timers);
                return;
            }
        } else {
            document.apply(change, elements);
        }
        if (window.sendsNow(delivery, live)) {
            boolean exists = send(context.getCurrentKey(), change.timestamp(), out);
            settle(delivery, exists ? window.sent(timers.currentProcessingTime()) : Delivery.NONE, timers);
        } else {
            settle(delivery, window.postponed(delivery, live, change.timestamp()), timers);
        }
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<RowChange> out) throws Exception {
        TimerService timers = context.timerService();
        Delivery delivery = delivery();
        if (context.timeDomain() == TimeDomain.EVENT_TIME) {
            if (delivery.held() || delivery.folded()) {
                boolean exists = send(context.getCurrentKey(), delivery.since(), out);
                settle(delivery, exists ? window.flushed() : Delivery.NONE, timers);
            }
        } else if (delivery.windowEnds() == timestamp) {
            boolean live = LoadPhase.loaded(timers.currentWatermark());
            if (live && delivery.folded()) {
                boolean exists = send(context.getCurrentKey(), delivery.since(), out);
                settle(delivery, exists ? window.sent(timers.currentProcessingTime()) : Delivery.NONE, timers);
            } else {
                settle(delivery, window.windowEnded(delivery), timers);
            }
        }
    }

    /** Sends the document if it has a root row. */
    private boolean send(RowKey key, long timestamp, Collector<RowChange> out) {
        Optional<byte[]> assembled = document.assemble(elements);
        assembled.ifPresent(bytes -> {
            out.collect(new RowChange(ChangeKind.INSERT, settings.table(), key, null, bytes, timestamp, ""));
            sent.inc();
        });
        return assembled.isPresent();
    }

    private void delete(RowKey key, byte[] root, long timestamp, Collector<RowChange> out) {
        byte[] before = RowWriter.project(root, settings.key());
        out.collect(new RowChange(ChangeKind.DELETE, settings.table(), key, before, null, timestamp, ""));
        deleted.inc();
    }

    private Delivery delivery() throws Exception {
        Delivery stored = deliveries.value();
        return stored == null ? Delivery.NONE : stored;
    }

    /** Brings stored state and timers from what was to what is. */
    private void settle(Delivery was, Delivery is, TimerService timers) throws Exception {
        if (is.equals(was)) {
            return;
        }
        if (is.equals(Delivery.NONE)) {
            deliveries.clear();
        } else {
            deliveries.update(is);
        }
        if (is.held() != was.held()) {
            eventTimer(is.held(), LoadPhase.SNAPSHOT_DONE, timers);
            waiting = Math.max(0, waiting + (is.held() ? 1 : -1));
        }
        if (is.folded() != was.folded()) {
            eventTimer(is.folded(), INPUT_END, timers);
        }
        if (is.windowEnds() != was.windowEnds()) {
            if (was.windowEnds() != 0) {
                timers.deleteProcessingTimeTimer(was.windowEnds());
            }
            if (is.windowEnds() != 0) {
                timers.registerProcessingTimeTimer(is.windowEnds());
            }
        }
    }

    private static void eventTimer(boolean wanted, long time, TimerService timers) {
        if (wanted) {
            timers.registerEventTimeTimer(time);
        } else {
            timers.deleteEventTimeTimer(time);
        }
    }
}
