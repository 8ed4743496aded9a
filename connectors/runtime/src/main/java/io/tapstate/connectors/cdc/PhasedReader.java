package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.SourceMetrics;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;

/**
 * A reader's part of {@link PhasedSource}; also counts rows. All calls come from the task's thread.
 *
 * <p>The watermark lets documents out, and what is written cannot be taken back by a restart: a row deleted between two
 * reads of the tables would leave its document behind. So the watermark waits until a completed checkpoint holds the
 * whole snapshot. Several readers begin the log after such a checkpoint only; one alone begins it at once and waits
 * here.
 *
 * <p>Nothing is decoded before the columns are known that rows must have.
 */
final class PhasedReader<SplitT extends SourceSplit> implements SourceReader<RowChange, SplitT> {
    private final SourceReader<RowChange, SplitT> inner;
    private final SourceReaderContext context;
    private final PhasedSource.LogSplit<SplitT> logSplit;
    private final PhasedSource.Preparation preparation;
    private final SourceFaults faults;
    private final ColumnWatch watch;
    private final TableCounters counters;
    private final CompletableFuture<Void> informed = new CompletableFuture<>();
    private final GuardedDecoder decoder;
    private final Optional<ColumnFollower> follower;
    private Optional<TableShapes> shapes = Optional.empty();
    private boolean follows;
    private final CompletableFuture<Void> began = new CompletableFuture<>();
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private OptionalLong firstCheckpoint = OptionalLong.empty();
    private boolean restoring = true;
    private boolean announced;
    private ReaderOutput<RowChange> output;
    private ReaderOutput<RowChange> counted;

    PhasedReader(
            SourceReader<RowChange, SplitT> inner,
            SourceReaderContext context,
            PhasedSource.LogSplit<SplitT> logSplit,
            PhasedSource.Preparation preparation,
            SourceFaults faults,
            ColumnWatch watch,
            TableCounters counters,
            GuardedDecoder decoder) {
        this.inner = inner;
        this.context = context;
        this.logSplit = logSplit;
        this.preparation = preparation;
        this.faults = faults;
        this.watch = watch;
        this.counters = counters;
        this.decoder = decoder;
        this.follower = preparation.followsRows() && !watch.followedTables().isEmpty()
                ? Optional.of(new ColumnFollower(watch, preparation))
                : Optional.empty();
        follower.ifPresent(decoder::follow);
        counters.group().gauge(SourceMetrics.STREAMING, () -> began.isDone() ? 1 : 0);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<RowChange> output) throws Exception {
        if (!informed.isDone()) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        if (released.isDone() && !announced) {
            announced = true;
            output.emitWatermark(new Watermark(LoadPhase.SNAPSHOT_DONE));
            return InputStatus.MORE_AVAILABLE;
        }
        try {
            return inner.pollNext(counted(output));
        } catch (Exception e) {
            throw faults.judged(e);
        }
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        if (!informed.isDone()) {
            return informed;
        }
        CompletableFuture<Void> available = inner.isAvailable();
        if (announced || available.isDone()) {
            return available;
        }
        return released.isDone()
                ? released
                : CompletableFuture.anyOf(released, available).thenAccept(ready -> {});
    }

    @Override
    public void addSplits(List<SplitT> splits) {
        boolean log = splits.stream().anyMatch(logSplit);
        judged(() -> {
            if (log && restoring) {
                preparation.beforeContinuing();
            }
            splits.stream().filter(logSplit).forEach(split -> shapes = logSplit.shapes(split));
            inner.addSplits(splits.stream().map(logSplit::plain).toList());
        });
        if (log) {
            begin(restoring || context.currentParallelism() > 1);
            context.sendSourceEventToCoordinator(new StreamBegan(restoring));
            follows = true;
            follow();
        }
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        if (event instanceof StreamBegan) {
            begin(context.currentParallelism() > 1);
        } else if (event instanceof ColumnsAtStart start) {
            watch.learn(start.columns());
            follow();
            informed.complete(null);
        } else if (event instanceof ColumnsSeen seen) {
            follower.ifPresent(known -> known.seen(seen.tables()));
        } else {
            judged(() -> inner.handleSourceEvents(event));
        }
    }

    // What the source knew at its start, and the log split, may come in any order.
    private void follow() {
        if (!follows || follower.isEmpty() || follower.get().isBegun()) {
            return;
        }
        if (shapes.isPresent()) {
            follower.get().begin(shapes.get());
        } else if (!watch.isUnknowing()) {
            judged(follower.get()::begin);
        }
    }

    /** @param saved whether a completed checkpoint holds the whole snapshot */
    private void begin(boolean saved) {
        began.complete(null);
        if (saved) {
            released.complete(null);
        }
    }

    private void judged(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            throw faults.failing(e);
        }
    }

    @Override
    public void start() {
        restoring = false;
        judged(inner::start);
    }

    @Override
    public List<SplitT> snapshotState(long checkpoint) {
        judged(preparation::beforeSaving);
        List<SplitT> splits = inner.snapshotState(checkpoint);
        decoder.saving(checkpoint);
        if (follower.isPresent() && follower.get().isBegun()) {
            TableShapes now = follower.get().shapes();
            splits = splits.stream()
                    .map(split -> logSplit.test(split) ? logSplit.with(split, now) : split)
                    .toList();
        }
        if (began.isDone() && firstCheckpoint.isEmpty()) {
            firstCheckpoint = OptionalLong.of(checkpoint);
        }
        return splits;
    }

    @Override
    public void notifyNoMoreSplits() {
        inner.notifyNoMoreSplits();
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        inner.notifyCheckpointComplete(checkpoint);
        decoder.saved(checkpoint);
        if (firstCheckpoint.isPresent() && checkpoint >= firstCheckpoint.getAsLong()) {
            released.complete(null);
        }
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
        try {
            inner.close();
        } finally {
            decoder.close();
        }
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
