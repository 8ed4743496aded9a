package io.tapstate.connectors.embedded;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** A server that somebody else runs; closing leaves it alone. */
record GivenServer(String product, String host, int port, String user, String password, String scheme, String settings)
        implements DatabaseServer {

    static GivenServer mysql(URI url) {
        return connected(
                "MySQL",
                "jdbc:mysql",
                "?sslMode=PREFERRED&allowPublicKeyRetrieval=true&connectionTimeZone=UTC",
                url,
                3306,
                "");
    }

    static GivenServer postgres(URI url) {
        return connected("PostgreSQL", "jdbc:postgresql", "", url, 5432, "postgres");
    }

    private static GivenServer connected(
            String name, String scheme, String settings, URI url, int usualPort, String systemDatabase) {
        List<String> account = List.of((url.getUserInfo() == null ? "" : url.getUserInfo()).split(":", 2));
        GivenServer server = new GivenServer(
                name,
                url.getHost(),
                url.getPort() > 0 ? url.getPort() : usualPort,
                account.get(0),
                account.size() > 1 ? account.get(1) : "",
                scheme,
                settings);
        try (Connection connection =
                DriverManager.getConnection(server.jdbcUrl(systemDatabase), server.user(), server.password())) {
            String version = connection.getMetaData().getDatabaseProductVersion();
            return server.named(RunningServer.productOf(name, version));
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "the given " + name + " at " + server.host() + ":" + server.port() + " does not answer", e);
        }
    }

    private GivenServer named(String full) {
        return new GivenServer(full, host, port, user, password, scheme, settings);
    }

    @Override
    public String jdbcUrl(String database) {
        return scheme + "://" + host + ":" + port + "/" + database + settings;
    }

    @Override
    public long pid() {
        return 0;
    }

    @Override
    public void close() {
        // Not ours to stop.
    }

    @Override
    public String toString() {
        return product + " on " + host + ":" + port;
    }
}
