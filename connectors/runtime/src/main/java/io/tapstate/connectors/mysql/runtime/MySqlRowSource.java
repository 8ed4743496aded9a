package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.cdc.CdcSettings;
import io.tapstate.connectors.cdc.ChangeRecordDecoder;
import io.tapstate.connectors.cdc.ColumnWatch;
import io.tapstate.connectors.cdc.GuardedDecoder;
import io.tapstate.connectors.cdc.PhasedSource;
import io.tapstate.connectors.cdc.SourceFaults;
import io.tapstate.connectors.cdc.StableNames;
import io.tapstate.connectors.mysql.MySqlOptions;
import io.tapstate.connectors.runtime.RowChangeSourceProvider;
import io.tapstate.connectors.runtime.SourceRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.cdc.connectors.mysql.source.MySqlSource;
import org.apache.flink.cdc.connectors.mysql.source.MySqlSourceBuilder;
import org.apache.flink.cdc.connectors.mysql.source.split.MySqlSplit;
import org.apache.flink.cdc.connectors.mysql.table.StartupOptions;
import org.apache.flink.table.catalog.ObjectPath;

/** Lock-free chunked snapshot, then the row binlog. */
public final class MySqlRowSource implements RowChangeSourceProvider {
    // Each subtask is one replica to the server. Ids below a million are left to people.
    private static final int FIRST_SERVER_ID = 1_000_000;
    private static final int MOST_SUBTASKS = 256;
    private static final int RANGES = 8_000_000;
    private static final List<String> LOST_POSITIONS = List.of(
            "but this is no longer available on the server",
            "Could not find first log file name in binary log index file",
            "purged binary logs");

    @Override
    public Source<RowChange, ?, ?> source(SourceRequest request) {
        MySqlOptions options = MySqlOptions.from(request.config());
        SourceFaults faults = new SourceFaults(request.source(), LOST_POSITIONS);
        List<TableId> tables =
                request.tables().stream().map(SourceRequest.Table::id).toList();
        ColumnWatch watch = new ColumnWatch(request.tables());
        GuardedDecoder decoder = new GuardedDecoder(
                new ChangeRecordDecoder(new BinlogOrigin(), request.tables(), watch), request.faults());
        MySqlSourceBuilder<RowChange> builder = MySqlSource.<RowChange>builder()
                .hostname(options.host())
                .port(options.port())
                .username(options.username())
                .password(options.password())
                .databaseList(databases(request))
                .tableList(CdcSettings.literally(request.tables()))
                .serverId(serverIds(request))
                .serverTimeZone("UTC")
                .startupOptions(startup(request))
                .heartbeatInterval(CdcSettings.HEARTBEAT)
                // The other form spaces JSON differently in the log than a query does.
                .useLegacyJsonFormat(false)
                .jdbcProperties(jdbc())
                .debeziumProperties(debezium(watch, tables))
                .includeSchemaChanges(request.tables().stream().anyMatch(table -> table.ddl() == DdlPolicy.APPLY))
                .deserializer(decoder);
        // What it would take by itself of a primary key, and does not have of a table without one.
        request.tables()
                .forEach(table -> builder.chunkKeyColumn(
                        new ObjectPath(
                                CdcSettings.literally(table.id().namespace()),
                                CdcSettings.literally(table.id().name())),
                        DoubledTicks.of(table.key().get(0))));
        Map<String, List<String>> keys = new HashMap<>();
        request.tables().forEach(table -> keys.put(table.id().toString(), table.key()));
        List<String> replayed = request.tables().stream()
                .filter(SourceRequest.Table::replayed)
                .map(table -> table.id().toString())
                .toList();
        return new PhasedSource<>(
                new ChunkedMySqlSource(builder.build(), keys, replayed),
                MySqlSplit::isBinlogSplit,
                new ServerCheck(options, faults, watch.name(), tables),
                faults,
                watch,
                tables,
                decoder);
    }

    private static String[] databases(SourceRequest request) {
        return request.tables().stream()
                .map(table -> CdcSettings.literally(table.id().namespace()))
                .distinct()
                .toArray(String[]::new);
    }

    static String serverIds(SourceRequest request) {
        int first = FIRST_SERVER_ID + StableNames.number(request, RANGES) * MOST_SUBTASKS;
        return first + "-" + (first + MOST_SUBTASKS - 1);
    }

    private static StartupOptions startup(SourceRequest request) {
        if (!request.snapshot()) {
            return StartupOptions.latest();
        }
        return request.changes() ? StartupOptions.initial() : StartupOptions.snapshot();
    }

    private static Properties jdbc() {
        Properties properties = new Properties();
        properties.setProperty("allowPublicKeyRetrieval", "true");
        // Whatever the server's zone: TIMESTAMP is read in UTC. Modes may pad CHAR and change how statements read.
        properties.setProperty("sessionVariables", "time_zone='%2B00:00',sql_mode=''");
        // As text a FLOAT has six digits only.
        properties.setProperty("useServerPrepStmts", "true");
        properties.setProperty("yearIsDateType", "false");
        properties.setProperty("queryInterceptors", ExactResults.class.getName());
        return properties;
    }

    private static Properties debezium(ColumnWatch watch, List<TableId> tables) {
        Properties properties = CdcSettings.debezium();
        properties.putAll(WatchedHistory.settings(watch, tables));
        properties.putAll(ExactValues.settings(watch.name()));
        // Its filters ignore case: a table that they let in for that is no fault.
        properties.setProperty("inconsistent.schema.handling.mode", "skip");
        return properties;
    }
}
