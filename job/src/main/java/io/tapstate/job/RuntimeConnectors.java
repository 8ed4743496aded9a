package io.tapstate.job;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.runtime.ConnectorRuntimes;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import io.tapstate.job.translate.Connectors;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;

/** The sources and sinks that jobs really run with. */
public final class RuntimeConnectors implements Connectors {
    private static final String VIEW_STORE = "mongodb";

    @Override
    public Source<RowChange, ?, ?> source(String connector, SourceRequest request) {
        return ConnectorRuntimes.source(connector).source(request);
    }

    @Override
    public Sink<RowChange> viewSink(SinkRequest request) {
        return ConnectorRuntimes.sink(VIEW_STORE).sink(request);
    }
}
