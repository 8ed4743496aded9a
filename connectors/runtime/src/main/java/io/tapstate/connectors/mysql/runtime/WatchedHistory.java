package io.tapstate.connectors.mysql.runtime;

import io.debezium.config.Configuration;
import io.debezium.pipeline.spi.Offsets;
import io.debezium.relational.Table;
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
import io.tapstate.connectors.row.ColumnChange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
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
    private static final Map<String, Moved> MOVED = new ConcurrentHashMap<>();
    private static final Duration REST_OF_A_STATEMENT = Duration.ofSeconds(1);

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
        long deadline = System.nanoTime() + REST_OF_A_STATEMENT.toNanos();
        while (MOVED.containsKey(watch) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        Moved moved = MOVED.get(watch);
        if (moved != null) {
            FOUND.putIfAbsent(watch, moved.fault());
        }
        TapException found = FOUND.get(watch);
        if (found != null) {
            throw found;
        }
    }

    /** A table that goes by another name since a statement whose other half may still come. */
    private record Moved(TableId table, String at, TapException fault) {}

    @Override
    public void configure(
            Configuration config,
            HistoryRecordComparator comparator,
            DatabaseHistoryListener listener,
            boolean useCatalogBeforeSchema) {
        watch = config.getString(WATCH);
        MOVED.remove(watch);
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
        Optional<TableId> taken = TableAlteration.taken(statement, databaseName);
        Optional<TableId> replaced = replaced(taken, at);
        TableLoss.in(statement, databaseName, captured).ifPresent(loss -> {
            TapException fault = TapException.of(
                    loss.dropped() ? CdcError.TABLE_DROPPED : CdcError.TABLE_TRUNCATED,
                    "table",
                    loss.table(),
                    "position",
                    at);
            if (taken.isEmpty() || !loss.dropped()) {
                throw found(fault);
            }
            MOVED.put(watch, new Moved(loss.table(), at, fault));
        });
        TextConversion.in(statement, databaseName, captured)
                .filter(conversion -> CapturedColumns.hasOther(watch, conversion.table(), conversion.charset()))
                .ifPresent(conversion -> {
                    throw found(ColumnWatch.altered(conversion.table(), conversion.words(), at));
                });
        Map<TableId, List<TableColumn>> altered = LoggedColumns.of(changes, captured);
        TableAlteration.in(statement, databaseName, captured)
                .ifPresent(alteration -> judge(alteration, altered, changes, statement, at));
        replaced.ifPresent(
                table -> judge(new TableAlteration(table, List.of(), true), altered, changes, statement, at));
        columns.putAll(altered);
        changes.forEach(change -> {
            if (change.getTable() != null) {
                CapturedColumns.note(watch, change.getTable());
            }
        });
        super.record(source, position, databaseName, schemaName, statement, changes);
    }

    /**
     * A table that is renamed may give way to another within one statement, of which the library tells one renaming after
     * the other.
     *
     * @return the table whose name another one has taken with that
     */
    private Optional<TableId> replaced(Optional<TableId> taken, String at) {
        Moved moved = MOVED.get(watch);
        if (moved == null) {
            return Optional.empty();
        }
        if (!moved.at().equals(at)) {
            throw found(moved.fault());
        }
        if (taken.filter(table -> TableAlteration.isSame(table, moved.table())).isEmpty()) {
            return Optional.empty();
        }
        MOVED.remove(watch);
        return Optional.of(moved.table());
    }

    private void judge(
            TableAlteration alteration,
            Map<TableId, List<TableColumn>> altered,
            TableChanges changes,
            String statement,
            String at) {
        TableId id = alteration.table();
        DdlPolicy policy = policies.get(id);
        if (alteration.replaced() && !altered.containsKey(id)) {
            throw found(ColumnWatch.altered(id, "another table, whose columns are not known, took its name", at));
        }
        Optional<String> change = policy == DdlPolicy.IGNORE ? Optional.empty() : change(alteration, altered);
        if (change.isEmpty()) {
            return;
        }
        List<TableColumn> before = columns.getOrDefault(id, List.of());
        Table after = LoggedColumns.table(changes, id);
        Optional<List<ColumnChange>> followed = policy == DdlPolicy.APPLY
                        && !alteration.replaced()
                        && !before.isEmpty()
                        && after != null
                        && !TableAlteration.computes(statement, id.namespace())
                ? new FollowedColumns(before, after).of(alteration)
                : Optional.empty();
        if (followed.isEmpty()) {
            throw found(ColumnWatch.altered(id, change.get(), at));
        }
        if (!followed.get().isEmpty()) {
            ColumnWatch.follow(watch, at, id, followed.get());
        }
    }

    private Optional<String> change(TableAlteration alteration, Map<TableId, List<TableColumn>> altered) {
        if (!alteration.changes().isEmpty()) {
            return Optional.of(alteration.words());
        }
        List<TableColumn> before = columns.getOrDefault(alteration.table(), List.of());
        List<TableColumn> after = altered.getOrDefault(alteration.table(), List.of());
        return before.isEmpty() || after.isEmpty() ? Optional.empty() : TableColumn.change(before, after);
    }

    private TapException found(TapException fault) {
        FOUND.putIfAbsent(watch, fault);
        return fault;
    }
}
