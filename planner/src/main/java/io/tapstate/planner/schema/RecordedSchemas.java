package io.tapstate.planner.schema;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.OptionSpec;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The schema catalogue that answers from recordings, and asks another for sources that have none. */
public final class RecordedSchemas implements SchemaCatalog {
    /** The catalogue to fall back to where no database may be asked: refuses every source. */
    public static final SchemaCatalog NONE = (source, connector, config, capture) -> {
        throw TapException.of(SchemaError.NOT_DISCOVERED, "source", source);
    };

    /** Which setting names the namespace that tables are read from. */
    private static final Map<String, String> NAMESPACES = Map.of("mysql", "database", "postgres", "schema");

    private final SchemaFiles files;
    private final SchemaCatalog otherwise;
    private final TreeMap<String, Origin> origins = new TreeMap<>();

    /** @param otherwise asked for the sources without a recording */
    public RecordedSchemas(SchemaFiles files, SchemaCatalog otherwise) {
        this.files = files;
        this.otherwise = otherwise;
    }

    /** Where the tables of a source came from. */
    public enum Origin {
        /** From its file. */
        RECORDED,
        /** From the catalogue that was asked instead. */
        ASKED
    }

    @Override
    public List<TableSchema> tables(String source, String connector, ConnectionConfig config, boolean capture) {
        Optional<SchemaSnapshot> snapshot = files.read(source);
        if (snapshot.isEmpty()) {
            List<TableSchema> tables = otherwise.tables(source, connector, config, capture);
            origins.put(source, Origin.ASKED);
            return tables;
        }
        files.expect(source, "connector", snapshot.get().connector(), connector);
        namespace(connector, config)
                .ifPresent(expected -> snapshot.get().tables().stream()
                        .map(table -> table.id().namespace())
                        // Servers on some systems print names in lower case.
                        .filter(recorded -> !recorded.equalsIgnoreCase(expected))
                        .forEach(recorded -> files.expect(source, NAMESPACES.get(connector), recorded, expected)));
        origins.put(source, Origin.RECORDED);
        return snapshot.get().tables();
    }

    /** Where the tables came from, for each source that was answered so far. */
    public Map<String, Origin> origins() {
        return Collections.unmodifiableSortedMap(origins);
    }

    // A recording of another database would plan against tables that are not there. A reference may name any.
    private static Optional<String> namespace(String connector, ConnectionConfig config) {
        return Optional.ofNullable(NAMESPACES.get(connector))
                .flatMap(setting -> config.get(setting)
                        .or(() -> ConnectorCatalog.find(connector)
                                .flatMap(descriptor -> descriptor.option(setting))
                                .flatMap(OptionSpec::fallback)))
                .filter(value -> !value.contains("${"));
    }
}
