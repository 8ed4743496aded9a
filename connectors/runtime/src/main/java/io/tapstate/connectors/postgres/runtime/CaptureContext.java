package io.tapstate.connectors.postgres.runtime;

import io.debezium.relational.Table;
import io.debezium.relational.TableId;
import io.debezium.relational.history.TableChanges.TableChange;
import io.debezium.util.SchemaNameAdjuster;
import io.tapstate.connectors.cdc.CdcSettings;
import io.tapstate.connectors.cdc.ChangeRecordDecoder;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.cdc.connectors.base.config.JdbcSourceConfig;
import org.apache.flink.cdc.connectors.base.source.meta.split.SnapshotSplit;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitBase;
import org.apache.flink.cdc.connectors.base.source.meta.split.StreamSplit;
import org.apache.flink.cdc.connectors.postgres.source.fetch.PostgresSourceFetchTaskContext;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;
import org.apache.flink.table.types.logical.RowType;

/**
 * What the library asks about records while it reads a chunk or the log.
 *
 * <p>A truncate fails here, before the library looks for the chunk that the change belongs to: it has no row, and the
 * library stumbles over that while chunks are read. None is missed: a chunk's own part of the log is looked through from
 * before its rows were read until after, and the rest of the log from the end of the first chunk on.
 */
final class CaptureContext extends PostgresSourceFetchTaskContext {
    private final CaptureDialect dialect;
    private final ChangeRecordDecoder decoder;

    CaptureContext(JdbcSourceConfig config, CaptureDialect dialect, ChangeRecordDecoder decoder) {
        super(config, dialect);
        this.dialect = dialect;
        this.decoder = decoder;
    }

    @Override
    public boolean isDataChangeRecord(SourceRecord record) {
        decoder.refuseTruncate(record);
        return super.isDataChangeRecord(record);
    }

    /**
     * Where Java cannot tell which chunk a row is of, a chunk stays as its query read it, and the log repeats what
     * happened meanwhile: see {@link io.tapstate.connectors.cdc.ReplayingEnumerator}.
     */
    @Override
    public boolean isRecordBetween(SourceRecord record, Object[] start, Object[] end) {
        if (start == null && end == null) {
            return true;
        }
        RowType type = getSplitType(getDatabaseSchema().tableFor(getTableId(record)));
        return TableChunks.isOrdered(type) && super.isRecordBetween(record, start, end);
    }

    @Override
    public RowType getSplitType(Table table) {
        return TableChunks.type(TableChunks.column(table, dialect.keys()));
    }

    // Fields are named as columns are, whatever is in a name.
    @Override
    public SchemaNameAdjuster getSchemaNameAdjuster() {
        return name -> name;
    }

    // The library takes these names for patterns.
    @Override
    public void configure(SourceSplitBase split) {
        if (split instanceof SnapshotSplit chunk) {
            super.configure(new SnapshotSplit(
                    literally(chunk.getTableId()),
                    0,
                    chunk.getSplitKeyType(),
                    chunk.getSplitStart(),
                    chunk.getSplitEnd(),
                    chunk.getHighWatermark(),
                    chunk.getTableSchemas()));
        } else if (split instanceof StreamSplit stream && !stream.splitId().equals(StreamSplit.STREAM_SPLIT_ID)) {
            Map<TableId, TableChange> schemas = new HashMap<>();
            stream.getTableSchemas().forEach((id, schema) -> schemas.put(literally(id), schema));
            super.configure(new StreamSplit(
                    stream.splitId(),
                    stream.getStartingOffset(),
                    stream.getEndingOffset(),
                    stream.getFinishedSnapshotSplitInfos(),
                    schemas,
                    stream.getTotalFinishedSplitSize(),
                    stream.isSuspended(),
                    stream.isSnapshotCompleted()));
        } else {
            super.configure(split);
        }
    }

    private static TableId literally(TableId id) {
        return new TableId(null, CdcSettings.literally(id.schema()), CdcSettings.literally(id.table()));
    }
}
