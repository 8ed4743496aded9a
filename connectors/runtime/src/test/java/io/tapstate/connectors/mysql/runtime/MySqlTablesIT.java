package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.runtime.TableContract;
import java.util.Set;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.cdc.connectors.mysql.source.utils.hooks.SnapshotPhaseHooks;

class MySqlTablesIT extends TableContract {
    @Override
    protected Set<String> refusedNames(boolean ofTables) {
        return Set.of();
    }

    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshMySql("tables");
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
    protected String quoted(String identifier) {
        return SplitColumn.quoted(identifier);
    }

    @Override
    protected void hook(Source<?, ?, ?> inner) {
        SnapshotPhaseHooks hooks = new SnapshotPhaseHooks();
        hooks.setPreHighWatermarkAction((connection, chunk) -> withinChunk());
        ((ChunkedMySqlSource) inner).inner().setSnapshotHooks(hooks);
    }
}
