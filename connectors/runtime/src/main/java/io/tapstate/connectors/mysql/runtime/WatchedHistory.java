package io.tapstate.connectors.mysql.runtime;

import io.debezium.config.Configuration;
import io.debezium.pipeline.spi.Offsets;
import io.debezium.relational.Tables;
import io.debezium.relational.ddl.DdlParser;
import io.debezium.relational.history.DatabaseHistoryListener;
import io.debezium.relational.history.HistoryRecordComparator;
import io.debezium.relational.history.TableChanges;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.cdc.CdcError;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.cdc.connectors.mysql.debezium.EmbeddedFlinkDatabaseHistory;

/**
 * The library's memory of table definitions, which is told every statement of the log that changes one: the only place
 * where a TRUNCATE or a DROP shows both while chunks are read and afterwards. It fails there.
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
    private static final Map<String, TapException> FOUND = new ConcurrentHashMap<>();

    private final Set<TableId> captured = new TreeSet<>();
    private String watch;

    /**
     * Settings that make a source use this class.
     *
     * @param watch a name of its own for the source
     */
    static Properties settings(String watch, List<TableId> tables) {
        Properties properties = new Properties();
        properties.setProperty("database.history", WatchedHistory.class.getName());
        properties.setProperty(WATCH, watch);
        properties.setProperty(TABLES, Integer.toString(tables.size()));
        for (int i = 0; i < tables.size(); i++) {
            properties.setProperty(PREFIX + i + NAMESPACE, tables.get(i).namespace());
            properties.setProperty(PREFIX + i + NAME, tables.get(i).name());
        }
        return properties;
    }

    /** @throws TapException {@code capture.table-truncated} or {@code capture.table-dropped}, if this process met one */
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
        super.configure(config, comparator, listener, useCatalogBeforeSchema);
        watch = config.getString(WATCH);
        for (int i = 0; i < config.getInteger(TABLES); i++) {
            captured.add(new TableId(config.getString(PREFIX + i + NAMESPACE), config.getString(PREFIX + i + NAME)));
        }
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
        TableLoss.in(statement, databaseName, captured).ifPresent(loss -> {
            TapException fault = TapException.of(
                    loss.dropped() ? CdcError.TABLE_DROPPED : CdcError.TABLE_TRUNCATED,
                    "table",
                    loss.table(),
                    "position",
                    position.get("file") + ":" + position.get("pos"));
            FOUND.putIfAbsent(watch, fault);
            throw fault;
        });
        changes.forEach(change -> {
            if (change.getTable() != null) {
                CapturedColumns.note(watch, change.getTable());
            }
        });
        super.record(source, position, databaseName, schemaName, statement, changes);
    }
}
