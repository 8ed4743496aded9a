package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.cdc.CdcSettings;
import io.tapstate.connectors.cdc.ChangeRecordDecoder;
import io.tapstate.connectors.cdc.PhasedSource;
import io.tapstate.connectors.cdc.StableNames;
import io.tapstate.connectors.postgres.PostgresOptions;
import io.tapstate.connectors.runtime.RowChangeSourceProvider;
import io.tapstate.connectors.runtime.SourceRequest;
import java.util.Properties;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.cdc.connectors.base.options.StartupOptions;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitBase;
import org.apache.flink.cdc.connectors.postgres.source.PostgresSourceBuilder;

/**
 * Chunked snapshot, then logical decoding by {@code pgoutput} through a slot and a publication of the source's own, both
 * named {@link StableNames#identifier}.
 */
public final class PostgresRowSource implements RowChangeSourceProvider {
    @Override
    public Source<RowChange, ?, ?> source(SourceRequest request) {
        PostgresOptions options = PostgresOptions.from(request.config());
        String name = StableNames.identifier(request);
        Source<RowChange, SourceSplitBase, ?> source =
                PostgresSourceBuilder.PostgresIncrementalSource.<RowChange>builder()
                        .hostname(options.host())
                        .port(options.port())
                        .database(options.database())
                        .username(options.username())
                        .password(options.password())
                        .schemaList(schemas(request))
                        .tableList(CdcSettings.literally(request.tables()))
                        .slotName(name)
                        .decodingPluginName("pgoutput")
                        .serverTimeZone("UTC")
                        .startupOptions(startup(request))
                        .splitSize(CdcSettings.chunkSize(request.tables()))
                        .heartbeatInterval(CdcSettings.HEARTBEAT)
                        .debeziumProperties(debezium(name))
                        .deserializer(new ChangeRecordDecoder(new WalOrigin(), request.tables()))
                        .build();
        return phased(source, new Publication(options, name, request));
    }

    private static <StateT> Source<RowChange, SourceSplitBase, StateT> phased(
            Source<RowChange, SourceSplitBase, StateT> source, Publication publication) {
        return new PhasedSource<>(source, SourceSplitBase::isStreamSplit, publication, publication.tables());
    }

    private static String[] schemas(SourceRequest request) {
        return request.tables().stream()
                .map(table -> CdcSettings.literally(table.id().namespace()))
                .distinct()
                .toArray(String[]::new);
    }

    private static StartupOptions startup(SourceRequest request) {
        if (!request.snapshot()) {
            return StartupOptions.latest();
        }
        return request.changes() ? StartupOptions.initial() : StartupOptions.snapshot();
    }

    private static Properties debezium(String publication) {
        Properties properties = CdcSettings.debezium();
        properties.setProperty("unavailable.value.placeholder", ChangeRecordDecoder.NOT_SENT);
        properties.setProperty("publication.name", publication);
        // Left to itself, the source narrows the publication to one table while it reads a chunk of that table, and
        // changes of the other tables in that time are lost. See Publication.
        properties.setProperty("publication.autocreate.mode", "disabled");
        return properties;
    }
}
