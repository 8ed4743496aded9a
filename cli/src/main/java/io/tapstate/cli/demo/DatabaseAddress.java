package io.tapstate.cli.demo;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Where one of the demo's two databases is, and who may use it. Never prints the password. */
public record DatabaseAddress(Kind kind, String host, int port, String database, String user, String password) {
    /** The two databases of the demo. */
    public enum Kind {
        MYSQL("mysql", 3306, "ORDERS_DB"),
        POSTGRES("postgres", 5432, "FULFILLMENT_DB");

        private final String connector;
        private final int usualPort;
        private final String prefix;

        Kind(String connector, int usualPort, String prefix) {
            this.connector = connector;
            this.usualPort = usualPort;
            this.prefix = prefix;
        }

        /** Catalogue id of its connector, and what `demo sql` calls it. */
        public String connector() {
            return connector;
        }

        public String portVariable() {
            return prefix + "_PORT";
        }

        public String passwordVariable() {
            return prefix + "_PASSWORD";
        }
    }

    /**
     * Reads {@code mysql://user:password@host:port/database}, with or without {@code jdbc:} in front. User and password
     * may stand as parameters instead; a missing password is taken from the variable that the workspace will use too.
     *
     * @param option the flag it came by, for messages; the text itself may hold a password and is not shown
     */
    public static DatabaseAddress parse(Kind kind, String option, String text, Map<String, String> environment) {
        try {
            URI uri = URI.create(text.startsWith("jdbc:") ? text.substring("jdbc:".length()) : text);
            boolean known = uri.getScheme() != null && uri.getScheme().startsWith(kind.connector);
            String database = Optional.ofNullable(uri.getPath()).orElse("").replaceFirst("^/", "");
            Map<String, String> parameters = parameters(uri.getRawQuery());
            String[] login =
                    Optional.ofNullable(uri.getRawUserInfo()).orElse("").split(":", 2);
            String user = login[0].isEmpty() ? parameters.getOrDefault("user", "") : decoded(login[0]);
            String password = login.length == 2
                    ? decoded(login[1])
                    : parameters.getOrDefault("password", environment.getOrDefault(kind.passwordVariable(), ""));
            if (known && uri.getHost() != null && isName(database) && !user.isEmpty() && !isCutShort(uri)) {
                int port = uri.getPort() < 0 ? kind.usualPort : uri.getPort();
                return new DatabaseAddress(kind, uri.getHost(), port, database, user, password);
            }
        } catch (IllegalArgumentException e) {
            // Not an address at all: the same refusal.
        }
        String form = kind.connector + "://USER:PASSWORD@HOST:" + kind.usualPort + "/DATABASE";
        throw TapException.of(CliError.INVALID_SERVER_URL, "option", option, "expected", form);
    }

    private static boolean isName(String database) {
        return !database.isEmpty() && !database.contains("/") && !database.contains("@");
    }

    // A `/`, `?` or `#` of a password that is not encoded ends the host; what stands for host and database then are
    // pieces of the password, which the messages to come would show.
    private static boolean isCutShort(URI uri) {
        String query = Optional.ofNullable(uri.getRawQuery()).orElse("user=");
        return uri.getRawFragment() != null
                || !Stream.of(query.split("&", -1)).allMatch(pair -> pair.matches("[A-Za-z0-9_.]+=.*"));
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        if (query != null) {
            for (String pair : query.split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    parameters.put(pair.substring(0, equals), decoded(pair.substring(equals + 1)));
                }
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** JDBC URL without credentials. */
    public String jdbcUrl() {
        return kind == Kind.MYSQL
                ? "jdbc:mysql://" + host + ":" + port + "/" + database
                : "jdbc:postgresql://" + host + ":" + port + "/" + database;
    }

    /** The variables by which the workspace refers to this database. */
    public Map<String, String> variables() {
        return Map.of(kind.portVariable(), Integer.toString(port), kind.passwordVariable(), password);
    }

    @Override
    public String toString() {
        return kind.connector + "://" + host + ":" + port + "/" + database;
    }
}
