package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.FinalFaults;
import java.util.Collection;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Writes to collections of one database; {@link DocumentOwner} says which subtask gets which documents.
 *
 * <p>Its state is one mark. Flink tells an operator without state that it is not restored, and a writer that took a
 * restart for a start from nothing would remove, once the load is in, what it has not written again ({@link LoadMarks}).
 */
final class DocumentSink implements Sink<RowChange>, SupportsWriterState<RowChange, RestoredMark> {
    private static final long serialVersionUID = 1L;

    private final TargetStore store;
    private final SinkPlan plan;

    DocumentSink(TargetStore store, SinkPlan plan) {
        this.store = store;
        this.plan = plan;
    }

    @Override
    public SinkWriter<RowChange> createWriter(WriterInitContext context) {
        return writer(context, false);
    }

    @Override
    public StatefulSinkWriter<RowChange, RestoredMark> restoreWriter(
            WriterInitContext context, Collection<RestoredMark> marks) {
        return writer(context, true);
    }

    @Override
    public SimpleVersionedSerializer<RestoredMark> getWriterStateSerializer() {
        return new RestoredMark.Serializer();
    }

    private DocumentWriter writer(WriterInitContext context, boolean restored) {
        MongoClient client = store.connect();
        try {
            MongoDatabase database = client.getDatabase(store.database());
            TargetPreparation preparation = new TargetPreparation(database, store, plan);
            preparation.run(restored);
            return new DocumentWriter(store, plan, client, preparation, context, restored);
        } catch (MongoException e) {
            client.close();
            throw store.unreachable(e);
        } catch (TapException e) {
            client.close();
            throw FinalFaults.mark(e);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract in Flink 1.20, which calls the other one
    public SinkWriter<RowChange> createWriter(InitContext context) {
        throw new UnsupportedOperationException("Flink before 1.19");
    }
}
