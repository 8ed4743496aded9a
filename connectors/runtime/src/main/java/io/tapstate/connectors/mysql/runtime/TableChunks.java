package io.tapstate.connectors.mysql.runtime;

import io.debezium.connector.mysql.MySqlPartition;
import io.debezium.jdbc.JdbcConnection;
import io.debezium.relational.Table;
import io.debezium.relational.TableId;
import io.debezium.relational.history.TableChanges.TableChange;
import io.tapstate.connectors.cdc.ChunkSize;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.flink.cdc.connectors.mysql.debezium.DebeziumUtils;
import org.apache.flink.cdc.connectors.mysql.schema.MySqlSchema;
import org.apache.flink.cdc.connectors.mysql.source.assigners.MySqlChunkSplitter;
import org.apache.flink.cdc.connectors.mysql.source.assigners.state.ChunkSplitterState;
import org.apache.flink.cdc.connectors.mysql.source.assigners.state.ChunkSplitterState.ChunkBound;
import org.apache.flink.cdc.connectors.mysql.source.config.MySqlSourceConfig;
import org.apache.flink.cdc.connectors.mysql.source.split.MySqlSnapshotSplit;
import org.apache.flink.table.types.logical.RowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cuts a table into chunks of its own size, at bounds that the server itself finds: the library compares them in Java,
 * which knows neither collations nor bytes nor dates.
 *
 * <p>One chunk is cut per call, so that reading begins before a large table is cut through.
 */
final class TableChunks extends MySqlChunkSplitter {
    private static final Logger LOG = LoggerFactory.getLogger(TableChunks.class);

    private final MySqlSourceConfig config;
    private final MySqlSchema schema;
    private final Map<String, List<String>> keys;
    private final Consumer<String> outOfOrder;
    private final Object lock = new Object();
    private JdbcConnection jdbc;
    private TableId table;
    private Object nextStart;
    private int nextId;
    private Cut cut;

    /**
     * @param keys key columns by {@code database.table}
     * @param outOfOrder takes the {@code database.table} of tables whose chunks the log reader cannot tell apart, before
     *     any of them is handed out
     */
    TableChunks(
            MySqlSchema schema,
            MySqlSourceConfig config,
            ChunkSplitterState state,
            Map<String, List<String>> keys,
            Consumer<String> outOfOrder) {
        super(schema, config, state);
        this.schema = schema;
        this.config = config;
        this.keys = keys;
        this.outOfOrder = outOfOrder;
        this.table = state.getCurrentSplittingTableId();
        if (table != null) {
            this.nextStart = state.getNextChunkStart().getValue();
            this.nextId = state.getNextChunkId();
        }
    }

    /**
     * How one table is cut.
     *
     * @param column empty for a table that is read as one
     * @param max the last value when cutting began; rows behind it belong to the last chunk
     * @param step what to add for the next bound of dense whole numbers
     */
    private record Cut(
            TableChange schema, Optional<SplitColumn> column, RowType type, int rows, Object max, OptionalLong step) {}

    @Override
    public void open() {
        jdbc = DebeziumUtils.openJdbcConnection(config);
    }

    @Override
    public List<MySqlSnapshotSplit> splitChunks(MySqlPartition partition, TableId next) throws Exception {
        synchronized (lock) {
            if (!keys.containsKey(next.toString())) {
                // The library looks for tables without regard to case.
                return List.of();
            }
            if (table == null) {
                table = next;
                nextStart = null;
                nextId = 0;
                cut = null;
            }
            if (cut == null) {
                cut = cut(partition, next);
            }
            Object end = cut.column().isEmpty() ? null : end(cut.column().get());
            MySqlSnapshotSplit chunk = new MySqlSnapshotSplit(
                    next, nextId, cut.type(), bound(nextStart), bound(end), null, Map.of(next, cut.schema()));
            if (end != null && !cut.column().get().ordered()) {
                outOfOrder.accept(next.toString());
            }
            nextStart = end;
            nextId++;
            if (end == null) {
                LOG.info("cut table {} into {} chunks of about {} rows", next, nextId, cut.rows());
                table = null;
            }
            return List.of(chunk);
        }
    }

    @Override
    public boolean hasNextChunk() {
        return table != null;
    }

    @Override
    public ChunkSplitterState snapshotState(long checkpoint) {
        synchronized (lock) {
            if (table == null) {
                return ChunkSplitterState.NO_SPLITTING_TABLE_STATE;
            }
            ChunkBound start = nextStart == null ? ChunkBound.START_BOUND : ChunkBound.middleOf(nextStart);
            return new ChunkSplitterState(table, start, nextId);
        }
    }

    @Override
    public TableId getCurrentSplittingTableId() {
        return table;
    }

    @Override
    public Integer getNextChunkId() {
        return nextId;
    }

    @Override
    public void close() throws Exception {
        if (jdbc != null) {
            jdbc.close();
        }
        super.close();
    }

    private static Object[] bound(Object value) {
        return value == null ? null : new Object[] {value};
    }

