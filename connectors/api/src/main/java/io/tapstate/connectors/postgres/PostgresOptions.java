package io.tapstate.connectors.postgres;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.OptionReader;
import java.io.Serializable;

/** The settings of a {@code postgres} source, bound and typed. Never prints the password. */
public record PostgresOptions(String host, int port, String database, String schema, String username, String password)
        implements Serializable {
    public static final String CONNECTOR = "postgres";

    /** @param config with every reference resolved */
    public static PostgresOptions from(ConnectionConfig config) {
        OptionReader options = new OptionReader(CONNECTOR, config);
        return new PostgresOptions(
                options.required("host"),
                options.port("port", 5432),
                options.required("database"),
                options.optional("schema", "public"),
                options.required("username", "user"),
                options.optional("password", ""));
    }

    @Override
    public String toString() {
        return CONNECTOR + "://" + host + ":" + port + "/" + database + "/" + schema;
    }
}
