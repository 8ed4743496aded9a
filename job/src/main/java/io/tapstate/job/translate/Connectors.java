package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;

/** Where {@link FlinkJobBuilder} takes sources and sinks from. */
public interface Connectors {
    /** @param connector catalogue id, for example {@code mysql} */
    Source<RowChange, ?, ?> source(String connector, SourceRequest request);

    /** The sink of views. */
    Sink<RowChange> viewSink(SinkRequest request);
}
