package io.tapstate.connectors.embedded;

import java.nio.file.Path;
import java.util.List;

/** The servers under test. */
enum Product {
    MYSQL("mysql", "MySQL 8\\.0\\.\\d+"),
    MARIADB("mysql", "MariaDB 11\\.4\\.\\d+"),
    POSTGRESQL("postgres", "PostgreSQL 17\\.\\d+");

    final String systemDatabase;
    private final String expectedName;

    Product(String systemDatabase, String expectedName) {
        this.systemDatabase = systemDatabase;
        this.expectedName = expectedName;
    }

    String expectedName() {
        return expectedName;
    }

    DatabaseServer start(Path folder, List<String> progress) {
        return switch (this) {
            case MYSQL -> MySqlServer.start(folder, ServerOptions.FAST, progress::add);
            case MARIADB -> MariaDbServer.start(folder, ServerOptions.FAST, progress::add);
            case POSTGRESQL -> PostgresServer.start(folder, ServerOptions.FAST, progress::add);
        };
    }
}
