package io.tapstate.connectors.api;

import java.util.List;

/** Reads what a live database says about its tables. One implementation per source connector. */
public interface SchemaReader {
    /**
     * All tables of the configured database, sorted by id. Also judges whether the server can be captured from at all.
     *
     * @param config connection settings with every variable resolved
     * @param capture whether changes will be captured too, so that the log's settings matter
     * @throws io.tapstate.connectors.diagnostics.TapException coded: unreachable, login refused, log not usable
     */
    List<TableSchema> tables(ConnectionConfig config, boolean capture);
}
