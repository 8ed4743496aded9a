package io.tapstate.connectors.runtime;

import java.util.List;
import io.tapstate.connectors.api.RowChange;
import org.apache.flink.api.connector.sink2.Sink;

/** Makes the Flink sink of one target connector. */
public interface DocumentSinkProvider {
    /**
     * Writes one document per change, in order per key; batches by count, bytes and time. What stands in a target that this
     * pipeline does not own is left alone and refused with a code. On the
     * {@link LoadPhase#SNAPSHOT_DONE} watermark everything before it is flushed, then the gauge {@code loaded} is 1.
     */
    Sink<RowChange> sink(SinkRequest request);

    /**
     * Refuses steps of one job that would write the same collection, as far as their settings show it.
     *
     * @throws io.tapstate.connectors.diagnostics.TapException {@code actuation.target-written-twice}
     */
    void demandApart(List<SinkRequest> requests);
}
