package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.cdc.CdcSettings;
import io.tapstate.connectors.cdc.ChangeRecordDecoder;
import io.tapstate.connectors.cdc.ColumnWatch;
import io.tapstate.connectors.cdc.GuardedDecoder;
import io.tapstate.connectors.cdc.PhasedSource;
import io.tapstate.connectors.cdc.SourceFaults;
import io.tapstate.connectors.cdc.StableNames;
import io.tapstate.connectors.postgres.PostgresOptions;
import io.tapstate.connectors.runtime.RowChangeSourceProvider;
import io.tapstate.connectors.runtime.SourceRequest;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.cdc.connectors.base.options.StartupOptions;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitBase;
import org.apache.flink.cdc.connectors.postgres.source.PostgresSourceBuilder;
import org.apache.flink.cdc.connectors.postgres.source.config.PostgresSourceConfigFactory;
import org.apache.flink.cdc.connectors.postgres.source.offset.PostgresOffsetFactory;

/**
 * Chunked snapshot, then logical decoding by {@code pgoutput} through a slot and a publication of the source's own, both
 * named {@link StableNames#identifier}. Tables and columns have other names within the library, see {@link PlainNames}. Values are read as the server prints them, see {@link TextFetchContext}, and written by {@link
 * TextWriters}.
 */
public final class PostgresRowSource implements RowChangeSourceProvider {
    private static final List<String> LOST_POSITIONS = List.of(
            "Cannot rewind to last processed WAL position",
            "requested WAL segment",
            "can no longer get changes from replication slot",
            "can no longer access replication slot");

    @Override
    public Source<RowChange, ?, ?> source(SourceRequest request) {
        PostgresOptions options = PostgresOptions.from(request.config());
        String name = StableNames.identifier(request);
        List<SourceRequest.Table> plain =
                request.tables().stream().map(PlainNames::plain).toList();
        ColumnWatch watch = new ColumnWatch(request.tables());
        ChangeRecordDecoder decoder = new ChangeRecordDecoder(new WalOrigin(), request.tables(), watch);
        GuardedDecoder guarded = new GuardedDecoder(decoder, request.faults());
        PostgresSourceConfigFactory settings = PostgresSourceBuilder.PostgresIncrementalSource.<RowChange>builder()
                .hostname(options.host())
                .port(options.port())
                .database(options.database())
                .username(options.username())
                .password(options.password())
                .schemaList(schemas(plain))
                .tableList(CdcSettings.literally(plain))
                .slotName(name)
                .decodingPluginName("pgoutput")
                .serverTimeZone("UTC")
                .startupOptions(startup(request))
                .includePartitionedTables(true)
                .heartbeatInterval(CdcSettings.HEARTBEAT)
                .debeziumProperties(debezium(name, plain))
                .getConfigFactory();
        TextDialect dialect = new TextDialect(settings.create(0), decoder, plain);
        Source<RowChange, SourceSplitBase, ?> source = new ChunkedPostgresSource(
                new PostgresSourceBuilder.PostgresIncrementalSource<>(
                        settings, guarded, new PostgresOffsetFactory(), dialect),
                settings,
                dialect);
        SourceFaults faults = new SourceFaults(request.source(), LOST_POSITIONS);
        return phased(source, new Publication(options, name, request, faults), faults, watch, guarded);
    }

    private static <StateT> Source<RowChange, SourceSplitBase, ?> phased(
            Source<RowChange, SourceSplitBase, StateT> source,
            Publication publication,
            SourceFaults faults,
            ColumnWatch watch,
            GuardedDecoder decoder) {
        return new PhasedSource<>(
                source, new ShapedSplit.Log(), publication, faults, watch, publication.tables(), decoder);
    }

    private static String[] schemas(List<SourceRequest.Table> plain) {
        return plain.stream()
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

    private static Properties debezium(String publication, List<SourceRequest.Table> plain) {
        Properties properties = CdcSettings.debezium();
        // Bounds of chunks are text, to be read as whatever the column is of.
        properties.setProperty("database.stringtype", "unspecified");
        // What it would take by itself of a primary key, and does not have of a table without one.
        properties.setProperty("message.key.columns", CdcSettings.keys(plain));
        properties.setProperty("database.initial.statements", SessionSettings.statements());
        // Else the driver may ask for values in a binary form, and print them by itself.
        properties.setProperty("database.binaryTransfer", "false");
        // Left to itself, the library drops truncates without a word. It takes the older setting for one more to skip.
        properties.setProperty("skipped.operations", "none");
        properties.setProperty("truncate.handling.mode", "include");
        properties.setProperty("publication.name", publication);
        // Left to itself, the source narrows the publication to one table while it reads a chunk of that table, and
        // changes of the other tables in that time are lost. See Publication.
        properties.setProperty("publication.autocreate.mode", "disabled");
        return properties;
    }
}
