package io.tapstate.connectors.postgres.runtime;

import io.debezium.config.Configuration;
import io.debezium.connector.base.ChangeEventQueue;
import io.debezium.connector.postgresql.PostgresConnectorConfig;
import io.debezium.connector.postgresql.PostgresErrorHandler;
import io.debezium.connector.postgresql.PostgresEventDispatcher;
import io.debezium.connector.postgresql.PostgresObjectUtils;
import io.debezium.connector.postgresql.PostgresOffsetContext;
import io.debezium.connector.postgresql.PostgresPartition;
import io.debezium.connector.postgresql.PostgresSchema;
import io.debezium.connector.postgresql.PostgresTaskContext;
import io.debezium.connector.postgresql.PostgresTopicSelector;
import io.debezium.connector.postgresql.connection.PostgresConnection;
import io.debezium.connector.postgresql.connection.PostgresReplicationConnection;
import io.debezium.connector.postgresql.connection.ReplicationConnection;
import io.debezium.connector.postgresql.spi.Snapshotter;
import io.debezium.heartbeat.Heartbeat;
import io.debezium.heartbeat.HeartbeatFactory;
import io.debezium.pipeline.DataChangeEvent;
import io.debezium.pipeline.ErrorHandler;
import io.debezium.pipeline.metrics.DefaultChangeEventSourceMetricsFactory;
import io.debezium.pipeline.metrics.SnapshotChangeEventSourceMetrics;
import io.debezium.pipeline.source.spi.EventMetadataProvider;
import io.debezium.relational.TableId;
import io.debezium.schema.TopicSelector;
import io.tapstate.connectors.cdc.CdcSettings;
import io.tapstate.connectors.cdc.ChangeRecordDecoder;
import io.tapstate.connectors.cdc.ReplayingEnumerator;
import java.sql.SQLException;
import org.apache.flink.cdc.connectors.base.WatermarkDispatcher;
import org.apache.flink.cdc.connectors.base.config.JdbcSourceConfig;
import org.apache.flink.cdc.connectors.base.source.EmbeddedFlinkDatabaseHistory;
import org.apache.flink.cdc.connectors.base.source.meta.offset.Offset;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitBase;
import org.apache.flink.cdc.connectors.base.source.meta.split.StreamSplit;
import org.apache.flink.cdc.connectors.base.utils.SourceRecordUtils;
import org.apache.flink.cdc.connectors.postgres.source.config.PostgresSourceConfig;
import org.apache.flink.cdc.connectors.postgres.source.fetch.CDCPostgresDispatcher;
import org.apache.flink.cdc.connectors.postgres.source.fetch.PostgresSourceFetchTaskContext;
import org.apache.flink.cdc.connectors.postgres.source.offset.PostgresOffsetFactory;
import org.apache.flink.cdc.connectors.postgres.source.offset.PostgresOffsetUtils;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;

/**
 * The library's context of a reader, made of our parts where values pass: every column is a text, as the server printed
 * it under {@link SessionSettings}, in the snapshot and in the log.
 *
 * <p>The library makes its own parts in one method and keeps them to itself, so what it would make is made here and
 * handed out instead. A truncate fails before the library looks for the chunk that the change belongs to: it has no row,
 * and the library stumbles over that while chunks are read. None is missed: a chunk's own part of the log is looked
 * through from before its rows were read until after, and the rest of the log from the end of the first chunk on.
 */
final class TextFetchContext extends PostgresSourceFetchTaskContext {
    private final TextDialect dialect;
    private final ChangeRecordDecoder decoder;
    private boolean ordered;
    private PostgresTaskContext task;
    private ChangeEventQueue<DataChangeEvent> queue;
    private TextConnection connection;
    private PostgresReplicationConnection replication;
    private PostgresOffsetContext offset;
    private PostgresPartition partition;
    private PostgresSchema schema;
    private ErrorHandler errors;
    private CDCPostgresDispatcher dispatcher;
    private SnapshotChangeEventSourceMetrics<PostgresPartition> metrics;
    private Snapshotter snapshotter;

