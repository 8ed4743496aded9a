package io.tapstate.job.operator;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.RecordFaultHandler;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.job.nest.Delivery;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.NestDocument;
import io.tapstate.job.nest.NestError;
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
 * {@link Long#MAX_VALUE} (the end of the input) while a change is folded or in doubt, processing time at the end of its
 * window and of its doubt: rows of flat embeds that contradict each other are judged some seconds later.
 *
 * <p>Flink does not save watermarks, so after a restore the load phase begins again and ends as soon as the sources say
 * so: what is touched until then is held, and deletions still go at once. They go even for documents that the restored state
 * knows as never sent: the attempt that failed may have sent them after its last checkpoint.
 */
public final class AssembleDocumentsFunction extends KeyedProcessFunction<RowKey, NestChange, RowChange>
        implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;
    private static final long INPUT_END = Long.MAX_VALUE;

    /** How long rows of a flat embed may contradict each other, in milliseconds: while one takes another's place. */
    static final long DOUBT_MILLIS = 10_000;

    private final Settings settings;
    private final SendWindow window;
    private final RecordFaults faults;
    private transient RecordFaultHandler handler;
    private transient NestDocument document;
    private transient RocksNestState elements;
    private transient ValueState<Delivery> deliveries;
    private transient ValueState<Long> doubts;
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
     * @param maxElements how many embedded rows a document may have
     */
    public record Settings(TableId table, ArrayList<String> key, ArrayList<EmbedField> fields, int maxElements)
            implements Serializable {
        public Settings(TableId table, List<String> key, List<EmbedField> fields, int maxElements) {
            this(table, new ArrayList<>(key), new ArrayList<>(fields), maxElements);
        }
    }

    /** A stage whose documents all fit, or end the job. */
    public AssembleDocumentsFunction(Settings settings, SendWindow window) {
        this(settings, window, RecordFaults.failing("", ""));
    }

    /** @param faults what to do with a document that breaks its rules */
    public AssembleDocumentsFunction(Settings settings, SendWindow window, RecordFaults faults) {
        this.settings = settings;
        this.window = window;
        this.faults = faults;
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
        doubts = getRuntimeContext().getState(StateLayout.doubt());
        MetricGroup metrics = getRuntimeContext().getMetricGroup().addGroup(NestMetrics.GROUP);
        sent = metrics.counter(NestMetrics.DOCUMENTS_SENT);
        deleted = metrics.counter(NestMetrics.DOCUMENTS_DELETED);
        metrics.gauge(NestMetrics.DOCUMENTS_WAITING, (Gauge<Long>) () -> waiting);
        metrics.gauge(NestMetrics.LOADED, (Gauge<Integer>) () -> loaded ? 1 : 0);
        handler = faults.open(getRuntimeContext().getMetricGroup(), restored);
    }

    @Override
    public void close() {
        if (handler != null) {
            handler.close();
        }
    }

    RecordFaultHandler faults() {
        return handler;
    }

    /** Sends the current key's document once more, as it is now. */
    void sendAgain(RowKey key, TimerService timers, Collector<RowChange> out) throws Exception {
        Delivery delivery = delivery();
        if (!delivery.held() && sent(key, 0, timers, out, false) == Outcome.SENT) {
            settle(delivery, window.sent(timers.currentProcessingTime()), timers);
        }
    }

    /** Called by the operator once a watermark and everything it set off are through. */
    void watermarkPassed(long watermark) {
        loaded = LoadPhase.loaded(watermark);
    }

    @Override
    public void processElement(NestChange change, Context context, Collector<RowChange> out) throws Exception {
        TimerService timers = context.timerService();
        boolean live = LoadPhase.loaded(timers.currentWatermark());
        Delivery delivery = delivery();
        if (document.removesRoot(change) && (delivery.sent() || restored)) {
            Optional<byte[]> root = document.root(elements);
            document.store(change, elements);
            if (root.isPresent() && document.root(elements).isEmpty()) {
                delete(context.getCurrentKey(), root.get(), change.timestamp(), out);
                settle(delivery, Delivery.NONE, timers);
                return;
            }
        } else if (!live) {
            // Everything is held: what was there does not matter.
            document.store(change, elements);
        } else if (document.apply(change, elements) != NestDocument.Effect.CHANGED) {
            return;
        }
        long now = timers.currentProcessingTime();
        if (window.sendsNow(delivery, live)) {
            boolean exists = send(context.getCurrentKey(), change.timestamp(), timers, out);
            settle(delivery, exists ? window.sent(now) : Delivery.NONE, timers);
        } else {
            settle(delivery, window.postponed(delivery, live, change.timestamp(), now), timers);
        }
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<RowChange> out) throws Exception {
        TimerService timers = context.timerService();
        Delivery delivery = delivery();
        if (context.timeDomain() == TimeDomain.EVENT_TIME) {
            if (delivery.held() || delivery.folded()) {
                boolean exists = send(context.getCurrentKey(), delivery.since(), timers, out);
                settle(delivery, exists ? window.flushed() : Delivery.NONE, timers);
            }
            if (timestamp == INPUT_END) {
                judge(context.getCurrentKey());
            }
            return;
        }
        if (delivery.windowEnds() == timestamp) {
            boolean live = LoadPhase.loaded(timers.currentWatermark());
            if (live && delivery.folded()) {
                boolean exists = send(context.getCurrentKey(), delivery.since(), timers, out);
                settle(delivery, exists ? window.sent(timers.currentProcessingTime()) : Delivery.NONE, timers);
            } else {
                settle(delivery, window.windowEnded(delivery), timers);
            }
        }
        Long doubted = doubts.value();
        if (doubted != null && doubted == timestamp) {
            judge(context.getCurrentKey());
            doubts.clear();
            timers.deleteEventTimeTimer(INPUT_END);
        }
    }

    /** What came of sending a document. */
    private enum Outcome {
        /** It has no root row. */
        ABSENT,
        SENT,
        /** It breaks a rule, and readers keep what they have. */
        LEFT_OUT
    }

    /**
     * Sends the document if it has a root row.
     *
     * @return whether it has; readers may have an older version of it even where this one is left out
     */
    private boolean send(RowKey key, long timestamp, TimerService timers, Collector<RowChange> out) throws Exception {
        return sent(key, timestamp, timers, out, true) != Outcome.ABSENT;
    }

    /** @param newer whether a change has made it another document */
    private Outcome sent(RowKey key, long timestamp, TimerService timers, Collector<RowChange> out, boolean newer)
            throws Exception {
        Optional<byte[]> assembled = document.assemble(elements);
        if (assembled.isEmpty()) {
            return Outcome.ABSENT;
        }
        if (document.elements() > settings.maxElements()) {
            TapException fault = TapException.of(
                    NestError.ROOT_FANOUT_LIMIT_EXCEEDED,
                    "table",
                    settings.table(),
                    "rootKey",
                    RawRow.decode(RowWriter.project(assembled.get(), settings.key())),
                    "limit",
                    settings.maxElements());
            handler.handle(fault, reference(key, assembled.get()));
            return Outcome.LEFT_OUT;
        }
        if (document.fault().isPresent() && doubts.value() == null) {
            long when = timers.currentProcessingTime() + DOUBT_MILLIS;
            doubts.update(when);
            timers.registerProcessingTimeTimer(when);
            timers.registerEventTimeTimer(INPUT_END);
        }
        RowChange change =
                new RowChange(ChangeKind.INSERT, settings.table(), key, null, assembled.get(), timestamp, "");
        out.collect(change);
        sent.inc();
        if (newer && document.fault().isEmpty()) {
            handler.passed(change);
        }
        return Outcome.SENT;
    }

    /** Reports a document some of whose rows still do not fit into their parent. */
    private void judge(RowKey key) {
        Optional<byte[]> assembled = document.assemble(elements);
        if (assembled.isPresent() && document.fault().isPresent()) {
            handler.handle(document.fault().get().coded(settings.table()), reference(key, assembled.get()));
        }
    }

    /** Stands for a document in dead letters: its rows are in the state, where they go on changing. */
    private RowChange reference(RowKey key, byte[] row) {
        return new RowChange(
                ChangeKind.INSERT, settings.table(), key, null, RowWriter.project(row, settings.key()), 0, "");
    }

    private void delete(RowKey key, byte[] root, long timestamp, Collector<RowChange> out) {
        byte[] before = RowWriter.project(root, settings.key());
        RowChange change = new RowChange(ChangeKind.DELETE, settings.table(), key, before, null, timestamp, "");
        out.collect(change);
        deleted.inc();
        handler.passed(change);
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
        if (is.folded() != was.folded() && (is.folded() || doubts.value() == null)) {
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
