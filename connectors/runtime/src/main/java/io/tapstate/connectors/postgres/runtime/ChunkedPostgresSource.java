package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.cdc.ReplayingEnumerator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.cdc.connectors.base.config.JdbcSourceConfig;
import org.apache.flink.cdc.connectors.base.source.assigner.state.HybridPendingSplitsState;
import org.apache.flink.cdc.connectors.base.source.assigner.state.PendingSplitsState;
import org.apache.flink.cdc.connectors.base.source.assigner.state.SnapshotPendingSplitsState;
import org.apache.flink.cdc.connectors.base.source.meta.events.FinishedSnapshotSplitsReportEvent;
import org.apache.flink.cdc.connectors.base.source.meta.offset.Offset;
import org.apache.flink.cdc.connectors.base.source.meta.split.SnapshotSplit;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitBase;
import org.apache.flink.cdc.connectors.postgres.source.PostgresSourceBuilder.PostgresIncrementalSource;
import org.apache.flink.cdc.connectors.postgres.source.config.PostgresSourceConfigFactory;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The library's source with {@link TextDialect}; see {@link ReplayingEnumerator} for what follows from its chunks. */
final class ChunkedPostgresSource implements Source<RowChange, SourceSplitBase, PendingSplitsState> {
    private static final long serialVersionUID = 1L;

    private final PostgresIncrementalSource<RowChange> inner;
    private final PostgresSourceConfigFactory settings;
    private final TextDialect dialect;

    ChunkedPostgresSource(
            PostgresIncrementalSource<RowChange> inner, PostgresSourceConfigFactory settings, TextDialect dialect) {
        this.inner = inner;
        this.settings = settings;
        this.dialect = dialect;
    }

    /** The source of the library. */
    PostgresIncrementalSource<RowChange> inner() {
        return inner;
    }

    @Override
    public SplitEnumerator<SourceSplitBase, PendingSplitsState> createEnumerator(
            SplitEnumeratorContext<SourceSplitBase> context) {
        return replaying(inner.createEnumerator(context), Optional.empty());
    }

    @Override
    public SplitEnumerator<SourceSplitBase, PendingSplitsState> restoreEnumerator(
            SplitEnumeratorContext<SourceSplitBase> context, PendingSplitsState state) {
        Optional<Offset> start = Optional.empty();
        if (state instanceof HybridPendingSplitsState hybrid) {
            SnapshotPendingSplitsState snapshot = hybrid.getSnapshotPendingSplits();
            List<SnapshotSplit> chunks = new ArrayList<>(snapshot.getRemainingSplits());
            chunks.addAll(snapshot.getAssignedSplits().values());
            dialect.replayed().addAll(TableChunks.outOfOrder(chunks));
            start = ReplayingEnumerator.earliest(snapshot.getSplitFinishedOffsets(), dialect.replayed());
        }
        return replaying(inner.restoreEnumerator(context, state), start);
    }

    private SplitEnumerator<SourceSplitBase, PendingSplitsState> replaying(
            SplitEnumerator<SourceSplitBase, PendingSplitsState> enumerator, Optional<Offset> start) {
        if (getBoundedness() == Boundedness.BOUNDED) {
            // No log follows that could repeat anything; each row is as it was when its chunk was read.
            return enumerator;
        }
        JdbcSourceConfig config = settings.create(0);
        return new ReplayingEnumerator<>(
                enumerator,
                dialect.replayed(),
                () -> start.orElseGet(() -> dialect.displayCurrentOffset(config)),
                ChunkedPostgresSource::rewritten);
    }

    private static SourceEvent rewritten(SourceEvent event, UnaryOperator<Map<String, Offset>> offsets) {
        return event instanceof FinishedSnapshotSplitsReportEvent finished
                ? new FinishedSnapshotSplitsReportEvent(offsets.apply(new HashMap<>(finished.getFinishedOffsets())))
                : event;
    }

    @Override
    public Boundedness getBoundedness() {
        return inner.getBoundedness();
    }

    @Override
    public SourceReader<RowChange, SourceSplitBase> createReader(SourceReaderContext context) throws Exception {
        return inner.createReader(context);
    }

    @Override
    public SimpleVersionedSerializer<SourceSplitBase> getSplitSerializer() {
        return new ShapedSplit.Serializer(inner.getSplitSerializer());
    }

    @Override
    public SimpleVersionedSerializer<PendingSplitsState> getEnumeratorCheckpointSerializer() {
        return inner.getEnumeratorCheckpointSerializer();
    }
}
