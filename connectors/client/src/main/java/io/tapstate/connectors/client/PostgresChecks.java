package io.tapstate.connectors.client;

import static io.tapstate.connectors.client.PostgresDatabase.identifier;
import static io.tapstate.connectors.client.SourceDatabase.query;

import io.tapstate.connectors.client.Checklist.Finding;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.postgres.PostgresOptions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The items of a PostgreSQL source. */
final class PostgresChecks extends SourceChecks {
    private static final String SCHEMA = "schema";
    private static final String LEVEL = "wal-level";
    private static final String LEAST = "12";
    private static final String PRIVILEGE_REFUSED = "42501";
    // Nothing, or the default without a primary key: published, such a table refuses its own updates and deletes.
    private static final String NO_IDENTITY = "(c.relreplident = 'n' OR c.relreplident = 'd' AND NOT EXISTS"
            + " (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary))";

    private final PostgresDatabase database;

    private PostgresChecks(PostgresDatabase database, TableSelection selection, boolean capture) {
        super(PostgresOptions.CONNECTOR, database, selection, capture);
        this.database = database;
    }

    static PostgresChecks of(PostgresOptions options, TableSelection selection, boolean capture) {
        return new PostgresChecks(PostgresDatabase.of(options), selection, capture);
    }

    @Override
    void reading(Checklist checklist) {
        checklist.item(SCHEMA, "the schema `" + namespace() + "` may be used", this::requireSchema, DATABASE);
        checklist.item(VERSION, this::version, DATABASE);
        checklist.item(TABLES, this::tables, SCHEMA);
    }

    @Override
    void capturing(Checklist checklist) {
        checklist.item(LEVEL, "wal_level is logical", () -> database.requireLogicalLog(connection()), DATABASE);
        checklist.item(
                "replication-role",
                "the role may replicate",
                () -> database.requireReplicationRole(connection()),
                DATABASE);
        checklist.item(
                "replication-slots",
                "a replication slot is free",
                () -> database.requireFreeSlot(connection()),
                DATABASE);
        checklist.item("wal-senders", "a WAL sender is free", this::requireFreeSender, DATABASE);
        checklist.item("publication", "the role may publish the tables", this::requirePublicationRight, TABLES);
        checklist.item("replica-identity", this::replicaIdentity, TABLES);
    }

    @Override
    List<String> tableNames() throws SQLException {
        return query(
                connection(),
                row -> row.getString(1),
                "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE n.nspname = ? AND " + PostgresSchemaReader.TABLE
                        // Unlogged tables leave no trace in the log.
                        + " AND (c.relpersistence = 'p' OR (c.relpersistence = 'u' AND NOT ?))",
                namespace(),
                capture());
    }

    @Override
    String quoted(String table) {
        return identifier(namespace()) + "." + identifier(table);
    }

    @Override
    boolean isRefusal(SQLException fault) {
        return PRIVILEGE_REFUSED.equals(fault.getSQLState());
    }

    @Override
    String grantToRead() {
        return "GRANT SELECT ON ALL TABLES IN SCHEMA " + identifier(namespace()) + " TO " + role() + ";";
    }

    @Override
    String namespace() {
        return database.schema();
    }

    private String role() {
        return identifier(login().username());
    }

    private Finding version() throws SQLException {
        String version = query(connection(), row -> row.getString(1), "SHOW server_version")
                .get(0);
        return version("PostgreSQL", version, LEAST);
    }

    private void requireSchema() throws SQLException {
        database.checkSchema(connection());
        if (!holds("SELECT has_schema_privilege(?, 'USAGE')", namespace())) {
            throw TapException.of(
                    ConnectionError.SCHEMA_HIDDEN,
                    "address",
                    login().address(),
                    "username",
                    login().username(),
                    "schema",
                    namespace(),
                    "statement",
                    "GRANT USAGE ON SCHEMA " + identifier(namespace()) + " TO " + role() + ";");
        }
    }

    private void requireFreeSender() throws SQLException {
        int limit = PostgresDatabase.setting(connection(), "max_wal_senders");
        int used = query(connection(), row -> row.getInt(1), "SELECT count(*)::int FROM pg_stat_replication")
                .get(0);
        if (used >= limit) {
            throw TapException.of(ConnectionError.NO_FREE_SENDER, "address", login().address(), "senders", limit);
        }
    }

    // The role creates a publication of the tables, for which the server wants both rights.
    private void requirePublicationRight() throws SQLException {
        List<String> missing = new ArrayList<>();
        List<String> statements = new ArrayList<>();
        if (!holds("SELECT has_database_privilege(current_database(), 'CREATE')")) {
            missing.add("it may not create objects in the database");
            statements.add("GRANT CREATE ON DATABASE " + identifier(login().database()) + " TO " + role() + ";");
        }
        List<String> foreign = named("NOT pg_has_role(c.relowner, 'USAGE')");
        if (!foreign.isEmpty()) {
            missing.add("it does not own " + listed(foreign));
            statements.add(owners(foreign).stream()
                    .map(owner -> "GRANT " + identifier(owner) + " TO " + role() + ";")
                    .collect(Collectors.joining(" ")));
        }
        if (!missing.isEmpty()) {
            throw TapException.of(
                    ConnectionError.PUBLICATION_RIGHT,
                    "address",
                    login().address(),
                    "username",
                    login().username(),
                    "missing",
                    String.join(", and ", missing),
                    "statement",
                    String.join(" ", statements));
        }
    }

    private Finding replicaIdentity() throws SQLException {
        List<String> without = named(NO_IDENTITY);
        if (!without.isEmpty()) {
            throw TapException.of(
                    ConnectionError.REPLICA_IDENTITY_MISSING,
                    "tables",
                    listed(without),
                    "statement",
                    identity(without));
        }
        List<String> keyed = named("c.relreplident <> 'f'");
        if (keyed.isEmpty()) {
            return Finding.good("all selected tables log whole old rows");
        }
        Diagnostic keyOnly = Diagnostic.of(
                ConnectionError.REPLICA_IDENTITY_KEY, "tables", listed(keyed), "statement", identity(keyed));
        return new Finding(keyOnly.message(), List.of(keyOnly));
    }

    private String identity(List<String> tables) {
        return "ALTER TABLE " + quoted(tables.get(0)) + " REPLICA IDENTITY FULL;";
    }

    /** The selected tables of which a condition on {@code pg_class c} holds. */
    private List<String> named(String condition) throws SQLException {
        List<String> named = new ArrayList<>(query(
                connection(),
                row -> row.getString(1),
                "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE n.nspname = ? AND " + PostgresSchemaReader.TABLE
                        + " AND c.relpersistence = 'p' AND " + condition
                        + " ORDER BY c.relname",
                namespace()));
        named.retainAll(selected());
        return named;
    }

    private List<String> owners(List<String> tables) throws SQLException {
        List<String> owners = new ArrayList<>();
        query(
                        connection(),
                        row -> List.of(row.getString(1), row.getString(2)),
                        "SELECT c.relname, pg_get_userbyid(c.relowner)::text FROM pg_class c"
                                + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND "
                                + PostgresSchemaReader.TABLE,
                        namespace())
                .stream()
                .filter(table -> tables.contains(table.get(0)))
                .map(table -> table.get(1))
                .distinct()
                .sorted()
                .forEach(owners::add);
        return owners;
    }

    private boolean holds(String sql, Object... arguments) throws SQLException {
        return query(connection(), row -> row.getBoolean(1), sql, arguments).get(0);
    }
}
