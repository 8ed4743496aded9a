package io.tapstate.connectors.client;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.api.SchemaReader;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.mysql.MySqlOptions;
import io.tapstate.connectors.postgres.PostgresOptions;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The schema catalogue that asks the databases themselves, once per call. */
public final class LiveSchemas implements SchemaCatalog {
    private static final Map<String, SchemaReader> READERS = Map.of(
            MySqlOptions.CONNECTOR, new MySqlSchemaReader(), PostgresOptions.CONNECTOR, new PostgresSchemaReader());

    private final UnaryOperator<String> variables;

    /** @param variables looks up what connection settings refer to, null when unset; usually {@code System::getenv} */
    public LiveSchemas(UnaryOperator<String> variables) {
        this.variables = variables;
    }

    @Override
    public List<TableSchema> tables(String source, String connector, ConnectionConfig config, boolean capture) {
        return reader(connector).tables(config.resolved(variables), capture);
    }

    /**
     * As {@link #tables}, but without judging whether the server can be captured from: for writing its tables down.
     *
     * @throws TapException coded
     */
    public List<TableSchema> described(String connector, ConnectionConfig config, boolean capture) {
        return reader(connector).described(config.resolved(variables), capture);
    }

    private static SchemaReader reader(String connector) {
        SchemaReader reader = READERS.get(connector);
        if (reader == null) {
            throw TapException.of(
                    ConnectionError.CAPABILITY_MISSING, "connector", connector, "capability", "read tables");
        }
        return reader;
    }
}
