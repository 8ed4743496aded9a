package io.tapstate.connectors.postgres.runtime;

import io.debezium.connector.postgresql.PostgresOffsetContext;
import io.debezium.connector.postgresql.PostgresPartition;
import io.debezium.connector.postgresql.Utils;
import io.debezium.connector.postgresql.connection.PostgresConnection;
import io.debezium.pipeline.EventDispatcher;
import io.debezium.relational.Column;
import io.debezium.relational.SnapshotChangeRecordEmitter;
import io.debezium.relational.Table;
import io.debezium.util.Clock;
import io.debezium.util.ColumnUtils;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.apache.flink.cdc.connectors.base.source.meta.split.SnapshotSplit;
import org.apache.flink.cdc.connectors.postgres.source.fetch.PostgresScanFetchTask;
import org.apache.flink.cdc.connectors.postgres.source.utils.PostgresQueryUtils;
import org.apache.flink.util.FlinkRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The library's reading of a chunk, except that every value is taken as the text the server sends. */
final class TextScanTask extends PostgresScanFetchTask {
    private static final Logger LOG = LoggerFactory.getLogger(TextScanTask.class);

    private final SnapshotSplit split;

    TextScanTask(SnapshotSplit split) {
        super(split);
        this.split = split;
    }

    @Override
    protected void executeDataSnapshot(Context context) throws Exception {
        TextFetchContext reader = (TextFetchContext) context;
        PostgresConnection connection = reader.getConnection();
        Utils.refreshSchema(reader.getDatabaseSchema(), connection, false);
        Table table = reader.getDatabaseSchema().tableFor(split.getTableId());
        if (table == null) {
            throw new FlinkRuntimeException("table " + split.getTableId() + " is no longer there");
        }
        EventDispatcher.SnapshotReceiver<PostgresPartition> receiver =
                reader.getEventDispatcher().getSnapshotChangeEventReceiver();
        try (PreparedStatement query = query(reader, table);
                ResultSet rows = query.executeQuery()) {
            long count = read(reader, table, rows, receiver);
            LOG.info("read {} rows of chunk {}", count, split.splitId());
        } catch (SQLException e) {
            throw new FlinkRuntimeException("chunk " + split.splitId() + " cannot be read", e);
        }
        receiver.completeSnapshot();
    }

    private static long read(
            TextFetchContext reader,
            Table table,
            ResultSet rows,
            EventDispatcher.SnapshotReceiver<PostgresPartition> receiver)
            throws SQLException, InterruptedException {
        PostgresOffsetContext offset = reader.getOffsetContext();
        ColumnUtils.ColumnArray columns = ColumnUtils.toArray(rows, table);
        Column[] order = columns.getColumns();
        long count = 0;
        while (rows.next()) {
            Object[] row = new Object[columns.getGreatestColumnPosition()];
            for (int i = 0; i < order.length; i++) {
                row[order[i].position() - 1] = rows.getString(i + 1);
            }
            offset.event(table.id(), Clock.SYSTEM.currentTime());
            reader.getEventDispatcher()
                    .dispatchSnapshotEvent(
                            reader.getPartition(),
                            table.id(),
                            new SnapshotChangeRecordEmitter<>(reader.getPartition(), offset, row, Clock.SYSTEM),
                            receiver);
            count++;
        }
        return count;
    }

    private PreparedStatement query(TextFetchContext reader, Table table) {
        boolean first = split.getSplitStart() == null;
        boolean last = split.getSplitEnd() == null;
        List<String> uuids = split.getSplitKeyType().getFieldNames().stream()
                .filter(field -> table.columnWithName(field).typeName().equals("uuid"))
                .toList();
        return PostgresQueryUtils.readTableSplitDataStatement(
                reader.getConnection(),
                PostgresQueryUtils.buildSplitScanQuery(split.getTableId(), split.getSplitKeyType(), first, last, uuids),
                first,
                last,
                split.getSplitStart(),
                split.getSplitEnd(),
                split.getSplitKeyType().getFieldCount(),
                reader.getDbzConnectorConfig().getSnapshotFetchSize());
    }
}
