package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.cdc.CdcError;
import io.tapstate.connectors.cdc.KnownColumns;
import io.tapstate.connectors.cdc.LiveTables;
import io.tapstate.connectors.cdc.PhasedSource;
import io.tapstate.connectors.cdc.SourceFaults;
import io.tapstate.connectors.cdc.TableColumn;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.postgres.PostgresOptions;
import io.tapstate.connectors.runtime.SourceRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.postgresql.Driver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The publication of one source, kept equal to its tables; and its slot, looked after where the source does not.
 *
 * <p>The publication must be there before the slot: decoding sees the catalogue as it was at each change. A bounded
 * source drops both at its end, so that no log is kept for nobody.
 */
final class Publication implements PhasedSource.Preparation {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(Publication.class);
    private static final String UNIT_SEPARATOR = "\u001f";
    private static final int VERSION_OF_PARTITION_ROOTS = 13;
    private static final String CONNECT_SECONDS = "10";
    private static final String WHOLE = " AND pubinsert AND pubupdate AND pubdelete AND pubtruncate";

    // Columns that are computed are in no log.
    /** A partition is read as part of its table. */
    private static final String TABLES =
            "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                    + " WHERE n.nspname = ? AND c.relkind IN ('r', 'p') AND NOT c.relispartition";

    private static final String COLUMNS = "SELECT a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),"
            + " COALESCE(to_jsonb(a) ->> 'attgenerated', '') = '' FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
            + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = ?"
            + " AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";

    private final PostgresOptions options;
    private final String name;
    private final String source;
    private final List<TableId> tables;
    private final HashMap<TableId, List<String>> keys = new HashMap<>();
    private final boolean bounded;
    private final SourceFaults faults;

    Publication(PostgresOptions options, String name, SourceRequest request, SourceFaults faults) {
        this.options = options;
        this.name = name;
        this.source = request.source();
        this.tables = request.tables().stream().map(SourceRequest.Table::id).toList();
        request.tables().forEach(table -> keys.put(table.id(), List.copyOf(table.key())));
        this.bounded = !request.changes();
        this.faults = faults;
    }

    List<TableId> tables() {
        return tables;
    }

    @Override
    public void before(boolean restored) {
        try (Connection connection = connect()) {
            requireTables(connection);
            requireReplicaIdentities(connection);
            if (restored && !bounded) {
                requireSlot(connection);
                // State goes with the tables it was made of: one that is missing was dropped, and perhaps made anew.
                if (publicationExists(connection)) {
                    requirePublished(connection, "seen when the source started");
                }
            }
            publish(connection);
        } catch (SQLException e) {
            if (SourceFaults.isUnreachable(e)) {
                throw faults.unreachable(e, e);
            }
            throw TapException.because(e, CdcError.PUBLICATION_REFUSED, "publication", name, "reason", reason(e));
        }
    }

    @Override
    public KnownColumns columns() {
        TreeMap<TableId, List<TableColumn>> columns = new TreeMap<>();
        try (Connection connection = open();
                Statement settings = connection.createStatement();
                PreparedStatement query = connection.prepareStatement(COLUMNS)) {
            // Else the names of types are printed with or without their schema as the login's settings have it.
            settings.execute("SET search_path TO pg_catalog");
            for (TableId table : tables) {
                query.setString(1, table.namespace());
                query.setString(2, table.name());
                columns.put(table, columns(query));
            }
        } catch (SQLException e) {
            throw faults.unreachable(e, e);
        }
        return new KnownColumns(columns);
    }

    @Override
    public boolean followsRows() {
        return true;
    }

    @Override
    public LiveTables live(List<TableId> asked) {
        try (Connection connection = open()) {
            return new LiveCatalogue(connection).read(asked);
        } catch (SQLException e) {
            throw faults.unreachable(e, e);
        }
    }

    @Override
    public boolean keepsValues(String before, String after) {
        return SameTexts.keeps(before, after);
    }

