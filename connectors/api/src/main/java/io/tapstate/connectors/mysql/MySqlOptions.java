package io.tapstate.connectors.mysql;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.OptionReader;
import java.io.Serializable;

/** The settings of a {@code mysql} source, bound and typed. Never prints the password. */
public record MySqlOptions(String host, int port, String database, String username, String password)
        implements Serializable {
    public static final String CONNECTOR = "mysql";

    /** @param config with every reference resolved */
    public static MySqlOptions from(ConnectionConfig config) {
        OptionReader options = new OptionReader(CONNECTOR, config);
        return new MySqlOptions(
                options.required("host"),
                options.port("port", 3306),
                options.required("database"),
                options.required("username"),
                options.optional("password", ""));
    }

    @Override
    public String toString() {
        return CONNECTOR + "://" + host + ":" + port + "/" + database;
    }
}
