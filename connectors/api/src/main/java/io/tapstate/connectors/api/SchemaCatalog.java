package io.tapstate.connectors.api;

import java.util.List;

/** Hands the planner the tables of a source: read live, or from a recording. */
@FunctionalInterface
public interface SchemaCatalog {
    /**
     * All tables of a source, sorted by id.
     *
     * @param source id of the source resource
     * @param connector catalogue id
     * @param config as the author wrote it, references unresolved
     * @param capture whether changes will be captured, so that the log's settings are judged too
     * @throws io.tapstate.connectors.diagnostics.TapException coded
     */
    List<TableSchema> tables(String source, String connector, ConnectionConfig config, boolean capture);
}
