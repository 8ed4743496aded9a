package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.runtime.RowSourceContract;

class PostgresRowSourceIT extends RowSourceContract {
    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshPostgres("source");
    }

    @Override
    protected String connector() {
        return "postgres";
    }

    @Override
    protected String namespace() {
        return "public";
    }

    @Override
    protected BeforeImage beforeImage() {
        return BeforeImage.KEY;
    }

    @Override
    protected String fill(int rows) {
        return "INSERT INTO orders SELECT n, 'x', 1.5 FROM generate_series(1, " + rows + ") n";
    }
}
