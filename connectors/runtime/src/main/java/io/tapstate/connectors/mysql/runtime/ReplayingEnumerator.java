package io.tapstate.connectors.mysql.runtime;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.cdc.connectors.mysql.source.assigners.state.PendingSplitsState;
import org.apache.flink.cdc.connectors.mysql.source.events.FinishedSnapshotSplitsReportEvent;
import org.apache.flink.cdc.connectors.mysql.source.offset.BinlogOffset;
import org.apache.flink.cdc.connectors.mysql.source.split.MySqlSplit;

/** Reports chunks of some tables as read at one earlier place of the log; see {@link ChunkedMySqlSource}. */
final class ReplayingEnumerator implements SplitEnumerator<MySqlSplit, PendingSplitsState> {
    private final SplitEnumerator<MySqlSplit, PendingSplitsState> inner;
    private final Set<String> replayed;
    private final BinlogOffset start;

    /**
     * @param replayed tables as {@code database.table}; grows while tables are cut
     * @param start where the log was when none of their rows had been read
     */
    ReplayingEnumerator(
            SplitEnumerator<MySqlSplit, PendingSplitsState> inner, Set<String> replayed, BinlogOffset start) {
        this.inner = inner;
        this.replayed = replayed;
        this.start = start;
    }

    /** The table of a chunk, by the chunk's id. */
    static String table(String chunk) {
        return chunk.substring(0, chunk.lastIndexOf(':'));
    }

    @Override
    public void handleSourceEvent(int subtask, SourceEvent event) {
        if (event instanceof FinishedSnapshotSplitsReportEvent finished) {
            Map<String, BinlogOffset> offsets = new HashMap<>(finished.getFinishedOffsets());
            offsets.replaceAll((chunk, offset) -> replayed.contains(table(chunk)) ? start : offset);
            inner.handleSourceEvent(subtask, new FinishedSnapshotSplitsReportEvent(offsets));
        } else {
            inner.handleSourceEvent(subtask, event);
        }
    }

    @Override
    public void start() {
        inner.start();
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {
        inner.handleSplitRequest(subtask, host);
    }

    @Override
    public void addSplitsBack(List<MySqlSplit> splits, int subtask) {
        inner.addSplitsBack(splits, subtask);
    }

    @Override
    public void addReader(int subtask) {
        inner.addReader(subtask);
    }

    @Override
    public PendingSplitsState snapshotState(long checkpoint) throws Exception {
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
