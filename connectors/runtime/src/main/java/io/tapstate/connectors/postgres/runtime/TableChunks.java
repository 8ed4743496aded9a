package io.tapstate.connectors.postgres.runtime;

import io.debezium.jdbc.JdbcConnection;
import io.debezium.relational.Column;
import io.debezium.relational.Table;
import io.debezium.relational.TableId;
import io.debezium.relational.history.TableChanges.TableChange;
import io.tapstate.connectors.cdc.ChunkSize;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.cdc.connectors.base.config.JdbcSourceConfig;
import org.apache.flink.cdc.connectors.base.source.assigner.state.ChunkSplitterState;
import org.apache.flink.cdc.connectors.base.source.assigner.state.ChunkSplitterState.ChunkBound;
import org.apache.flink.cdc.connectors.base.source.meta.split.SnapshotSplit;
import org.apache.flink.cdc.connectors.postgres.source.PostgresChunkSplitter;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cuts a table into chunks of its own size, at bounds that the server itself finds: the library compares them in Java,
 * which knows neither collations nor bytes nor dates. Whole numbers are bounds as numbers, all else as the text that the
 * server prints and reads; every type that can be a key has both an order and such a text.
 *
 * <p>One chunk is cut per call, so that reading begins before a large table is cut through.
 */
final class TableChunks extends PostgresChunkSplitter {
    private static final Logger LOG = LoggerFactory.getLogger(TableChunks.class);
    private static final Set<String> WHOLE =
            Set.of("int2", "int4", "int8", "smallserial", "serial", "bigserial", "serial2", "serial4", "serial8");

    // A partitioned table has no rows itself; wide values lie beside the rows.
    private static final String STATISTICS = """
            WITH RECURSIVE part (oid) AS (
              SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE n.nspname = ? AND c.relname = ?
              UNION ALL
              SELECT i.inhrelid FROM part p JOIN pg_class c ON c.oid = p.oid AND c.relkind = 'p'
                JOIN pg_inherits i ON i.inhparent = p.oid
            )
            SELECT sum(greatest(c.reltuples, 0))::bigint, sum(c.relpages + coalesce(t.relpages, 0))::bigint
            FROM part p JOIN pg_class c ON c.oid = p.oid LEFT JOIN pg_class t ON t.oid = c.reltoastrelid
            """;
    private static final int UUID_LENGTH = 36;
    private static final long PAGE_BYTES = 8_192;

    private final TextDialect dialect;
    private final JdbcSourceConfig config;
    private final Consumer<String> outOfOrder;
    private final Object lock = new Object();
    private JdbcConnection jdbc;
    private TableId table;
    private Object nextStart;
    private int nextId;
    private Cut cut;

    /**
     * @param outOfOrder takes tables whose chunks the log reader cannot tell apart, before any of them is handed out
     */
    TableChunks(JdbcSourceConfig config, TextDialect dialect, ChunkSplitterState state, Consumer<String> outOfOrder) {
        super(config, dialect, state);
        this.outOfOrder = outOfOrder;
        this.config = config;
        this.dialect = dialect;
        TableId begun = state.getCurrentSplittingTableId();
        if (begun != null) {
            // Read back, a schema is taken for a catalogue.
            this.table = begun.schema() == null ? new TableId(null, begun.catalog(), begun.table()) : begun;
            this.nextStart = state.getNextChunkStart().getValue();
            this.nextId = state.getNextChunkId();
        }
    }

    /**
     * How one table is cut.
     *
     * @param max the last value when cutting began; rows behind it belong to the last chunk; null for a table that is
     *     read as one
     * @param step what to add for the next bound of dense whole numbers
     */
    private record Cut(TableChange schema, Column column, int rows, Object max, OptionalLong step) {
        boolean whole() {
            return WHOLE.contains(column.typeName());
        }
    }

    /** The key column whose values part the rows. */
    static Column column(Table table, List<String> key) {
        Column leading = key.isEmpty() ? null : table.columnWithName(key.get(0));
        return leading == null ? table.columns().get(0) : leading;
    }

    /** The column of the bounds, and what they are: whole numbers, uuids, or texts that only the server can compare. */
    static RowType type(Column column) {
        LogicalType type = WHOLE.contains(column.typeName())
                ? new BigIntType()
                : new VarCharType(column.typeName().equals("uuid") ? UUID_LENGTH : VarCharType.MAX_LENGTH);
        return new RowType(List.of(new RowType.RowField(column.name(), type)));
    }

    /** Whether the library's comparison of a bound of this type with a row's value is right. */
    static boolean isOrdered(RowType type) {
        LogicalType column = type.getTypeAt(0);
        return column instanceof BigIntType || column instanceof VarCharType text && text.getLength() == UUID_LENGTH;
    }

    /** All tables of a state whose chunks, cut before, the log reader cannot tell apart; as chunk ids name them. */
    static List<String> outOfOrder(Iterable<? extends SnapshotSplit> chunks) {
        List<String> tables = new ArrayList<>();
        for (SnapshotSplit chunk : chunks) {
            boolean cut = chunk.getSplitStart() != null || chunk.getSplitEnd() != null;
            if (cut && !isOrdered(chunk.getSplitKeyType())) {
                tables.add(chunk.getTableId().toString());
            }
        }
        return tables;
    }

    @Override
    public void open() {
        jdbc = dialect.openJdbcConnection(config);
    }

