package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.SourceMetrics;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;

/** A reader's part of {@link PhasedSource}; also counts rows. All calls come from the task's thread. */
final class PhasedReader<SplitT extends SourceSplit> implements SourceReader<RowChange, SplitT> {
    private final SourceReader<RowChange, SplitT> inner;
    private final SourceReaderContext context;
    private final PhasedSource.LogSplit<SplitT> logSplit;
    private final TableCounters counters;
    private final CompletableFuture<Void> began = new CompletableFuture<>();
    private boolean announced;
    private ReaderOutput<RowChange> output;
    private ReaderOutput<RowChange> counted;

    PhasedReader(
            SourceReader<RowChange, SplitT> inner,
            SourceReaderContext context,
            PhasedSource.LogSplit<SplitT> logSplit,
            TableCounters counters) {
        this.inner = inner;
        this.context = context;
        this.logSplit = logSplit;
        this.counters = counters;
        counters.group().gauge(SourceMetrics.STREAMING, () -> began.isDone() ? 1 : 0);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<RowChange> output) throws Exception {
        if (began.isDone() && !announced) {
            announced = true;
            output.emitWatermark(new Watermark(LoadPhase.SNAPSHOT_DONE));
            return InputStatus.MORE_AVAILABLE;
        }
        return inner.pollNext(counted(output));
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        CompletableFuture<Void> available = inner.isAvailable();
        if (announced || available.isDone()) {
            return available;
        }
        return began.isDone()
                ? began
                : CompletableFuture.anyOf(began, available).thenAccept(ready -> {});
    }

    @Override
    public void addSplits(List<SplitT> splits) {
        inner.addSplits(splits);
        if (splits.stream().anyMatch(logSplit)) {
            began.complete(null);
            context.sendSourceEventToCoordinator(new StreamBegan());
        }
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        if (event instanceof StreamBegan) {
            began.complete(null);
        } else {
            inner.handleSourceEvents(event);
        }
    }

    @Override
    public void start() {
        inner.start();
    }

    @Override
    public List<SplitT> snapshotState(long checkpoint) {
        return inner.snapshotState(checkpoint);
    }

    @Override
    public void notifyNoMoreSplits() {
        inner.notifyNoMoreSplits();
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
    public void pauseOrResumeSplits(Collection<String> pause, Collection<String> resume) {
        inner.pauseOrResumeSplits(pause, resume);
    }

    @Override
    public void close() throws Exception {
        inner.close();
    }

    // One wrapper per output: inner readers keep the split outputs they made from it.
    private ReaderOutput<RowChange> counted(ReaderOutput<RowChange> output) {
        if (this.output != output) {
            this.output = output;
            this.counted = new CountingOutput(output, counters);
        }
        return counted;
    }
}
