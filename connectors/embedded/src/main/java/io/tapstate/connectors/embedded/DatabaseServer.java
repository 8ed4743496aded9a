package io.tapstate.connectors.embedded;

/**
 * A running database server. It lives until {@link #close()}: there is no hidden shutdown hook, so a caller that wants
 * the server gone at the end of its process registers one hook of its own and orders it after whatever still reads the
 * server. Such a hook ends a start that is under way by interrupting its thread and joining it: the start then stops what
 * it started and throws a {@link java.util.concurrent.CancellationException}. A server left behind by a killed owner is
 * stopped by the next start on the same folder.
 */
public interface DatabaseServer extends AutoCloseable {
    /** Name and version as the server reports them, for example {@code MySQL 8.0.12}. */
    String product();

    String host();

    int port();

    /** An administrator that may create databases and read the change log. */
    String user();

    String password();

    /** JDBC URL of a database of this server, without credentials. The database need not exist yet. */
    String jdbcUrl(String database);

    /** Process id of the server; 0 when the server was not started by this process. */
    long pid();

    /** Stops the server and frees its folder; its data stay. Closing twice does nothing. */
    @Override
    void close();
}
