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
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.cdc.connectors.base.source.meta.split.SnapshotSplit;
import org.apache.flink.cdc.connectors.postgres.source.fetch.PostgresScanFetchTask;
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
            throw new FlinkRuntimeException("table " + PlainNames.real(split.getTableId()) + " is no longer there");
        }
        EventDispatcher.SnapshotReceiver<PostgresPartition> receiver =
                reader.getEventDispatcher().getSnapshotChangeEventReceiver();
        try (PreparedStatement query = query(reader);
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
        int[] positions = positions(rows.getMetaData(), table);
        long count = 0;
        while (rows.next()) {
            Object[] row = new Object[table.columns().size()];
            for (int i = 0; i < positions.length; i++) {
                row[positions[i] - 1] = rows.getString(i + 1);
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

    /** Where the values of a row go, in the order in which they come. */
    private static int[] positions(ResultSetMetaData rows, Table table) throws SQLException {
        int[] positions = new int[rows.getColumnCount()];
        for (int i = 0; i < positions.length; i++) {
            String name = rows.getColumnName(i + 1);
            Column column = table.columnWithName(PlainNames.plain(name));
            if (column == null) {
                throw new FlinkRuntimeException(
                        "column " + name + " came to table " + PlainNames.real(table.id()) + " while it was read");
            }
            positions[i] = column.position();
        }
        return positions;
    }

    private PreparedStatement query(TextFetchContext reader) throws SQLException {
        String column =
                PlainNames.quotedColumn(split.getSplitKeyType().getFieldNames().get(0));
        List<String> conditions = new ArrayList<>();
        List<Object> bounds = new ArrayList<>();
        if (split.getSplitStart() != null) {
            conditions.add(column + " >= ?");
            bounds.add(split.getSplitStart()[0]);
        }
        if (split.getSplitEnd() != null) {
            conditions.add(column + " < ?");
            bounds.add(split.getSplitEnd()[0]);
        }
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        Connection connection = reader.getConnection().connection();
        // Else the driver would fetch all rows at once.
        connection.setAutoCommit(false);
        PreparedStatement query = TableChunks.prepared(
                connection, "SELECT * FROM " + PlainNames.quoted(split.getTableId()) + where, bounds.toArray());
        query.setFetchSize(reader.getDbzConnectorConfig().getSnapshotFetchSize());
        return query;
    }
}
