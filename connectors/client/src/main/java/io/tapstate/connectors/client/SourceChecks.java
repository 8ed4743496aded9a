package io.tapstate.connectors.client;

import io.tapstate.connectors.client.Checklist.Finding;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Tests a source database: the items that every kind of server has. The line it opens stays open for the later items.
 */
abstract class SourceChecks implements AutoCloseable {
    static final String ADDRESS = "address";
    static final String LOGIN = "login";
    static final String DATABASE = "database";
    static final String VERSION = "version";
    static final String TABLES = "tables";

    private static final int TABLES_NAMED = 5;

    private final SourceDatabase database;
    private final TableSelection selection;
    private final boolean capture;
    private final Checklist checklist;
    private Connection connection;
    private Optional<TapException> databaseFault = Optional.empty();

    SourceChecks(String connector, SourceDatabase database, TableSelection selection, boolean capture) {
        this.capture = capture;
        this.database = database;
        this.selection = selection;
        this.checklist = new Checklist(fault -> TapException.because(
                fault,
                ConnectionError.TEST_FAILED,
                "connector",
                connector,
                "address",
                login().address(),
                "detail",
                login().detail(fault)));
    }

    /** Makes all items. */
    final List<ConnectionCheck> run() {
        checklist.item(ADDRESS, this::address);
        checklist.item(LOGIN, this::logIn, ADDRESS);
        checklist.item(DATABASE, "the database `" + login().database() + "` is there", this::database, LOGIN);
        reading(checklist);
        if (capture) {
            capturing(checklist);
        }
        return checklist.checks();
    }

    /** Adds the items of reading rows. */
    abstract void reading(Checklist checklist);

    /** Adds the items of following changes. */
    abstract void capturing(Checklist checklist);

    /** Names of the tables there are, as far as this user sees them. */
    abstract List<String> tableNames() throws SQLException;

    /** A table's name as a query writes it. */
    abstract String quoted(String table);

    /** Whether the server refused a query for want of a privilege. */
    abstract boolean isRefusal(SQLException fault);

    /** What gives the user the right to read tables. */
    abstract String grantToRead() throws SQLException;

    /** The database or schema whose tables are read. */
    abstract String namespace();

    /** Whether changes are to be followed, not only rows read. */
    final boolean capture() {
        return capture;
    }

    final Connection connection() {
        return connection;
    }

    final DatabaseLogin login() {
        return database.login();
    }

    /** The selected tables that are there, sorted. */
    final List<String> selected() throws SQLException {
        return tableNames().stream().filter(selection::selects).sorted().toList();
    }

    /** The item that every selected table is there and readable. */
    final Finding tables() throws SQLException {
        List<String> there = tableNames();
        List<String> absent = selection.names().stream()
                .filter(name -> !there.contains(name))
                .sorted()
                .toList();
        if (!absent.isEmpty()) {
            throw TapException.of(
                    ConnectionError.TABLE_MISSING,
                    "address",
                    login().address(),
                    "namespace",
                    namespace(),
                    "tables",
                    listed(absent));
        }
        List<String> selected = selected();
        if (selected.isEmpty()) {
            Diagnostic none = Diagnostic.of(
                    ConnectionError.NO_TABLES,
                    "address",
                    login().address(),
                    "namespace",
                    namespace(),
                    "username",
                    login().username());
            return new Finding(none.message(), List.of(none));
        }
        requireReadable(selected);
        return Finding.good("all " + selected.size() + " selected tables can be read");
    }

    /** The item that the server is not older than what is tested. */
    final Finding version(String server, String version, String least) {
        String message = server + " " + version;
        if (!ServerVersion.isBefore(version, least)) {
            return Finding.good(message);
        }
        return new Finding(
                message,
                List.of(Diagnostic.of(
                        ConnectionError.SERVER_OLD,
                        "server",
                        server,
                        "address",
                        login().address(),
                        "version",
                        version,
                        "least",
                        least)));
    }

    /** A few names, and how many more there are. */
    static String listed(List<String> names) {
        String few =
                names.stream().limit(TABLES_NAMED).map(name -> "`" + name + "`").collect(Collectors.joining(", "));
        int more = names.size() - TABLES_NAMED;
        return more > 0 ? few + " and " + more + " more" : few;
    }

    private void requireReadable(List<String> tables) throws SQLException {
        List<String> refused = new ArrayList<>();
        for (String table : tables) {
            try {
                // The server judges privileges on every column before it counts rows.
                SourceDatabase.query(connection, row -> row, "SELECT * FROM " + quoted(table) + " LIMIT 0");
            } catch (SQLException e) {
                if (!isRefusal(e)) {
                    throw e;
                }
                refused.add(table);
            }
        }
        if (!refused.isEmpty()) {
            throw TapException.of(
                    ConnectionError.TABLE_UNREADABLE,
                    "address",
                    login().address(),
                    "username",
                    login().username(),
                    "tables",
                    listed(refused),
                    "statement",
                    grantToRead());
        }
    }

    private Finding address() {
        Reachability.obstacle(login().host(), login().port()).ifPresent(obstacle -> {
            throw TapException.of(
                    ConnectionError.UNREACHABLE,
                    "server",
                    login().driver().title(),
                    "address",
                    login().address(),
                    "detail",
                    obstacle);
        });
        return Finding.good(login().address() + " takes connections");
    }

    private Finding logIn() {
        try {
            connection = login().connect();
        } catch (TapException e) {
            // The server knows the user before it looks for the database.
            if (!e.diagnostics().get(0).code().equals(ConnectionError.DATABASE_MISSING.code())) {
                throw e;
            }
            databaseFault = Optional.of(e);
        }
        return Finding.good("logged in as `" + login().username() + "`");
    }

    private void database() {
        databaseFault.ifPresent(fault -> {
            throw fault;
        });
    }

    @Override
    public final void close() {
        if (connection == null) {
            return;
        }
        try {
            connection.close();
        } catch (SQLException e) {
            // The items are made; a line that broke afterwards changes nothing.
            return;
        }
    }
}
