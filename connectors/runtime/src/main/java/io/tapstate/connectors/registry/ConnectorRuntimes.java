package io.tapstate.connectors.registry;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.mongodb.runtime.MongoDeadLetterStore;
import io.tapstate.connectors.mongodb.runtime.MongoDocumentSink;
import io.tapstate.connectors.mysql.runtime.MySqlRowSource;
import io.tapstate.connectors.postgres.runtime.PostgresRowSource;
import io.tapstate.connectors.runtime.DeadLetterStore;
import io.tapstate.connectors.runtime.DocumentSinkProvider;
import io.tapstate.connectors.runtime.RowChangeSourceProvider;
import java.util.Map;

/** The explicit list of what each connector id runs as. No class path is scanned. */
public final class ConnectorRuntimes {
    private static final Map<String, RowChangeSourceProvider> SOURCES =
            Map.of("mysql", new MySqlRowSource(), "postgres", new PostgresRowSource());
    private static final Map<String, DocumentSinkProvider> SINKS = Map.of("mongodb", new MongoDocumentSink());

    private ConnectorRuntimes() {}

    /** @throws IllegalArgumentException for an id that no catalogue has: plans never hold one */
    public static RowChangeSourceProvider source(String connector) {
        return known(SOURCES, connector);
    }

    /** @throws IllegalArgumentException for an id that no catalogue has: plans never hold one */
    public static DocumentSinkProvider sink(String connector) {
        return known(SINKS, connector);
    }

    /**
     * Where dead letters go.
     *
     * @param config every reference resolved; {@code uri} names the store and the database
     */
    public static DeadLetterStore deadLetters(ConnectionConfig config) {
        return MongoDeadLetterStore.of(config);
    }

    private static <T> T known(Map<String, T> providers, String connector) {
        T provider = providers.get(connector);
        if (provider == null) {
            throw new IllegalArgumentException(
                    "connector " + connector + " has no runtime; known: " + providers.keySet());
        }
        return provider;
    }
}
