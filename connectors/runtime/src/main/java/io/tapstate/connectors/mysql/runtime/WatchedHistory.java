package io.tapstate.connectors.mysql.runtime;

import io.debezium.config.Configuration;
import io.debezium.pipeline.spi.Offsets;
import io.debezium.relational.Tables;
import io.debezium.relational.ddl.DdlParser;
import io.debezium.relational.history.DatabaseHistoryListener;
import io.debezium.relational.history.HistoryRecordComparator;
import io.debezium.relational.history.TableChanges;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.cdc.CdcError;
import io.tapstate.connectors.cdc.ColumnWatch;
import io.tapstate.connectors.cdc.TableColumn;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.cdc.connectors.mysql.debezium.EmbeddedFlinkDatabaseHistory;

/**
 * The library's memory of table definitions, which is told every statement of the log that changes one: the only place
 * where a TRUNCATE, a DROP or an ALTER shows both while chunks are read and afterwards. It fails there.
 *
 * <p>None is missed: a chunk's own part of the log is looked through from before its rows were read until after, and the
 * rest of the log from the end of the first chunk on.
 *
 * <p>The library makes the instance by the name of its class. A fault reaches the reader some moments after the statement,
 * in which the library may report a later position; so the fault is noted here too, for {@link #requireNothingLost}.
 */
public final class WatchedHistory extends EmbeddedFlinkDatabaseHistory {
    private static final String PREFIX = CONFIGURATION_FIELD_PREFIX_STRING + "watched.";
    private static final String WATCH = PREFIX + "id";
    private static final String TABLES = PREFIX + "tables";
    private static final String NAMESPACE = ".namespace";
    private static final String NAME = ".name";
    private static final String POLICY = ".policy";
    private static final Map<String, TapException> FOUND = new ConcurrentHashMap<>();

    private final Map<TableId, DdlPolicy> policies = new TreeMap<>();
    private final Map<TableId, List<TableColumn>> columns = new TreeMap<>();
    private String watch;

    /**
     * Settings that make a source use this class.
     *
     * @param watch that of the source
     */
    static Properties settings(ColumnWatch watch, List<TableId> tables) {
        Properties properties = new Properties();
        properties.setProperty("database.history", WatchedHistory.class.getName());
        properties.setProperty(WATCH, watch.name());
        properties.setProperty(TABLES, Integer.toString(tables.size()));
        for (int i = 0; i < tables.size(); i++) {
            properties.setProperty(PREFIX + i + NAMESPACE, tables.get(i).namespace());
            properties.setProperty(PREFIX + i + NAME, tables.get(i).name());
            properties.setProperty(
                    PREFIX + i + POLICY, watch.policy(tables.get(i)).name());
        }
        return properties;
    }

    /** @throws TapException {@code capture.table-truncated}, {@code capture.table-dropped} or {@code capture.table-altered}, if this process met one */
    static void requireNothingLost(String watch) {
        TapException found = FOUND.get(watch);
        if (found != null) {
            throw found;
        }
    }

    @Override
    public void configure(
            Configuration config,
            HistoryRecordComparator comparator,
            DatabaseHistoryListener listener,
            boolean useCatalogBeforeSchema) {
        watch = config.getString(WATCH);
        for (int i = 0; i < config.getInteger(TABLES); i++) {
            policies.put(
                    new TableId(config.getString(PREFIX + i + NAMESPACE), config.getString(PREFIX + i + NAME)),
                    DdlPolicy.valueOf(config.getString(PREFIX + i + POLICY)));
        }
        String instance = config.getString(DATABASE_HISTORY_INSTANCE_NAME);
        if (instance != null) {
            columns.putAll(LoggedColumns.of(TABLE_SCHEMAS.getOrDefault(instance, List.of()), policies.keySet()));
        }
        super.configure(config, comparator, listener, useCatalogBeforeSchema);
    }

    @Override
    public void recover(Offsets<?, ?> offsets, Tables schema, DdlParser parser) {
        super.recover(offsets, schema, parser);
        CapturedColumns.note(watch, schema);
    }

    @Override
    public void record(
            Map<String, ?> source,
            Map<String, ?> position,
            String databaseName,
            String schemaName,
            String statement,
            TableChanges changes) {
        String at = position.get("file") + ":" + position.get("pos");
        Set<TableId> captured = policies.keySet();
        TableLoss.in(statement, databaseName, captured).ifPresent(loss -> {
            throw found(TapException.of(
                    loss.dropped() ? CdcError.TABLE_DROPPED : CdcError.TABLE_TRUNCATED,
                    "table",
                    loss.table(),
                    "position",
                    at));
        });
        TextConversion.in(statement, databaseName, captured)
                .filter(conversion -> CapturedColumns.hasOther(watch, conversion.table(), conversion.charset()))
                .ifPresent(conversion -> {
                    throw found(ColumnWatch.altered(conversion.table(), conversion.words(), at));
                });
        Map<TableId, List<TableColumn>> altered = LoggedColumns.of(changes, captured);
        TableAlteration.in(statement, databaseName, captured)
                .filter(alteration -> policies.get(alteration.table()) == DdlPolicy.FAIL)
                .flatMap(alteration ->
                        change(alteration, altered).map(change -> ColumnWatch.altered(alteration.table(), change, at)))
                .ifPresent(fault -> {
                    throw found(fault);
                });
        columns.putAll(altered);
        changes.forEach(change -> {
            if (change.getTable() != null) {
                CapturedColumns.note(watch, change.getTable());
            }
        });
        super.record(source, position, databaseName, schemaName, statement, changes);
    }

    private Optional<String> change(TableAlteration alteration, Map<TableId, List<TableColumn>> altered) {
        List<TableColumn> before = columns.getOrDefault(alteration.table(), List.of());
        List<TableColumn> after = altered.getOrDefault(alteration.table(), List.of());
        if (!alteration.changes().isEmpty()) {
            return Optional.of(String.join(", ", alteration.changes()));
        }
        return before.isEmpty() || after.isEmpty() ? Optional.empty() : TableColumn.change(before, after);
    }

    private TapException found(TapException fault) {
        FOUND.putIfAbsent(watch, fault);
        return fault;
    }
}
