package io.tapstate.connectors.mysql.runtime;

import com.mysql.cj.jdbc.Driver;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.cdc.KnownColumns;
import io.tapstate.connectors.cdc.PhasedSource;
import io.tapstate.connectors.cdc.SourceFaults;
import io.tapstate.connectors.cdc.TableColumn;
import io.tapstate.connectors.mysql.MySqlOptions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Asks whether the server lets the source in, before the library does, whose fault would hide the cause. */
final class ServerCheck implements PhasedSource.Preparation {
    private static final long serialVersionUID = 1L;
    private static final String CONNECT_MILLIS = "10000";
    private static final String COLUMNS = "SELECT column_name, column_type FROM information_schema.columns"
            + " WHERE BINARY table_schema = ? AND BINARY table_name = ? ORDER BY ordinal_position";
    private static final Pattern WIDTH =
            Pattern.compile("^((?:small|medium|big)?int|tinyint(?!\\(1\\))|year)\\(\\d+\\)");

    private static final String TABLES = "SELECT table_name FROM information_schema.tables"
            + " WHERE BINARY table_schema = ? AND table_type = 'BASE TABLE'";

    private final MySqlOptions options;
    private final SourceFaults faults;
    private final String watch;
    private final List<TableId> tables;

    /** @param watch see {@link WatchedHistory} */
    ServerCheck(MySqlOptions options, SourceFaults faults, String watch, List<TableId> tables) {
        this.options = options;
        this.faults = faults;
        this.watch = watch;
        this.tables = tables;
    }

    @Override
    public void before(boolean restored) {
        LibraryLocale.settle();
        try (Connection connection = open()) {
            connection.getMetaData().getDatabaseProductVersion();
        } catch (SQLException e) {
            throw faults.unreachable(e, e);
        }
    }

    @Override
    public KnownColumns columns() {
        TreeMap<TableId, List<TableColumn>> columns = new TreeMap<>();
        try (Connection connection = open();
                PreparedStatement query = connection.prepareStatement(COLUMNS)) {
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
    public Set<TableId> tablesThere() {
        TreeSet<TableId> there = new TreeSet<>();
        try (Connection connection = open();
                PreparedStatement query = connection.prepareStatement(TABLES)) {
            for (String database : tables.stream().map(TableId::namespace).collect(Collectors.toSet())) {
                query.setString(1, database);
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        there.add(new TableId(database, rows.getString(1)));
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
                columns.add(new TableColumn(0, rows.getString(1), type(rows.getString(2)), true));
            }
        }
        return columns;
    }

    /** Without the display widths, which newer servers leave out; that of a truth value means something. */
    private static String type(String printed) {
        return WIDTH.matcher(printed).replaceFirst("$1");
    }

    private Connection open() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", options.username());
        properties.setProperty("password", options.password());
        properties.setProperty("connectTimeout", CONNECT_MILLIS);
        properties.setProperty("allowPublicKeyRetrieval", "true");
        String url = "jdbc:mysql://" + options.host() + ":" + options.port() + "/";
        // Through the driver itself: DriverManager does not see drivers of a job's class loader.
        return new Driver().connect(url, properties);
    }

    /** The log holds statements: it tells a table made anew from one that was altered, which columns do not. */
    @Override
    public boolean logTellsOfColumns() {
        return true;
    }

    @Override
    public void beforeContinuing() {
        // The library compares the position with the logs the server has; see SourceFaults.
    }

    @Override
    public void beforeSaving() {
        WatchedHistory.requireNothingLost(watch);
    }

    @Override
    public void after() {
        // Nothing was made.
    }
}
