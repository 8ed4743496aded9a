package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.cdc.ChangeRecordDecoder;
import org.apache.flink.cdc.connectors.base.config.JdbcSourceConfig;
import org.apache.flink.cdc.connectors.base.source.reader.external.JdbcSourceFetchTaskContext;
import org.apache.flink.cdc.connectors.postgres.source.PostgresDialect;
import org.apache.flink.cdc.connectors.postgres.source.config.PostgresSourceConfig;
import org.apache.flink.cdc.connectors.postgres.source.fetch.PostgresSourceFetchTaskContext;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;

/**
 * The library's dialect, except that a truncate fails before the library looks for the chunk that the change belongs to:
 * it has no row, and the library stumbles over that while chunks are read.
 *
 * <p>None is missed: a chunk's own part of the log is looked through from before its rows were read until after, and the
 * rest of the log from the end of the first chunk on.
 */
final class TruncateRefusingDialect extends PostgresDialect {
    private static final long serialVersionUID = 1L;

    private final ChangeRecordDecoder decoder;

    TruncateRefusingDialect(PostgresSourceConfig config, ChangeRecordDecoder decoder) {
        super(config);
        this.decoder = decoder;
    }

    @Override
    public JdbcSourceFetchTaskContext createFetchTaskContext(JdbcSourceConfig config) {
        return new PostgresSourceFetchTaskContext(config, this) {
            @Override
            public boolean isDataChangeRecord(SourceRecord record) {
                decoder.refuseTruncate(record);
                return super.isDataChangeRecord(record);
            }
        };
    }
}
