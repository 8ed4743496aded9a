package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Where {@link FlinkJobBuilder} takes sources and sinks from. */
interface Connectors {
    /** The real ones. */
    Connectors RUNTIMES = new Connectors() {
        @Override
        public Source<RowChange, ?, ?> source(String connector, SourceRequest request) {
            return ConnectorRuntimes.source(connector).source(request);
        }

        @Override
        public Sink<RowChange> sink(String connector, SinkRequest request) {
            return ConnectorRuntimes.sink(connector).sink(request);
        }

        @Override
        public DataStream<RowChange> distributed(String connector, SinkRequest request, DataStream<RowChange> changes) {
            return ConnectorRuntimes.sink(connector).distributed(request, changes);
        }

        @Override
        public void demandApart(String connector, List<SinkRequest> requests) {
            ConnectorRuntimes.sink(connector).demandApart(requests);
        }
    };

    /** @param connector catalogue id, for example {@code mysql} */
    Source<RowChange, ?, ?> source(String connector, SourceRequest request);

    /** @param connector catalogue id, for example {@code mongodb} */
    Sink<RowChange> sink(String connector, SinkRequest request);

    /** Sends the changes of each document to the subtask that writes it. */
    default DataStream<RowChange> distributed(String connector, SinkRequest request, DataStream<RowChange> changes) {
        return changes;
    }

    /** Refuses steps that would write the same; those of one connector. */
    default void demandApart(String connector, List<SinkRequest> requests) {}
}