    @Override
    public Set<TableId> tablesThere() {
        TreeSet<TableId> there = new TreeSet<>();
        try (Connection connection = open();
                PreparedStatement query = connection.prepareStatement(TABLES)) {
            for (String schema : tables.stream().map(TableId::namespace).collect(Collectors.toSet())) {
                query.setString(1, schema);
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        there.add(new TableId(schema, rows.getString(1)));
                    }
                }
            }
        } catch (SQLException e) {
            throw faults.unreachable(e, e);
        }
        return there;
    }

    private static List<TableColumn> columns(PreparedStatement query) throws SQLException {
        List<TableColumn> columns = new ArrayList<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                columns.add(new TableColumn(rows.getInt(1), rows.getString(2), rows.getString(3), rows.getBoolean(4)));
            }
        }
        return columns;
    }

    @Override
    public void beforeContinuing() {
        try (Connection connection = connect()) {
            requireSlot(connection);
        } catch (SQLException e) {
            throw faults.unreachable(e, e);
        }
    }

    @Override
    public void after() {
        if (!bounded) {
            return;
        }
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = '"
                    + name + "'");
            statement.execute("DROP PUBLICATION IF EXISTS " + name);
        } catch (SQLException | TapException e) {
            LOG.warn(
                    "the replication slot {} is left behind and keeps log; drop it with SELECT pg_drop_replication_slot('{}'): {}",
                    name,
                    name,
                    e.getMessage());
        }
    }

    /**
     * A dropped or renamed table leaves no trace in the log, but it leaves the publication; and one that was made anew is
     * not in it. An outage is the readers' to tell.
     */
    @Override
    public void whileRunning() {
        try (Connection connection = open()) {
            requirePublished(connection, "seen while the log was followed");
        } catch (SQLException e) {
            LOG.debug("whether the tables of {} are still there was not seen", source, e);
        }
    }

    private void requireTables(Connection connection) throws SQLException {
        String there = "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE n.nspname = ? AND c.relname = ?";
        for (TableId table : tables) {
            if (!exists(connection, there, table.namespace(), table.name())) {
                throw dropped(table, "seen when the source started");
            }
        }
    }

    private void requirePublished(Connection connection, String seen) throws SQLException {
        TreeSet<TableId> published = published(connection);
        for (TableId table : tables) {
            if (!published.contains(table)) {
                throw dropped(table, seen);
            }
        }
    }

    private static TapException dropped(TableId table, String seen) {
        return TapException.of(CdcError.TABLE_DROPPED, "table", table, "position", seen);
    }

    private void publish(Connection connection) throws SQLException {
        TreeSet<TableId> wanted = new TreeSet<>(tables);
        String list = wanted.stream().map(Publication::quoted).collect(Collectors.joining(", "));
        // Servers before version 13 do not know it; there, each partition is a table of its own.
        boolean partitions = connection.getMetaData().getDatabaseMajorVersion() >= VERSION_OF_PARTITION_ROOTS;
        try (Statement statement = connection.createStatement()) {
            if (!publicationExists(connection)) {
                // Changes of a partition are changes of the table it is of.
                statement.execute("CREATE PUBLICATION " + name + " FOR TABLE " + list
                        + (partitions ? " WITH (publish_via_partition_root)" : ""));
                return;
            }
            if (partitions
                    && !exists(connection, "SELECT 1 FROM pg_publication WHERE pubname = ? AND pubviaroot", name)) {
                statement.execute("ALTER PUBLICATION " + name + " SET (publish_via_partition_root = true)");
            }
            if (!published(connection).equals(wanted)) {
                statement.execute("ALTER PUBLICATION " + name + " SET TABLE " + list);
            }
            // Somebody may have made it for us, with less in it.
            if (!exists(connection, "SELECT 1 FROM pg_publication WHERE pubname = ?" + WHOLE, name)) {
                statement.execute("ALTER PUBLICATION " + name + " SET (publish = 'insert, update, delete, truncate')");
            }
        }
    }

    private boolean publicationExists(Connection connection) throws SQLException {
        return exists(connection, "SELECT 1 FROM pg_publication WHERE pubname = ?", name);
    }

    private TreeSet<TableId> published(Connection connection) throws SQLException {
        TreeSet<TableId> published = new TreeSet<>();
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT schemaname, tablename FROM pg_publication_tables WHERE pubname = ?")) {
            query.setString(1, name);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    published.add(new TableId(rows.getString(1), rows.getString(2)));
                }
            }
        }
        return published;
    }

    // A published table without one refuses the application's own updates and deletes; and one that leaves out our key
    // would not tell which row is gone. Each partition has its own.
    private void requireReplicaIdentities(Connection connection) throws SQLException {
        String without = "WITH RECURSIVE part (oid) AS (SELECT c.oid FROM pg_class c"
                + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = ?"
                + " UNION ALL SELECT i.inhrelid FROM part p JOIN pg_class c ON c.oid = p.oid AND c.relkind = 'p'"
                + " JOIN pg_inherits i ON i.inhparent = p.oid)"
                + " SELECT 1 FROM part p JOIN pg_class c ON c.oid = p.oid AND c.relkind <> 'p' WHERE c.relreplident = 'n'"
                + " OR c.relreplident <> 'f' AND EXISTS (SELECT 1 FROM unnest(string_to_array(?, chr(31))) AS k (name)"
                + " WHERE NOT EXISTS (SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid"
                + " AND a.attnum = ANY (i.indkey::int2[]) WHERE i.indrelid = c.oid AND a.attname = k.name"
                + " AND CASE c.relreplident WHEN 'd' THEN i.indisprimary ELSE i.indisreplident END))";
        for (TableId table : tables) {
            String key = String.join(UNIT_SEPARATOR, keys.get(table));
            if (exists(connection, without, table.namespace(), table.name(), key)) {
                throw TapException.of(CdcError.NO_REPLICA_IDENTITY, "table", table);
            }
        }
    }

    // The source would make a new slot without a word, and every change in between would be missing.
    private void requireSlot(Connection connection) throws SQLException {
        if (!exists(connection, "SELECT 1 FROM pg_replication_slots WHERE slot_name = ?", name)) {
            throw TapException.of(
                    CdcError.POSITION_LOST,
                    "source",
                    source,
                    "reason",
                    "its replication slot `" + name + "` was dropped");
        }
    }

    private static boolean exists(Connection connection, String sql, String... parameters) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                query.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }

    private Connection connect() {
        try {
            return open();
        } catch (SQLException e) {
            throw faults.unreachable(e, e);
        }
    }

    // Through the driver itself: DriverManager does not see drivers of a job's class loader.
    private Connection open() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", options.username());
        properties.setProperty("password", options.password());
        properties.setProperty("connectTimeout", CONNECT_SECONDS);
        String url = "jdbc:postgresql://" + options.host() + ":" + options.port() + "/" + options.database();
        return new Driver().connect(url, properties);
    }

    private static String reason(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static String quoted(TableId table) {
        return quoted(table.namespace()) + "." + quoted(table.name());
    }

    private static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }
}
