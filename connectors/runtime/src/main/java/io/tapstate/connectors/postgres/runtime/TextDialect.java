package io.tapstate.connectors.postgres.runtime;

import io.debezium.jdbc.JdbcConnection;
import io.debezium.relational.TableId;
import io.debezium.relational.history.TableChanges;
import io.debezium.relational.history.TableChanges.TableChange;
import io.tapstate.connectors.cdc.ChangeRecordDecoder;
import io.tapstate.connectors.cdc.ReplayingEnumerator;
import io.tapstate.connectors.runtime.SourceRequest;
import java.sql.SQLException;
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
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The library's dialect, except that rows are read by our parts, {@link TextFetchContext}, tables are cut by ours, {@link
 * TableChunks}, and found in the catalogue by ours, {@link PlainTables}.
 */
final class TextDialect extends PostgresDialect {
    private static final long serialVersionUID = 1L;

    private final ChangeRecordDecoder decoder;
    private final PlainTables tables;
    private final Set<String> replayed = ReplayingEnumerator.tables(List.of());

    /** @param tables with plain names, see {@link PlainNames} */
    TextDialect(PostgresSourceConfig config, ChangeRecordDecoder decoder, List<SourceRequest.Table> tables) {
        super(config);
        this.decoder = decoder;
        this.tables = new PlainTables(tables);
    }

    PlainTables tables() {
        return tables;
    }

    /** Tables of which the enumerator beside this dialect has to have the log repeated. */
    Set<String> replayed() {
        return replayed;
    }

    @Override
    public List<TableId> discoverDataCollections(JdbcSourceConfig config) {
        return tables.ids();
    }

    @Override
    public Map<TableId, TableChange> discoverDataCollectionSchemas(JdbcSourceConfig config) {
        Map<TableId, TableChange> schemas = new HashMap<>();
        try (JdbcConnection jdbc = openJdbcConnection(config)) {
            tables.ids().forEach(table -> schemas.put(table, queryTableSchema(jdbc, table)));
        } catch (SQLException e) {
            throw new FlinkRuntimeException("the catalogue cannot be read", e);
        }
        return schemas;
    }

    @Override
    public TableChange queryTableSchema(JdbcConnection jdbc, TableId table) {
        try {
            return new TableChange(
                    TableChanges.TableChangeType.CREATE,
                    tables.read(jdbc.connection(), table)
                            .orElseThrow(() -> new FlinkRuntimeException(
                                    "table " + PlainNames.real(table) + " is no longer there")));
        } catch (SQLException e) {
            throw new FlinkRuntimeException("the catalogue cannot be read", e);
        }
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
