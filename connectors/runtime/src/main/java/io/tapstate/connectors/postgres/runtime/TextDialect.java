package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.cdc.ChangeRecordDecoder;
import io.tapstate.connectors.cdc.ReplayingEnumerator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.cdc.connectors.base.config.JdbcSourceConfig;
import org.apache.flink.cdc.connectors.base.source.assigner.splitter.ChunkSplitter;
import org.apache.flink.cdc.connectors.base.source.assigner.state.ChunkSplitterState;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitBase;
import org.apache.flink.cdc.connectors.base.source.reader.external.FetchTask;
import org.apache.flink.cdc.connectors.base.source.reader.external.JdbcSourceFetchTaskContext;
import org.apache.flink.cdc.connectors.postgres.source.PostgresDialect;
import org.apache.flink.cdc.connectors.postgres.source.config.PostgresSourceConfig;

/**
 * The library's dialect, except that rows are read by our parts, {@link TextFetchContext}, and tables are cut by ours,
 * {@link TableChunks}.
 */
final class TextDialect extends PostgresDialect {
    private static final long serialVersionUID = 1L;

    private final ChangeRecordDecoder decoder;
    private final Map<String, List<String>> keys;
    private final Set<String> replayed = ReplayingEnumerator.tables(List.of());

    /** @param keys key columns by {@code schema.table} */
    TextDialect(PostgresSourceConfig config, ChangeRecordDecoder decoder, Map<String, List<String>> keys) {
        super(config);
        this.decoder = decoder;
        this.keys = new HashMap<>(keys);
    }

    Map<String, List<String>> keys() {
        return keys;
    }

    /** Tables of which the enumerator beside this dialect has to have the log repeated. */
    Set<String> replayed() {
        return replayed;
    }

    @Override
    public ChunkSplitter createChunkSplitter(JdbcSourceConfig config) {
        return createChunkSplitter(config, ChunkSplitterState.NO_SPLITTING_TABLE_STATE);
    }

    @Override
    public ChunkSplitter createChunkSplitter(JdbcSourceConfig config, ChunkSplitterState state) {
        return new TableChunks(config, this, state, replayed::add);
    }

    @Override
    public FetchTask<SourceSplitBase> createFetchTask(SourceSplitBase split) {
        return split.isSnapshotSplit() ? new TextScanTask(split.asSnapshotSplit()) : super.createFetchTask(split);
    }

    @Override
    public JdbcSourceFetchTaskContext createFetchTaskContext(JdbcSourceConfig config) {
        return new TextFetchContext(config, this, decoder);
    }
}
