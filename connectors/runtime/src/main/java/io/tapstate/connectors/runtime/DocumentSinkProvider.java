package io.tapstate.connectors.runtime;

import io.tapstate.connectors.api.RowChange;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Makes the Flink sink of one target connector. */
public interface DocumentSinkProvider {
    /**
     * Writes one document per change, in order per key; batches by count, bytes and time. What stands in a target that this
     * pipeline does not own is left alone and refused with a code. On the
     * {@link LoadPhase#SNAPSHOT_DONE} watermark everything before it is flushed, then the gauge {@code loaded} is 1.
     */
    Sink<RowChange> sink(SinkRequest request);

    /** Sends the changes of each document to the subtask that writes it: what the sink is to be given. */
    DataStream<RowChange> distributed(SinkRequest request, DataStream<RowChange> changes);

    /**
     * Refuses steps of one job that would write the same collection, as far as their settings show it.
     *
     * @throws io.tapstate.connectors.diagnostics.TapException {@code actuation.target-written-twice}
     */
    void demandApart(List<SinkRequest> requests);
}
