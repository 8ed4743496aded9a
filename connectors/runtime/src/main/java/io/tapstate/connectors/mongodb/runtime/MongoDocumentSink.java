package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.catalog.WriteMode;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.DocumentSinkProvider;
import io.tapstate.connectors.runtime.SinkRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Upserts keep one document per key, replaced whole or deleted; appends add one document per change. */
public final class MongoDocumentSink implements DocumentSinkProvider {
    @Override
    public Sink<RowChange> sink(SinkRequest request) {
        return new DocumentSink(TargetStore.of(request), SinkPlan.of(request));
    }

    @Override
    public DataStream<RowChange> distributed(SinkRequest request, DataStream<RowChange> changes) {
        boolean alone = changes.getExecutionEnvironment().getParallelism() == 1;
        return alone || request.mode() == WriteMode.APPEND
                ? changes
                : changes.partitionCustom(
                        DocumentOwner.PARTITIONER, new DocumentOwner(new TargetCollections(request.targets())));
    }

    @Override
    public void demandApart(List<SinkRequest> requests) {
        Map<String, String> writers = new HashMap<>();
        for (SinkRequest request : requests) {
            TargetStore store = TargetStore.of(request);
            for (SinkRequest.Target target : request.targets()) {
                String other = writers.putIfAbsent(store.name() + "\n" + target.collection(), request.step());
                if (other != null) {
                    throw TapException.of(
                            TargetError.TARGET_WRITTEN_TWICE,
                            "collection",
                            target.collection(),
                            "store",
                            store.name(),
                            "step",
                            request.step(),
                            "other",
                            other);
                }
            }
        }
    }
}
