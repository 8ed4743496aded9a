package io.tapstate.connectors.mongodb;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.OptionReader;
import java.io.Serializable;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The settings of a {@code mongodb} connection as one connection string, whichever way they were written. Never prints
 * it: it may hold a password.
 */
public record MongoDbOptions(String uri) implements Serializable {
    public static final String CONNECTOR = "mongodb";

    /** @param config with every reference resolved */
    public static MongoDbOptions from(ConnectionConfig config) {
        OptionReader options = new OptionReader(CONNECTOR, config);
        return new MongoDbOptions(options.bool("isUri", true) ? options.required("uri") : assembled(options));
    }

    private static String assembled(OptionReader options) {
        String host = options.required("host");
        String database = encoded(options.required("database"));
        String user = options.optional("user", "");
        String password = options.optional("password", "");
        String login = user.isEmpty() ? "" : encoded(user) + (password.isEmpty() ? "" : ":" + encoded(password)) + "@";
        String parameters = options.optional("additionalString", "");
        // Users are kept in admin unless the parameters say otherwise; the path alone would mean the database itself.
        if (!login.isEmpty() && !parameters.contains("authSource=")) {
            parameters = "authSource=admin" + (parameters.isEmpty() ? "" : "&" + parameters);
        }
        return "mongodb://" + login + host + "/" + database + (parameters.isEmpty() ? "" : "?" + parameters);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return CONNECTOR;
    }
}
