package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.runtime.AlteredTableContract;
import java.util.List;

class MySqlAlteredTableIT extends AlteredTableContract {
    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshMySql("altered");
    }

    @Override
    protected String connector() {
        return "mysql";
    }

    @Override
    protected String namespace() {
        return database.name();
    }

    static List<Alteration> alterations() {
        return List.of(
                new Alteration("ALTER TABLE orders ADD COLUMN note VARCHAR(20) DEFAULT 'x'", "column note added"),
                new Alteration("ALTER TABLE orders DROP COLUMN amount", "column amount dropped"),
                new Alteration(
                        "ALTER TABLE orders RENAME COLUMN customer TO client", "column customer renamed to client"),
                new Alteration(
                        "ALTER TABLE orders MODIFY amount DECIMAL(12,4)",
                        "column amount changed from decimal(10,2) to decimal(12,4)"),
                new Alteration("ALTER TABLE orders MODIFY amount DECIMAL(10,2) AFTER id", "columns reordered"),
                new Alteration(
                        "ALTER TABLE orders ADD COLUMN twice DECIMAL(10,2) GENERATED ALWAYS AS (amount * 2) STORED",
                        "column twice added"));
    }

    static List<String> harmlessStatements() {
        return List.of(
                "CREATE INDEX more ON orders (amount)",
                "DROP INDEX there ON orders",
                "ALTER TABLE orders COMMENT 'orders, ADD COLUMN x', ENGINE=InnoDB",
                "ALTER TABLE orders ALTER COLUMN customer SET DEFAULT 'nobody'",
                "ALTER TABLE orders MODIFY customer VARCHAR(64) NOT NULL",
                "ALTER TABLE orders CONVERT TO CHARACTER SET utf8mb4",
                "ANALYZE TABLE orders",
                "ALTER TABLE others ADD COLUMN note INT, DROP COLUMN customer",
                "CREATE TABLE copy LIKE orders");
    }
}
