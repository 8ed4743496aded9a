package io.tapstate.connectors.cdc;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.util.FlinkRuntimeException;

/** The enumerator's part of {@link PhasedSource}. Keeps no state: readers tell anew after a restore. */
final class PhasedEnumerator<SplitT extends SourceSplit, StateT> implements SplitEnumerator<SplitT, StateT> {
    private static final long WATCH_MILLIS = 5_000;

    private final Callable<SplitEnumerator<SplitT, StateT>> opening;
    private final SplitEnumeratorContext<SplitT> context;
    private final PhasedSource.LogSplit<SplitT> logSplit;
    private final PhasedSource.Preparation preparation;
    private final SourceFaults faults;
    private final boolean watches;
    private SplitEnumerator<SplitT, StateT> inner;
    private boolean streaming;

    PhasedEnumerator(
            Callable<SplitEnumerator<SplitT, StateT>> opening,
            SplitEnumeratorContext<SplitT> context,
            PhasedSource.LogSplit<SplitT> logSplit,
            PhasedSource.Preparation preparation,
            SourceFaults faults,
            boolean watches) {
        this.opening = opening;
        this.context = context;
        this.logSplit = logSplit;
        this.preparation = preparation;
        this.faults = faults;
        this.watches = watches;
    }

    @Override
    public void handleSourceEvent(int subtask, SourceEvent event) {
        if (event instanceof StreamBegan) {
            streaming = true;
            context.registeredReaders().keySet().forEach(this::tell);
        } else {
            judged(() -> inner.handleSourceEvent(subtask, event));
        }
    }

    @Override
    public void addReader(int subtask) {
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
            inner.start();
        } catch (Exception e) {
            throw faults.failing(e);
        }
        if (watches) {
            context.callAsync(this::watch, this::watched, WATCH_MILLIS, WATCH_MILLIS);
        }
    }

    private boolean watch() {
        preparation.whileRunning();
        return true;
    }

    private void watched(Boolean ran, Throwable fault) {
        if (fault != null) {
            throw faults.failing(fault instanceof Exception e ? e : new FlinkRuntimeException(fault));
        }
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {
        judged(() -> inner.handleSplitRequest(subtask, host));
    }

    @Override
    public StateT snapshotState(long checkpoint) throws Exception {
        return inner.snapshotState(checkpoint);
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
        context.sendEventToSourceReader(subtask, new StreamBegan());
    }
}
