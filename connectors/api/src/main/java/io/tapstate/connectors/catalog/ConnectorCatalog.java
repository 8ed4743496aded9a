package io.tapstate.connectors.catalog;

import io.tapstate.connectors.mongodb.MongoDbOptions;
import java.util.List;
import java.util.Optional;

/** Every connector there is, as an explicit list: nothing is discovered from the class path. */
public final class ConnectorCatalog {
    /** Id of the connector that views are written through. */
    public static final String MONGODB = MongoDbOptions.CONNECTOR;

    private static final List<ConnectorDescriptor> ALL = List.of(
            Db2Descriptor.DESCRIPTOR,
            MongoDbDescriptor.DESCRIPTOR,
            MySqlDescriptor.DESCRIPTOR,
            OracleDescriptor.DESCRIPTOR,
            PostgresDescriptor.DESCRIPTOR,
            SqlServerDescriptor.DESCRIPTOR);

    private ConnectorCatalog() {}

    /** All connectors, sorted by id. */
    public static List<ConnectorDescriptor> all() {
        return ALL;
    }

    /** The connector of that id; empty when there is none. */
    public static Optional<ConnectorDescriptor> find(String id) {
        return ALL.stream().filter(connector -> connector.id().equals(id)).findFirst();
    }
}
