package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.runtime.DocumentSinkProvider;
import io.tapstate.connectors.runtime.SinkRequest;
import org.apache.flink.api.connector.sink2.Sink;

/** One document per key: replaced whole, or deleted. */
public final class MongoDocumentSink implements DocumentSinkProvider {
    @Override
    public Sink<RowChange> sink(SinkRequest request) {
        return new DocumentSink(ViewStore.of(request));
    }
}
