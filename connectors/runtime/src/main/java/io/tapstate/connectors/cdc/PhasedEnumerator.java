package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.SourceMetrics;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.util.FlinkRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The enumerator's part of {@link PhasedSource}. Its own state are the columns; of the log, readers tell anew after a
 * restore.
 */
final class PhasedEnumerator<SplitT extends SourceSplit, StateT>
        implements SplitEnumerator<SplitT, PhasedState<StateT>> {
    private static final Logger LOG = LoggerFactory.getLogger(PhasedEnumerator.class);
    private static final long WATCH_MILLIS = 5_000;

    private final Callable<SplitEnumerator<SplitT, StateT>> opening;
    private final SplitEnumeratorContext<SplitT> context;
    private final PhasedSource.LogSplit<SplitT> logSplit;
    private final PhasedSource.Preparation preparation;
    private final SourceFaults faults;
    private final ColumnWatch watch;
    private final boolean watches;
    private final NewTables newTables;
    private SplitEnumerator<SplitT, StateT> inner;
    private volatile KnownColumns columns;
    private boolean streaming;

    PhasedEnumerator(
            Callable<SplitEnumerator<SplitT, StateT>> opening,
            KnownColumns columns,
            SplitEnumeratorContext<SplitT> context,
            PhasedSource.LogSplit<SplitT> logSplit,
            PhasedSource.Preparation preparation,
            SourceFaults faults,
            ColumnWatch watch,
            boolean watches) {
        this.opening = opening;
        this.columns = columns;
        this.context = context;
        this.logSplit = logSplit;
        this.preparation = preparation;
        this.faults = faults;
        this.watch = watch;
        this.watches = watches;
        this.newTables = new NewTables(faults.source(), preparation::tablesThere);
    }

    @Override
    public void handleSourceEvent(int subtask, SourceEvent event) {
        if (event instanceof StreamBegan began) {
            if (!began.continued()) {
                judged(() -> watch.requireReadInOneShape(columns, preparation.columns()));
            }
            streaming = true;
            context.registeredReaders().keySet().forEach(this::tell);
        } else {
            judged(() -> inner.handleSourceEvent(subtask, event));
        }
    }

    @Override
    public void addReader(int subtask) {
        context.sendEventToSourceReader(subtask, new ColumnsAtStart(columns));
        judged(() -> inner.addReader(subtask));
        if (streaming) {
            tell(subtask);
        }
    }

    @Override
    public void addSplitsBack(List<SplitT> splits, int subtask) {
        if (splits.stream().anyMatch(logSplit)) {
            // The job went back to before the log split was assigned: snapshot splits may be read again.
            streaming = false;
        }
        inner.addSplitsBack(splits, subtask);
    }

    @Override
    public void start() {
        // Not earlier: a fault while Flink restores a job may be lost, and the job would run without its enumerator.
        try {
            inner = opening.call();
            KnownColumns now = preparation.columns();
            columns = preparation.logTellsOfColumns() ? watch.remembered(columns, now) : watch.continued(columns, now);
            inner.start();
        } catch (Exception e) {
            throw faults.failing(e);
        }
        if (watches) {
            newTables.look();
            context.metricGroup().addGroup("tapstate").gauge(SourceMetrics.TABLES_NOT_READ, newTables::count);
            context.callAsync(this::watch, this::watched, WATCH_MILLIS, WATCH_MILLIS);
        }
    }

    private Optional<LiveTables> watch() {
        preparation.whileRunning();
        newTables.look();
        try {
            watch.requireSame(columns, preparation.columns(), "seen while the log was followed");
            List<TableId> followed = preparation.followsRows() ? watch.followedTables() : List.of();
            return followed.isEmpty() ? Optional.empty() : Optional.of(preparation.live(followed));
        } catch (TapException e) {
            if (e.diagnostics().stream().anyMatch(d -> d.errorClass() != ErrorClass.EXTERNAL)) {
                throw e;
            }
            LOG.debug("the columns were not seen: an outage is the readers' to tell", e);
        }
        return Optional.empty();
    }

    private void watched(Optional<LiveTables> followed, Throwable fault) {
        if (fault != null) {
            throw faults.failing(fault instanceof Exception e ? e : new FlinkRuntimeException(fault));
        }
        followed.ifPresent(tables -> context.registeredReaders()
                .keySet()
                .forEach(reader -> context.sendEventToSourceReader(reader, new ColumnsSeen(tables))));
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {
        judged(() -> inner.handleSplitRequest(subtask, host));
    }

    @Override
    public PhasedState<StateT> snapshotState(long checkpoint) throws Exception {
        return new PhasedState<>(inner.snapshotState(checkpoint), columns);
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        inner.notifyCheckpointComplete(checkpoint);
    }

    @Override
    public void notifyCheckpointAborted(long checkpoint) throws Exception {
        inner.notifyCheckpointAborted(checkpoint);
    }

    @Override
    public void close() throws IOException {
        if (inner != null) {
            inner.close();
            preparation.after();
        }
    }

    private void judged(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            throw faults.failing(e);
        }
    }

    private void tell(int subtask) {
        context.sendEventToSourceReader(subtask, new StreamBegan(true));
    }
}