    private Cut cut(MySqlPartition partition, TableId id) throws SQLException {
        TableChange read = schema.getTableSchema(partition, jdbc, id);
        List<String> key = keys.getOrDefault(id.toString(), List.of());
        OptionalLong rows = OptionalLong.empty();
        OptionalLong width = OptionalLong.empty();
        try (PreparedStatement query = jdbc.connection()
                .prepareStatement("SELECT table_rows, avg_row_length FROM information_schema.tables"
                        + " WHERE table_schema = ? AND table_name = ?")) {
            refreshStatistics();
            query.setString(1, id.catalog());
            query.setString(2, id.table());
            try (ResultSet row = query.executeQuery()) {
                if (row.next()) {
                    rows = known(row, 1);
                    width = known(row, 2);
                }
            }
        }
        int size = ChunkSize.rows(rows, width);
        Optional<SplitColumn> column = SplitColumn.of(read.getTable(), key);
        Object max = column.isEmpty()
                ? null
                : value(column.get(), "SELECT " + column.get().max() + " FROM " + quoted(id));
        if (max == null) {
            return new Cut(read, Optional.empty(), type(read.getTable(), column), size, null, OptionalLong.empty());
        }
        OptionalLong step = key.size() == 1 ? step(column.get(), rows, size, max) : OptionalLong.empty();
        return new Cut(read, column, type(read.getTable(), column), size, max, step);
    }

    private static RowType type(Table table, Optional<SplitColumn> column) {
        return column.map(SplitColumn::type)
                .orElseGet(() -> SplitColumn.unbounded(table.columns().get(0).name()));
    }

    // MySQL 8 answers from a cache that is up to a day old; MariaDB has neither the cache nor the variable.
    private void refreshStatistics() throws SQLException {
        try (Statement statement = jdbc.connection().createStatement();
                ResultSet there = statement.executeQuery("SHOW VARIABLES LIKE 'information_schema_stats_expiry'")) {
            if (there.next()) {
                statement.execute("SET SESSION information_schema_stats_expiry = 0");
            }
        }
    }

    private static OptionalLong known(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() || value <= 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** Bounds of dense unique whole numbers can be reckoned: no chunk gets more than twice its rows. */
    private OptionalLong step(SplitColumn column, OptionalLong rows, int size, Object max) throws SQLException {
        if (!(max instanceof Long last) || !column.ordered() || rows.isEmpty() || rows.getAsLong() < 2L * size) {
            return OptionalLong.empty();
        }
        Object min = value(column, "SELECT MIN(" + column.quoted() + ") FROM " + quoted(table));
        if (!(min instanceof Long first)) {
            return OptionalLong.empty();
        }
        double spread = ((double) last - (double) first + 1) / rows.getAsLong();
        return spread > 0 && spread <= 2 ? OptionalLong.of((long) Math.max(1, spread * size)) : OptionalLong.empty();
    }

    /** The bound after {@link #nextStart}; null when the rest is one chunk. */
    private Object end(SplitColumn column) throws SQLException {
        if (cut.step().isPresent()) {
            long last = (Long) cut.max();
            long start = nextStart == null
                    ? (Long) value(column, "SELECT MIN(" + column.quoted() + ") FROM " + quoted(table))
                    : (Long) nextStart;
            return last - cut.step().getAsLong() < start
                    ? null
                    : (Object) (start + cut.step().getAsLong());
        }
        String upTo = " FROM " + quoted(table) + " WHERE " + column.quoted() + " <= ?";
        if (nextStart == null) {
            String sql = "SELECT " + column.selected() + upTo + " ORDER BY " + column.quoted() + " LIMIT 1 OFFSET "
                    + cut.rows();
            return value(column, sql, cut.max());
        }
        String sql = "SELECT " + column.selected() + ", " + column.quoted() + " > ?" + upTo + " AND " + column.quoted()
                + " >= ? ORDER BY " + column.quoted() + " LIMIT 1 OFFSET " + cut.rows();
        try (PreparedStatement query = prepared(sql, nextStart, cut.max(), nextStart);
                ResultSet row = query.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            if (row.getBoolean(2)) {
                return column.value(row);
            }
        }
        // More rows with the same value than a chunk should have: they cannot be parted.
        String beyond = "SELECT " + column.min() + upTo + " AND " + column.quoted() + " > ?";
        return value(column, beyond, cut.max(), nextStart);
    }

    private Object value(SplitColumn column, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement query = prepared(sql, parameters);
                ResultSet row = query.executeQuery()) {
            return row.next() ? column.value(row) : null;
        }
    }

    private PreparedStatement prepared(String sql, Object... parameters) throws SQLException {
        PreparedStatement query = jdbc.connection().prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            query.setObject(i + 1, parameters[i]);
        }
        return query;
    }

    private static String quoted(TableId id) {
        return SplitColumn.quoted(id.catalog()) + "." + SplitColumn.quoted(id.table());
    }

    /** All tables of a state whose chunks, cut before, the log reader cannot tell apart; as chunk ids name them. */
    static List<String> outOfOrder(Iterable<? extends MySqlSnapshotSplit> chunks) {
        List<String> tables = new ArrayList<>();
        for (MySqlSnapshotSplit chunk : chunks) {
            boolean cut = chunk.getSplitStart() != null || chunk.getSplitEnd() != null;
            if (cut && !SplitColumn.isOrdered(chunk.getSplitKeyType())) {
                tables.add(chunk.getTableId().toString());
            }
        }
        return tables;
    }
}
