package io.tapstate.connectors.runtime;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.TableId;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a job wants read.
 *
 * @param source id of the source resource; names server ids and replication slots, so it must be stable
 * @param pipeline id of the pipeline, likewise
 * @param config every reference resolved
 * @param snapshot read every row first
 * @param changes then follow the log; without it the source is bounded
 * @param faults what to do with a row that cannot be represented
 */
public record SourceRequest(
        String pipeline,
        String source,
        ConnectionConfig config,
        List<Table> tables,
        boolean snapshot,
        boolean changes,
        RecordFaults faults) {
    /**
     * @param key columns that identify a row, in key order
     * @param beforeImage what the log carries of old rows: the change itself does not tell, a column that was not sent
     *     looks like a value there
     * @param ddl what a change of the table's columns becomes
     * @param marksUnsent a value that the log left out because it did not change leaves the source as BSON undefined,
     *     which no row holds, for whoever remembers the last one; else such a change is a fault
     * @param replayed after the first load every change comes that the log has since reading began, also one that the rows
     *     which were read show already: for whoever reads more out of changes than how their row ends
     */
    public record Table(
            TableId id,
            List<String> key,
            BeforeImage beforeImage,
            OptionalLong rowEstimate,
            DdlPolicy ddl,
            boolean marksUnsent,
            boolean replayed) {
        /** A table whose every change must be whole. */
        public Table(TableId id, List<String> key, BeforeImage beforeImage, OptionalLong rowEstimate, DdlPolicy ddl) {
            this(id, key, beforeImage, rowEstimate, ddl, false, false);
        }

        /** A table whose columns must stay as they are. */
        public Table(TableId id, List<String> key, BeforeImage beforeImage, OptionalLong rowEstimate) {
            this(id, key, beforeImage, rowEstimate, DdlPolicy.FAIL);
        }
    }
}