    @Override
    public Collection<SnapshotSplit> generateSplits(TableId next) throws Exception {
        synchronized (lock) {
            if (table == null) {
                table = next;
                nextStart = null;
                nextId = 0;
                cut = null;
            }
            if (cut == null) {
                cut = cut(next);
            }
            Object end = cut.max() == null ? null : end();
            SnapshotSplit chunk = new SnapshotSplit(
                    next, nextId, type(cut.column()), bound(nextStart), bound(end), null, Map.of(next, cut.schema()));
            if (end != null && !isOrdered(chunk.getSplitKeyType())) {
                outOfOrder.accept(next.toString());
            }
            nextStart = end;
            nextId++;
            if (end == null) {
                LOG.info("cut table {} into {} chunks of about {} rows", PlainNames.real(next), nextId, cut.rows());
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
    public void close() throws Exception {
        if (jdbc != null) {
            jdbc.close();
        }
        super.close();
    }

    private static Object[] bound(Object value) {
        return value == null ? null : new Object[] {value};
    }

    private Cut cut(TableId id) throws SQLException {
        TableChange schema = dialect.queryTableSchema(jdbc, id);
        Column column = column(schema.getTable(), dialect.tables().key(id));
        OptionalLong rows = OptionalLong.empty();
        OptionalLong width = OptionalLong.empty();
        try (PreparedStatement query = jdbc.connection().prepareStatement(STATISTICS)) {
            query.setString(1, PlainNames.real(id.schema()));
            query.setString(2, PlainNames.real(id.table()));
            try (ResultSet row = query.executeQuery()) {
                if (row.next() && row.getLong(1) > 0) {
                    rows = OptionalLong.of(row.getLong(1));
                    width = OptionalLong.of(row.getLong(2) * PAGE_BYTES / row.getLong(1));
                }
            }
        }
        int size = ChunkSize.rows(rows, width);
        Cut whole = new Cut(schema, column, size, null, OptionalLong.empty());
        // Rows without a value would be of no chunk.
        Object max = column.isOptional() ? null : extreme(whole, id, "DESC");
        if (max == null) {
            return whole;
        }
        return new Cut(schema, column, size, max, step(whole, id, rows, max));
    }

    /** Bounds of dense unique whole numbers can be reckoned: no chunk gets more than twice its rows. */
    private OptionalLong step(Cut cut, TableId id, OptionalLong rows, Object max) throws SQLException {
        if (!cut.whole() || dialect.tables().key(id).size() != 1) {
            return OptionalLong.empty();
        }
        if (rows.isEmpty() || rows.getAsLong() < 2L * cut.rows()) {
            return OptionalLong.empty();
        }
        long first = (Long) extreme(cut, id, "ASC");
        double spread = ((double) (Long) max - (double) first + 1) / rows.getAsLong();
        return spread > 0 && spread <= 2
                ? OptionalLong.of((long) Math.max(1, spread * cut.rows()))
                : OptionalLong.empty();
    }

    private Object extreme(Cut cut, TableId id, String order) throws SQLException {
        String column = qualified(cut.column());
        return value(
                cut,
                "SELECT " + column + "::text FROM " + PlainNames.quoted(id) + " r ORDER BY " + column + " " + order
                        + " LIMIT 1");
    }

    /** The bound after {@link #nextStart}; null when the rest is one chunk. */
    private Object end() throws SQLException {
        if (cut.step().isPresent()) {
            long start = nextStart == null ? (Long) extreme(cut, table, "ASC") : (Long) nextStart;
            long last = (Long) cut.max();
            return last - cut.step().getAsLong() < start
                    ? null
                    : (Object) (start + cut.step().getAsLong());
        }
        String column = qualified(cut.column());
        String upTo = " FROM " + PlainNames.quoted(table) + " r WHERE " + column + " <= ?";
        String nth = " ORDER BY " + column + " LIMIT 1 OFFSET " + cut.rows();
        if (nextStart == null) {
            return value(cut, "SELECT " + column + "::text" + upTo + nth, cut.max());
        }
        String sql = "SELECT " + column + "::text, " + column + " > ?" + upTo + " AND " + column + " >= ?" + nth;
        try (PreparedStatement query = prepared(sql, nextStart, cut.max(), nextStart);
                ResultSet row = query.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            if (row.getBoolean(2)) {
                return value(cut, row);
            }
        }
        // More rows with the same value than a chunk should have: they cannot be parted.
        String beyond =
                "SELECT " + column + "::text" + upTo + " AND " + column + " > ? ORDER BY " + column + " LIMIT 1";
        return value(cut, beyond, cut.max(), nextStart);
    }

    private Object value(Cut cut, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement query = prepared(sql, parameters);
                ResultSet row = query.executeQuery()) {
            return row.next() ? value(cut, row) : null;
        }
    }

    private static Object value(Cut cut, ResultSet row) throws SQLException {
        return cut.whole() ? (Object) row.getLong(1) : row.getString(1);
    }

    private PreparedStatement prepared(String sql, Object... parameters) throws SQLException {
        return prepared(jdbc.connection(), sql, parameters);
    }

    /** A query whose parameters are bounds. */
    static PreparedStatement prepared(Connection connection, String sql, Object... parameters) throws SQLException {
        PreparedStatement query = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i] instanceof String) {
                // Of no type of its own: the server reads it as one of the column's.
                query.setObject(i + 1, parameters[i], Types.OTHER);
            } else {
                query.setObject(i + 1, parameters[i]);
            }
        }
        return query;
    }

    // A bare name after ORDER BY would be that of the text it is printed as.
    private static String qualified(Column column) {
        return "r." + PlainNames.quotedColumn(column.name());
    }
}
