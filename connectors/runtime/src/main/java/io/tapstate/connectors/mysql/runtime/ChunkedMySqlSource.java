package io.tapstate.connectors.mysql.runtime;

import io.debezium.jdbc.JdbcConnection;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.cdc.ReplayingEnumerator;
import java.lang.reflect.Field;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.cdc.connectors.mysql.debezium.DebeziumUtils;
import org.apache.flink.cdc.connectors.mysql.schema.MySqlSchema;
import org.apache.flink.cdc.connectors.mysql.source.MySqlSource;
import org.apache.flink.cdc.connectors.mysql.source.assigners.MySqlChunkSplitter;
import org.apache.flink.cdc.connectors.mysql.source.assigners.MySqlHybridSplitAssigner;
import org.apache.flink.cdc.connectors.mysql.source.assigners.MySqlSnapshotSplitAssigner;
import org.apache.flink.cdc.connectors.mysql.source.assigners.state.HybridPendingSplitsState;
import org.apache.flink.cdc.connectors.mysql.source.assigners.state.PendingSplitsState;
import org.apache.flink.cdc.connectors.mysql.source.assigners.state.SnapshotPendingSplitsState;
import org.apache.flink.cdc.connectors.mysql.source.config.MySqlSourceConfig;
import org.apache.flink.cdc.connectors.mysql.source.enumerator.MySqlSourceEnumerator;
import org.apache.flink.cdc.connectors.mysql.source.events.FinishedSnapshotSplitsReportEvent;
import org.apache.flink.cdc.connectors.mysql.source.offset.BinlogOffset;
import org.apache.flink.cdc.connectors.mysql.source.split.MySqlSnapshotSplit;
import org.apache.flink.cdc.connectors.mysql.source.split.MySqlSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The library's source, whose tables are cut by {@link TableChunks}; see {@link ReplayingEnumerator} for what follows from that.
 */
final class ChunkedMySqlSource implements Source<RowChange, MySqlSplit, PendingSplitsState> {
    private static final long serialVersionUID = 1L;

    private final MySqlSource<RowChange> inner;
    private final Map<String, List<String>> keys;
    private final TreeSet<String> replayed;

    /**
     * @param keys key columns by {@code database.table}
     * @param replayed tables, likewise, of which every change is wanted that the log has since reading began
     */
    ChunkedMySqlSource(MySqlSource<RowChange> inner, Map<String, List<String>> keys, Collection<String> replayed) {
        this.inner = inner;
        set(MySqlSource.class, inner, "configFactory", new ChunkConfigs(inner.getConfigFactory()));
        this.keys = new HashMap<>(keys);
        this.replayed = new TreeSet<>(replayed);
    }

    /** The source of the library. */
    MySqlSource<RowChange> inner() {
        return inner;
    }

    @Override
    public SplitEnumerator<MySqlSplit, PendingSplitsState> createEnumerator(
            SplitEnumeratorContext<MySqlSplit> context) {
        return chunked(inner.createEnumerator(context), ReplayingEnumerator.tables(replayed), Optional.empty());
    }

    @Override
    public SplitEnumerator<MySqlSplit, PendingSplitsState> restoreEnumerator(
            SplitEnumeratorContext<MySqlSplit> context, PendingSplitsState state) {
        Set<String> again = ReplayingEnumerator.tables(replayed);
        Optional<BinlogOffset> start = Optional.empty();
        if (state instanceof HybridPendingSplitsState hybrid) {
            SnapshotPendingSplitsState snapshot = hybrid.getSnapshotPendingSplits();
            List<MySqlSnapshotSplit> chunks = new ArrayList<>(snapshot.getRemainingSplits());
            chunks.addAll(snapshot.getAssignedSplits().values());
            again.addAll(TableChunks.outOfOrder(chunks));
            start = ReplayingEnumerator.earliest(snapshot.getSplitFinishedOffsets(), again);
        }
        return chunked(inner.restoreEnumerator(context, state), again, start);
    }

    private SplitEnumerator<MySqlSplit, PendingSplitsState> chunked(
            SplitEnumerator<MySqlSplit, PendingSplitsState> enumerator,
            Set<String> again,
            Optional<BinlogOffset> start) {
        MySqlSourceConfig config = inner.getConfigFactory().createConfig(0);
        Object assigner = field(MySqlSourceEnumerator.class, enumerator, "splitAssigner");
        if (assigner instanceof MySqlHybridSplitAssigner) {
            assigner = field(MySqlHybridSplitAssigner.class, assigner, "snapshotSplitAssigner");
        }
        if (!(assigner instanceof MySqlSnapshotSplitAssigner snapshot)) {
            return enumerator;
        }
        MySqlChunkSplitter before =
                (MySqlChunkSplitter) field(MySqlSnapshotSplitAssigner.class, snapshot, "chunkSplitter");
        MySqlSchema schema = (MySqlSchema) field(MySqlChunkSplitter.class, before, "mySqlSchema");
        TableChunks chunks = new TableChunks(schema, config, before.snapshotState(0), keys, again::add);
        set(MySqlSnapshotSplitAssigner.class, snapshot, "chunkSplitter", chunks);
        if (getBoundedness() == Boundedness.BOUNDED) {
            // No log follows that could repeat anything; each row is as it was when its chunk was read.
            return enumerator;
        }
        return new ReplayingEnumerator<>(
                enumerator, again, () -> start.orElseGet(() -> current(config)), ChunkedMySqlSource::rewritten);
    }

    private static SourceEvent rewritten(SourceEvent event, UnaryOperator<Map<String, BinlogOffset>> offsets) {
        return event instanceof FinishedSnapshotSplitsReportEvent finished
                ? new FinishedSnapshotSplitsReportEvent(offsets.apply(new HashMap<>(finished.getFinishedOffsets())))
                : event;
    }

    private static BinlogOffset current(MySqlSourceConfig config) {
        try (JdbcConnection jdbc = DebeziumUtils.openJdbcConnection(config)) {
            return DebeziumUtils.currentBinlogOffset(jdbc);
        } catch (SQLException e) {
            throw new FlinkRuntimeException(e);
        }
    }

    // The library makes its splitter itself and offers no other way in.
    private static Object field(Class<?> owner, Object of, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this version of the library has no " + owner.getSimpleName() + "." + name, e);
        }
    }

    private static void set(Class<?> owner, Object of, String name, Object value) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            field.set(of, value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this version of the library takes no other " + owner.getSimpleName() + "." + name, e);
        }
    }

    @Override
    public Boundedness getBoundedness() {
        return inner.getBoundedness();
    }

    @Override
    public SourceReader<RowChange, MySqlSplit> createReader(SourceReaderContext context) throws Exception {
        return inner.createReader(context);
    }

    @Override
    public SimpleVersionedSerializer<MySqlSplit> getSplitSerializer() {
        return inner.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<PendingSplitsState> getEnumeratorCheckpointSerializer() {
        return inner.getEnumeratorCheckpointSerializer();
    }
}
