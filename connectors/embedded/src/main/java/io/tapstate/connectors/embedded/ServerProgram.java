package io.tapstate.connectors.embedded;

import java.util.List;
import java.util.Map;

/** One server product, ready to run on a folder whose data exist. */
interface ServerProgram {
    /** For messages before the server can be asked, for example {@code MySQL}. */
    String name();

    /** Words that start the server in the foreground; one of them holds the path of the data folder. */
    List<String> command(int port);

    Map<String, String> environment();

    /** Signals to end it, mildest first, without {@code SIG}. */
    List<String> stopSignals();

    String jdbcUrl(int port, String database);

    /** A database that always exists. */
    String systemDatabase();
}
