package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.FinalFaults;
import java.io.IOException;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.mongodb.sink.MongoSink;

/**
 * The Flink MongoDB sink with batches cut by us: by itself it measures time from its last write, so a document after a
 * pause would go alone, it writes from a second thread, and it does not count bytes.
 */
final class DocumentSink implements Sink<RowChange> {
    private static final long serialVersionUID = 1L;
    private static final int NEVER = -1;

    private final ViewStore store;
    private final MongoSink<RowChange> inner;

    DocumentSink(ViewStore store) {
        this.store = store;
        this.inner = MongoSink.<RowChange>builder()
                .setUri(store.uri())
                .setDatabase(store.database())
                .setCollection(store.collection())
                .setBatchSize(NEVER)
                .setBatchIntervalMs(NEVER)
                .setMaxRetries(0)
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .setSerializationSchema(new DocumentModels(store.primaryKey()))
                .build();
    }

    @Override
    public SinkWriter<RowChange> createWriter(WriterInitContext context) throws IOException {
        try {
            store.prepare();
        } catch (TapException e) {
            throw FinalFaults.mark(e);
        }
        return new DocumentWriter(store, inner.createWriter(context), context);
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract in Flink 1.20, which calls the other one
    public SinkWriter<RowChange> createWriter(InitContext context) {
        throw new UnsupportedOperationException("Flink before 1.19");
    }
}
