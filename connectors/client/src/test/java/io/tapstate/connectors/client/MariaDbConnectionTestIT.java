package io.tapstate.connectors.client;

import io.tapstate.connectors.embedded.DatabaseServer;
import io.tapstate.connectors.embedded.MariaDbServer;
import io.tapstate.connectors.embedded.ServerOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;

/** The same promises on MariaDB, which words some privileges and settings differently. */
class MariaDbConnectionTestIT extends MySqlConnectionTestIT {
    @TempDir
    private static Path folder;

    private static DatabaseServer server;

    @Override
    synchronized DatabaseServer server() {
        if (server == null) {
            server = MariaDbServer.start(folder, ServerOptions.FAST, System.out::println);
        }
        return server;
    }

    @Override
    String product() {
        return "MariaDB";
    }

    @Override
    @AfterAll
    void dropDatabase() {
        super.dropDatabase();
        server.close();
    }
}
