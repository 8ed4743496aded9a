package io.tapstate.connectors.catalog;

import static io.tapstate.connectors.catalog.OptionType.PORT;
import static io.tapstate.connectors.catalog.OptionType.TEXT;

import io.tapstate.connectors.mysql.MySqlOptions;
import io.tapstate.connectors.postgres.PostgresOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Every connector there is, as an explicit list: nothing is discovered from the class path. */
public final class ConnectorCatalog {
    /** Id of the connector that views are written through. */
    public static final String MONGODB = "mongodb";

    private static final ConnectorDescriptor MYSQL_DESCRIPTOR = new ConnectorDescriptor(
            MySqlOptions.CONNECTOR,
            "MySQL",
            Set.of(ConnectorRole.SOURCE),
            Set.of(SourceMode.CDC, SourceMode.SNAPSHOT),
            List.of(
                    OptionSpec.required("host", TEXT, "Host name or address of the server"),
                    OptionSpec.optional("port", PORT, "3306", "TCP port of the server"),
                    OptionSpec.required("database", TEXT, "Database whose tables are read"),
                    OptionSpec.required("username", TEXT, "Account to read as"),
                    OptionSpec.optional("password", TEXT, "", "Password of the account")
                            .asSecret()));

    private static final ConnectorDescriptor POSTGRES_DESCRIPTOR = new ConnectorDescriptor(
            PostgresOptions.CONNECTOR,
            "PostgreSQL",
            Set.of(ConnectorRole.SOURCE),
            Set.of(SourceMode.CDC, SourceMode.SNAPSHOT),
            List.of(
                    OptionSpec.required("host", TEXT, "Host name or address of the server"),
                    OptionSpec.optional("port", PORT, "5432", "TCP port of the server"),
                    OptionSpec.required("database", TEXT, "Database to connect to"),
                    OptionSpec.optional("schema", TEXT, "public", "Schema whose tables are read"),
                    OptionSpec.required("username", TEXT, "Role to read as"),
                    OptionSpec.optional("password", TEXT, "", "Password of the role")
                            .asSecret()));

    private static final ConnectorDescriptor MONGODB_DESCRIPTOR = new ConnectorDescriptor(
            MONGODB,
            "MongoDB",
            Set.of(ConnectorRole.TARGET),
            Set.of(),
            // May carry credentials, so the whole text is a secret.
            List.of(OptionSpec.required("uri", TEXT, "Connection string; its path names the database")
                    .asSecret()));

    private static final List<ConnectorDescriptor> ALL =
            List.of(MONGODB_DESCRIPTOR, MYSQL_DESCRIPTOR, POSTGRES_DESCRIPTOR);

    private ConnectorCatalog() {}

    /** All connectors, sorted by id. */
    public static List<ConnectorDescriptor> all() {
        return ALL;
    }

    /** The connector of that id; empty when there is none. */
    public static Optional<ConnectorDescriptor> find(String id) {
        return ALL.stream().filter(connector -> connector.id().equals(id)).findFirst();
    }
}
