package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.embedded.DatabaseServer;
import io.tapstate.connectors.embedded.MariaDbServer;
import io.tapstate.connectors.embedded.ServerOptions;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** As {@link MySqlTablesIT}, on MariaDB. */
class MariaDbTablesIT extends MySqlTablesIT {
    @TempDir
    private static Path data;

    private static DatabaseServer server;

    @BeforeAll
    static void startServer() {
        server = MariaDbServer.start(data.resolve("mariadb"), ServerOptions.FAST, System.out::println);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshDatabase(server, "tables");
    }
}
