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

    /**
     * The same tables, from a server whose fitness for capture is not judged: for writing them down.
     *
     * @param capture whether tables that leave no trace in the log are left out
     * @throws io.tapstate.connectors.diagnostics.TapException coded: unreachable, login refused
     */
    List<TableSchema> described(ConnectionConfig config, boolean capture);
}
