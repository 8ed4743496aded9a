package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.cdc.ChangeRecordDecoder;
import org.apache.flink.cdc.connectors.base.config.JdbcSourceConfig;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitBase;
import org.apache.flink.cdc.connectors.base.source.reader.external.FetchTask;
import org.apache.flink.cdc.connectors.base.source.reader.external.JdbcSourceFetchTaskContext;
import org.apache.flink.cdc.connectors.postgres.source.PostgresDialect;
import org.apache.flink.cdc.connectors.postgres.source.config.PostgresSourceConfig;

/** The library's dialect, except that rows are read by our parts: see {@link TextFetchContext}. */
final class TextDialect extends PostgresDialect {
    private static final long serialVersionUID = 1L;

    private final ChangeRecordDecoder decoder;

    TextDialect(PostgresSourceConfig config, ChangeRecordDecoder decoder) {
        super(config);
        this.decoder = decoder;
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