    TextFetchContext(JdbcSourceConfig config, TextDialect dialect, ChangeRecordDecoder decoder) {
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
     * happened meanwhile: see {@link ReplayingEnumerator}. A record's key is of texts.
     */
    @Override
    public boolean isRecordBetween(SourceRecord record, Object[] start, Object[] end) {
        if (start == null && end == null) {
            return true;
        }
        if (!ordered) {
            return false;
        }
        String column = dialect.tables().key(getTableId(record)).get(0);
        String text = ((Struct) record.key()).getString(column);
        Object value = (start == null ? end : start)[0] instanceof Number ? (Object) Long.valueOf(text) : text;
        return SourceRecordUtils.splitKeyRangeContains(new Object[] {value}, start, end);
    }

    @Override
    public void configure(SourceSplitBase split) {
        // The log as a whole is asked for tables only whose chunks can be told apart; the others pass as they are.
        ordered = !split.isSnapshotSplit()
                || TableChunks.isOrdered(split.asSnapshotSplit().getSplitKeyType());
        PostgresConnectorConfig config = config(split);
        setDbzConnectorConfig(config);
        snapshotter = PostgresConnectorConfig.SnapshotMode.parse(
                        config.getConfig().getString(PostgresConnectorConfig.SNAPSHOT_MODE))
                .getSnapshotter(config.getConfig());
        connection = new TextConnection(config, "tapstate-fetch", dialect.tables());
        TopicSelector<TableId> topics = PostgresTopicSelector.create(config);
        EmbeddedFlinkDatabaseHistory.registerHistory(
                config.getConfig().getString(EmbeddedFlinkDatabaseHistory.DATABASE_HISTORY_INSTANCE_NAME),
                split.getTableSchemas().values());
        try {
            schema = PostgresObjectUtils.newSchema(
                    connection, config, connection.getTypeRegistry(), topics, connection.schema());
        } catch (SQLException e) {
            throw new IllegalStateException("the catalogue cannot be read", e);
        }
        Offset from = split.isSnapshotSplit()
                ? new PostgresOffsetFactory().createInitialOffset()
                : split.asStreamSplit().getStartingOffset();
        offset = PostgresOffsetUtils.getPostgresOffsetContext(new PostgresOffsetContext.Loader(config), from);
        partition = new PostgresPartition(config.getLogicalName());
        task = PostgresObjectUtils.newTaskContext(config, schema, topics);
        if (replication == null) {
            replication = (PostgresReplicationConnection) PostgresObjectUtils.createReplicationConnection(
                    task, connection, snapshotter.shouldSnapshot(), config);
            SessionSettings.onEveryConnect(replication);
        }
        // The connection stays from one chunk to the next, with tables of which the first one's schema knows one only.
        new PlainDecoder(config, schema, connection, dialect.tables()).decode(replication);
        queue = new ChangeEventQueue.Builder<DataChangeEvent>()
                .pollInterval(config.getPollInterval())
                .maxBatchSize(config.getMaxBatchSize())
                .maxQueueSize(config.getMaxQueueSize())
                .maxQueueSizeInBytes(config.getMaxQueueSizeInBytes())
                .loggingContextSupplier(() -> task.configureLoggingContext("tapstate-fetch"))
                .build();
        errors = new PostgresErrorHandler(config, queue);
        dispatch(config, topics);
    }

    private void dispatch(PostgresConnectorConfig config, TopicSelector<TableId> topics) {
        EventMetadataProvider metadata = PostgresObjectUtils.newEventMetadataProvider();
        // No statement is set for the heartbeat, so its connection is never opened.
        HeartbeatFactory<TableId> heartbeats = new HeartbeatFactory<>(
                config,
                topics,
                schemaNameAdjuster,
                () -> new PostgresConnection(config.getJdbcConfig(), PostgresConnection.CONNECTION_GENERAL),
                fault -> {
                    throw new IllegalStateException(fault);
                });
        dispatcher = new CDCPostgresDispatcher(
                config,
                topics,
                schema,
                queue,
                config.getTableFilters().dataCollectionFilter(),
                DataChangeEvent::new,
                metadata,
                heartbeats,
                schemaNameAdjuster);
        metrics = new DefaultChangeEventSourceMetricsFactory<PostgresPartition>()
                .getSnapshotMetrics(task, queue, metadata);
    }

    // A chunk looks at its own table only, through a slot of the reader's own.
    private PostgresConnectorConfig config(SourceSplitBase split) {
        Configuration.Builder changed = getDbzConnectorConfig().getConfig().edit();
        if (split.isSnapshotSplit()) {
            changed.with(
                            "table.include.list",
                            CdcSettings.literally(
                                    split.asSnapshotSplit().getTableId().toString()))
                    .with(
                            PostgresConnectorConfig.SLOT_NAME.name(),
                            ((PostgresSourceConfig) sourceConfig).getSlotNameForBackfillTask())
                    .with(PostgresConnectorConfig.DROP_SLOT_ON_STOP.name(), true)
                    .with(Heartbeat.HEARTBEAT_INTERVAL, 0);
        } else {
            if (!StreamSplit.STREAM_SPLIT_ID.equalsIgnoreCase(
                    split.asStreamSplit().splitId())) {
                TableId table = split.asStreamSplit()
                        .getTableSchemas()
                        .keySet()
                        .iterator()
                        .next();
                changed.with("table.include.list", CdcSettings.literally(table.toString()));
            }
            changed.with(PostgresConnectorConfig.DROP_SLOT_ON_STOP.name(), false);
        }
        return new PostgresConnectorConfig(changed.build());
    }

    @Override
    public PostgresSchema getDatabaseSchema() {
        return schema;
    }

    @Override
    public ErrorHandler getErrorHandler() {
        return errors;
    }

    @Override
    public PostgresEventDispatcher<TableId> getEventDispatcher() {
        return dispatcher;
    }

    @Override
    public WatermarkDispatcher getWaterMarkDispatcher() {
        return dispatcher;
    }

    @Override
    public PostgresOffsetContext getOffsetContext() {
        return offset;
    }

    @Override
    public PostgresPartition getPartition() {
        return partition;
    }

    @Override
    public ChangeEventQueue<DataChangeEvent> getQueue() {
        return queue;
    }

    @Override
    public PostgresConnection getConnection() {
        return connection;
    }

    @Override
    public PostgresTaskContext getTaskContext() {
        return task;
    }

    @Override
    public ReplicationConnection getReplicationConnection() {
        return replication;
    }

    @Override
    public SnapshotChangeEventSourceMetrics<PostgresPartition> getSnapshotChangeEventSourceMetrics() {
        return metrics;
    }

    @Override
    public Snapshotter getSnapShotter() {
        return snapshotter;
    }

    @Override
    public void close() throws Exception {
        if (connection != null) {
            connection.close();
        }
        if (replication != null) {
            replication.close();
        }
    }
}
