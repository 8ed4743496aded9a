package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;

/** Where {@link FlinkJobBuilder} takes sources and sinks from. */
interface Connectors {
    /** The real ones. */
    Connectors RUNTIMES = new Connectors() {
        @Override
        public Source<RowChange, ?, ?> source(String connector, SourceRequest request) {
            return ConnectorRuntimes.source(connector).source(request);
        }

        @Override
        public Sink<RowChange> viewSink(SinkRequest request) {
            return ConnectorRuntimes.sink("mongodb").sink(request);
        }
    };

    /** @param connector catalogue id, for example {@code mysql} */
    Source<RowChange, ?, ?> source(String connector, SourceRequest request);

    /** The sink of views. */
    Sink<RowChange> viewSink(SinkRequest request);
}
