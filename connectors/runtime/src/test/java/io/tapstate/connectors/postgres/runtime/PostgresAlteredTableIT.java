package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.runtime.AlteredTableContract;
import java.util.List;

class PostgresAlteredTableIT extends AlteredTableContract {
    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshPostgres("altered");
    }

    @Override
    protected String connector() {
        return "postgres";
    }

    @Override
    protected String namespace() {
        return "public";
    }

    static List<Alteration> alterations() {
        return List.of(
                new Alteration("ALTER TABLE orders ADD COLUMN note VARCHAR(20) DEFAULT 'x'", "column note added"),
                new Alteration("ALTER TABLE orders DROP COLUMN amount", "column amount dropped"),
                new Alteration(
                        "ALTER TABLE orders RENAME COLUMN customer TO client", "column customer renamed to client"),
                new Alteration(
                        "ALTER TABLE orders ALTER COLUMN amount TYPE DECIMAL(12,4)",
                        "column amount changed from numeric(10,2) to numeric(12,4)"),
                new Alteration(
                        "ALTER TABLE orders ADD COLUMN twice DECIMAL(10,2) GENERATED ALWAYS AS (amount * 2) STORED",
                        "column twice added"));
    }

    static List<String> harmlessStatements() {
        return List.of(
                "CREATE INDEX more ON orders (amount)",
                "DROP INDEX there",
                "COMMENT ON TABLE orders IS 'orders'",
                "ALTER TABLE orders ALTER COLUMN customer SET DEFAULT 'nobody'",
                "ALTER TABLE orders ALTER COLUMN customer SET NOT NULL",
                "ALTER TABLE orders ALTER COLUMN customer SET STATISTICS 10",
                "ANALYZE orders",
                "ALTER TABLE others ADD COLUMN note INT, DROP COLUMN customer",
                "ALTER TABLE orders REPLICA IDENTITY FULL",
                "CREATE TABLE copy (LIKE orders INCLUDING ALL)");
    }
}
