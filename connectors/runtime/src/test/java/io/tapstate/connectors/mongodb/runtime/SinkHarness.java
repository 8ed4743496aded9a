package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.catalog.WriteMode;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SinkRequest.Adoption;
import io.tapstate.connectors.runtime.SinkRequest.Target;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

/** A sink's writer inside Flink's own operator; what is not said is as in most pipelines. */
final class SinkHarness {
    static final String PIPELINE = "p";
    static final String STEP = "sync.copy";

    private final String uri;
    private WriteMode mode = WriteMode.UPSERT;
    private Adoption adoption = Adoption.NOTHING;
    private String pipeline = PIPELINE;
    private RecordFaults.Policy policy = RecordFaults.Policy.FAIL;
    private String lettersUri;

    SinkHarness(String uri) {
        this.uri = uri;
    }

    SinkHarness mode(WriteMode other) {
        mode = other;
        return this;
    }

    SinkHarness adopting(Adoption what) {
        adoption = what;
        return this;
    }

    SinkHarness pipeline(String other) {
        pipeline = other;
        return this;
    }

    SinkHarness skipping() {
        policy = RecordFaults.Policy.SKIP;
        return this;
    }

    SinkHarness keepingLettersIn(String store) {
        policy = RecordFaults.Policy.DEAD_LETTER;
        lettersUri = store;
        return this;
    }

    SinkHarness policy(RecordFaults.Policy which, String letters) {
        policy = which;
        lettersUri = which == RecordFaults.Policy.DEAD_LETTER ? letters : null;
        return this;
    }

    OneInputStreamOperatorTestHarness<RowChange, Object> opened(Target... targets) throws Exception {
        OneInputStreamOperatorTestHarness<RowChange, Object> harness = harness(targets);
        harness.open();
        return harness;
    }

    OneInputStreamOperatorTestHarness<RowChange, Object> harness(Target... targets) throws Exception {
        TreeMap<String, List<String>> keys = new TreeMap<>();
        for (Target target : targets) {
            keys.put(target.origin(), target.primaryKey());
        }
        SinkRequest request = new SinkRequest(
                new ConnectionConfig(Map.of("uri", uri)),
                pipeline,
                STEP,
                mode,
                List.of(targets),
                new SinkRequest.Settings(false, true, adoption, true, 300),
                new RecordFaults(
                        policy,
                        pipeline,
                        STEP,
                        keys,
                        lettersUri == null
                                ? null
                                : MongoDeadLetterStore.of(new ConnectionConfig(Map.of("uri", lettersUri)))));
        // Typed for a committer, which this sink does not have.
        @SuppressWarnings({"unchecked", "rawtypes"})
        OneInputStreamOperatorFactory<RowChange, Object> writer =
                new SinkWriterOperatorFactory(new DocumentSink(TargetStore.of(request), SinkPlan.of(request)));
        return new OneInputStreamOperatorTestHarness<>(writer, 1, 1, 0);
    }

    static Target target(String origin, String collection, String... key) {
        return new Target(origin, collection, List.of(key), List.of(), Set.of());
    }
}
