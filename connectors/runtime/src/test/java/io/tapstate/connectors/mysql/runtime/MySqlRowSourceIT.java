package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.runtime.RowSourceContract;

class MySqlRowSourceIT extends RowSourceContract {
    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshMySql("source");
    }

    @Override
    protected String connector() {
        return "mysql";
    }

    @Override
    protected String namespace() {
        return database.name();
    }

    @Override
    protected BeforeImage beforeImage() {
        return BeforeImage.FULL;
    }

    @Override
    protected String fill(int rows) {
        String digits = "(SELECT 0 n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4"
                + " UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
        return "INSERT INTO orders SELECT 1 + a.n + 10*b.n + 100*c.n + 1000*d.n + 10000*e.n, 'x', 1.5 FROM " + digits
                + " a, " + digits + " b, " + digits + " c, " + digits + " d, " + digits
                + " e WHERE a.n + 10*b.n + 100*c.n + 1000*d.n + 10000*e.n < " + rows;
    }
}
