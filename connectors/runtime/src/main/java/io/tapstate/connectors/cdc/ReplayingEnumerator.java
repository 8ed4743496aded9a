package io.tapstate.connectors.cdc;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;

/**
 * Reports the chunks of some tables as read at one earlier place of the log.
 *
 * <p>For each change of the log the library asks, in Java, which chunk its row is of, to leave out what the chunk has
 * already. Where Java's order is not the server's (text, bytes, dates) that answer may be wrong, and a change would be
 * lost. Such a table's chunks therefore count as read where the reading of the source began: every change since is
 * emitted, some of them again, and each row ends as its last change left it.
 *
 * @param <OffsetT> a place in the log
 */
public final class ReplayingEnumerator<SplitT extends SourceSplit, StateT, OffsetT>
        implements SplitEnumerator<SplitT, StateT> {
    private final SplitEnumerator<SplitT, StateT> inner;
    private final Set<String> replayed;
    private final Supplier<OffsetT> beginning;
    private final BiFunction<SourceEvent, UnaryOperator<Map<String, OffsetT>>, SourceEvent> reports;
    private OffsetT start;

    /**
     * @param replayed tables, named as in the ids of their chunks; may grow while tables are cut
     * @param beginning where the log was when none of their rows had been read; asked once, at the start
     * @param reports applies the operator to the offsets by chunk of an event that reports finished chunks; hands other
     *     events back
     */
    public ReplayingEnumerator(
            SplitEnumerator<SplitT, StateT> inner,
            Set<String> replayed,
            Supplier<OffsetT> beginning,
            BiFunction<SourceEvent, UnaryOperator<Map<String, OffsetT>>, SourceEvent> reports) {
        this.inner = inner;
        this.replayed = replayed;
        this.beginning = beginning;
        this.reports = reports;
    }

    /** A set that may grow in one thread while it is read in another. */
    public static Set<String> tables(Iterable<String> known) {
        Set<String> tables = ConcurrentHashMap.newKeySet();
        known.forEach(tables::add);
        return tables;
    }

    /** The earliest place at which a chunk of these tables counts as read; empty when none was. */
    public static <OffsetT extends Comparable<? super OffsetT>> Optional<OffsetT> earliest(
            Map<String, OffsetT> finished, Set<String> tables) {
        return finished.entrySet().stream()
                .filter(chunk -> tables.contains(table(chunk.getKey())))
                .map(Map.Entry::getValue)
                .min(OffsetT::compareTo);
    }

    private static String table(String chunk) {
        return chunk.substring(0, chunk.lastIndexOf(':'));
    }

    @Override
    public void start() {
        inner.start();
        start = beginning.get();
    }

    @Override
    public void handleSourceEvent(int subtask, SourceEvent event) {
        inner.handleSourceEvent(subtask, reports.apply(event, offsets -> {
            offsets.replaceAll((chunk, offset) -> replayed.contains(table(chunk)) ? start : offset);
            return offsets;
        }));
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {
        inner.handleSplitRequest(subtask, host);
    }

    @Override
    public void addSplitsBack(List<SplitT> splits, int subtask) {
        inner.addSplitsBack(splits, subtask);
    }

    @Override
    public void addReader(int subtask) {
        inner.addReader(subtask);
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
        inner.close();
    }
}
