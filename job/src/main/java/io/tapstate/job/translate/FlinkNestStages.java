package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.connectors.runtime.RowKeyTypeInfo;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.NestRoute;
import io.tapstate.job.nest.Placement;
import io.tapstate.job.nest.Placements;
import io.tapstate.job.nest.RememberedKeys;
import io.tapstate.job.nest.SendWindow;
import io.tapstate.job.operator.AssembleDocumentsFunction;
import io.tapstate.job.operator.AssembleDocumentsOperator;
import io.tapstate.job.operator.LookupRowsFunction;
import io.tapstate.job.operator.NestChangeTypeInfo;
import io.tapstate.job.operator.PlaceFunction;
import io.tapstate.job.operator.PlacementTypeInfo;
import io.tapstate.job.operator.RememberKeysFunction;
import io.tapstate.job.operator.RouteFunction;
import io.tapstate.job.operator.RouteRowsFunction;
import io.tapstate.planner.plan.StepId;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/** The stages of nests as Flink operators. The operator that keeps a stage's state has the step's id as uid. */
final class FlinkNestStages
        implements NestStages<DataStream<RowChange>, DataStream<NestChange>, DataStream<Placement>> {
    private static final KeySelector<NestChange, RowKey> BY_DOCUMENT = NestChange::document;
    private static final KeySelector<Placement, RowKey> BY_KEY = Placement::key;

    private final UnaryOperator<String> uids;
    private final StepFaults policy;

    /** @param uids the uid of a stateful step, given its id */
    FlinkNestStages(UnaryOperator<String> uids, StepFaults policy) {
        this.uids = uids;
        this.policy = policy;
    }

    @Override
    public DataStream<RowChange> rememberKeys(StepId id, DataStream<RowChange> rows, RememberedKeys keys) {
        // A change carries its row's identity encoded already.
        return rows.keyBy((KeySelector<RowChange, RowKey>) RowChange::key, RowKeyTypeInfo.INSTANCE)
                .process(new RememberKeysFunction(keys), RowChangeTypeInfo.INSTANCE)
                .uid(uids.apply(id.value()))
                .name(id.value());
    }

    @Override
    public DataStream<NestChange> route(String uid, DataStream<RowChange> rows, NestRoute route) {
        RecordFaults faults = policy.at(uid, route.identity());
        return policy.run(rows, new RouteFunction(route), NestChangeTypeInfo.INSTANCE, faults)
                .uid(uid)
                .name(uid);
    }

    @Override
    public DataStream<Placement> place(String uid, DataStream<RowChange> rows, NestRoute route, Placements placements) {
        RecordFaults faults = policy.at(uid, route.identity());
        return policy.run(rows, new PlaceFunction(route, placements), PlacementTypeInfo.INSTANCE, faults)
                .uid(uid)
                .name(uid);
    }

    @Override
    public DataStream<NestChange> merge(List<DataStream<NestChange>> changes) {
        return changes.stream().reduce((one, other) -> one.union(other)).orElseThrow();
    }

    @Override
    public Routed<DataStream<NestChange>, DataStream<Placement>> routeRows(
            StepId id, DataStream<Placement> parents, DataStream<NestChange> rows, List<Listener> listeners) {
        RouteRowsFunction function = new RouteRowsFunction(listeners.stream()
                .map(listener ->
                        new RouteRowsFunction.Listener(listener.child(), listener.placements(), tag(listener.stage())))
                .toList());
        SingleOutputStreamOperator<NestChange> stage = parents.connect(rows)
                .keyBy(BY_KEY, BY_DOCUMENT, RowKeyTypeInfo.INSTANCE)
                .process(function, NestChangeTypeInfo.INSTANCE)
                .uid(uids.apply(id.value()))
                .name(id.value());
        return new Routed<>() {
            @Override
            public DataStream<NestChange> rows() {
                return stage;
            }

            @Override
            public DataStream<Placement> placements(StepId listener) {
                return stage.getSideOutput(tag(listener));
            }
        };
    }

    @Override
    public DataStream<NestChange> lookupRows(
            StepId id,
            DataStream<Placement> referrers,
            DataStream<NestChange> rows,
            String embed,
            List<EmbedField> fields) {
        return referrers
                .connect(rows)
                .keyBy(BY_KEY, BY_DOCUMENT, RowKeyTypeInfo.INSTANCE)
                .process(new LookupRowsFunction(embed, fields), NestChangeTypeInfo.INSTANCE)
                .uid(uids.apply(id.value()))
                .name(id.value());
    }

    @Override
    public DataStream<RowChange> assembleDocuments(
            StepId id, DataStream<NestChange> rows, AssembleDocumentsFunction.Settings settings, SendWindow window) {
        RecordFaults faults = policy.at(id.value(), settings.key());
        return rows.keyBy(BY_DOCUMENT, RowKeyTypeInfo.INSTANCE)
                .transform(
                        id + ": documents of " + settings.table().name(),
                        RowChangeTypeInfo.INSTANCE,
                        new AssembleDocumentsOperator(
                                new AssembleDocumentsFunction(settings, window, faults), faults.keepsLetters()))
                .uid(uids.apply(id.value()));
    }

    private static OutputTag<Placement> tag(StepId listener) {
        return new OutputTag<>(listener.value(), PlacementTypeInfo.INSTANCE);
    }
}
