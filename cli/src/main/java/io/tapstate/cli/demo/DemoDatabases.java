package io.tapstate.cli.demo;

import io.tapstate.connectors.embedded.DatabaseServer;
import java.util.HashMap;
import java.util.Map;

/**
 * The two databases, with their user and the sample rows in them.
 *
 * @param mysql holds {@code orders}
 * @param postgres holds {@code shipments}
 */
record DemoDatabases(DatabaseAddress mysql, DatabaseAddress postgres) {
    private static final String DATABASE = "appdb";
    private static final String USER = "tapstate";

    /** Makes sure that databases, users and sample are there; what is there already stays as it is. */
    static DemoDatabases prepare(DemoOptions options, DemoServers servers, DemoMemory memory) {
        DatabaseAddress mysql =
                options.mysql().orElseGet(() -> mysqlAccount(servers.mysql().orElseThrow(), memory.password()));
        DatabaseAddress postgres = options.postgres()
                .orElseGet(() -> postgresAccount(servers.postgres().orElseThrow(), memory.password()));
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

    private static DatabaseAddress mysqlAccount(DatabaseServer server, String password) {
        try (Sql admin = Sql.open(DatabaseAddress.Kind.MYSQL, server.jdbcUrl(""), server.user(), server.password())) {
            String user = "'" + USER + "'@'%'";
            admin.run(
                    "CREATE DATABASE IF NOT EXISTS " + DATABASE,
                    "CREATE USER IF NOT EXISTS " + user + " IDENTIFIED BY '" + password + "'",
                    "ALTER USER " + user + " IDENTIFIED BY '" + password + "'",
                    "GRANT SELECT, RELOAD, SHOW DATABASES, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO " + user,
                    "GRANT ALL ON " + DATABASE + ".* TO " + user);
        }
        return new DatabaseAddress(DatabaseAddress.Kind.MYSQL, server.host(), server.port(), DATABASE, USER, password);
    }

    private static DatabaseAddress postgresAccount(DatabaseServer server, String password) {
        try (Sql admin =
                Sql.open(DatabaseAddress.Kind.POSTGRES, server.jdbcUrl("postgres"), server.user(), server.password())) {
            if (!admin.any("SELECT 1 FROM pg_roles WHERE rolname = '" + USER + "'")) {
                admin.run("CREATE ROLE " + USER);
            }
            admin.run("ALTER ROLE " + USER + " LOGIN REPLICATION PASSWORD '" + password + "'");
            if (!admin.any("SELECT 1 FROM pg_database WHERE datname = '" + DATABASE + "'")) {
                admin.run("CREATE DATABASE " + DATABASE + " OWNER " + USER);
            }
        }
        return new DatabaseAddress(
                DatabaseAddress.Kind.POSTGRES, server.host(), server.port(), DATABASE, USER, password);
    }
}
