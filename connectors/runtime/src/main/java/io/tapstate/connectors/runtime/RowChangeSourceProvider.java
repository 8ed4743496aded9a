package io.tapstate.connectors.runtime;

import io.tapstate.connectors.api.RowChange;
import org.apache.flink.api.connector.source.Source;

/** Makes the Flink source of one connector. */
public interface RowChangeSourceProvider {
    /**
     * A source of changes of all requested tables.
     *
     * <p>Every subtask emits the watermark {@link LoadPhase#SNAPSHOT_DONE} after its last snapshot row, once the whole
     * source has begun to follow the log (also after a restore). A bounded source ends instead. All changes of one row
     * leave in order. Counts rows per table in metrics ({@link SourceMetrics}).
     */
    Source<RowChange, ?, ?> source(SourceRequest request);
}
