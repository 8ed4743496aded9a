package io.tapstate.cli.demo;

import io.tapstate.connectors.embedded.DatabaseServer;
import java.util.HashMap;
import java.util.Map;

/**
 * The two databases, with the sample rows in them.
 *
 * @param mysql holds {@code orders}
 * @param postgres holds {@code shipments}
 */
record DemoDatabases(DatabaseAddress mysql, DatabaseAddress postgres) {
    private static final String DATABASE = "appdb";

    /** Makes sure that databases and sample are there; what is there already stays as it is. */
    static DemoDatabases prepare(DemoOptions options, DemoServers servers, DemoMemory memory) {
        DatabaseAddress mysql =
                options.mysql().orElseGet(() -> mysqlDatabase(servers.mysql().orElseThrow()));
        DatabaseAddress postgres = options.postgres()
                .orElseGet(() -> postgresDatabase(servers.postgres().orElseThrow()));
        SampleRows.loadOrders(mysql, options.mysql().isPresent(), memory);
        SampleRows.loadShipments(postgres, options.postgres().isPresent(), memory);
        memory.remember(mysql);
        memory.remember(postgres);
        return new DemoDatabases(mysql, postgres);
    }

    /** What the workspace's references mean. */
    Map<String, String> variables() {
        Map<String, String> variables = new HashMap<>(mysql.variables());
        variables.putAll(postgres.variables());
        return variables;
    }

    // The server's own user, whose password the server drew and keeps in its folder, readable by its owner only.
    private static DatabaseAddress mysqlDatabase(DatabaseServer server) {
        try (Sql admin = Sql.open(DatabaseAddress.Kind.MYSQL, server.jdbcUrl(""), server.user(), server.password())) {
            admin.run("CREATE DATABASE IF NOT EXISTS " + DATABASE);
        }
        return address(DatabaseAddress.Kind.MYSQL, server);
    }

    private static DatabaseAddress postgresDatabase(DatabaseServer server) {
        try (Sql admin =
                Sql.open(DatabaseAddress.Kind.POSTGRES, server.jdbcUrl("postgres"), server.user(), server.password())) {
            if (!admin.any("SELECT 1 FROM pg_database WHERE datname = '" + DATABASE + "'")) {
                admin.run("CREATE DATABASE " + DATABASE);
            }
        }
        return address(DatabaseAddress.Kind.POSTGRES, server);
    }

    private static DatabaseAddress address(DatabaseAddress.Kind kind, DatabaseServer server) {
        return new DatabaseAddress(kind, server.host(), server.port(), DATABASE, server.user(), server.password());
    }
}
