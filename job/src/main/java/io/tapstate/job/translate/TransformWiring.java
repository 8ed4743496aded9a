package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.job.operator.FilterRowsFunction;
import io.tapstate.job.operator.MapRowsFunction;
import io.tapstate.job.operator.RunScriptFunction;
import io.tapstate.job.script.ScriptOrigin;
import io.tapstate.job.transform.FieldRule;
import io.tapstate.job.transform.IncomingTable;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.FilterRowsStep;
import io.tapstate.planner.plan.IncomingRows;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.MapRowsStep;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.RunScriptStep;
import io.tapstate.planner.plan.StepId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;

/** The operators of the steps that take rows as they come and keep nothing. */
final class TransformWiring {
    private TransformWiring() {}

    static DataStream<RowChange> filter(
            JobPlan plan, FilterRowsStep step, DataStream<RowChange> rows, StepFaults policy) {
        RecordFaults faults = policy.at(step.id().value(), StepFaults.keysOfIncoming(step.incoming()));
        return policy.run(rows, function(plan, step), RowChangeTypeInfo.INSTANCE, faults)
                .uid(step.id().value())
                .name("filter " + step.id());
    }

    static DataStream<RowChange> map(MapRowsStep step, DataStream<RowChange> rows, StepFaults policy) {
        RecordFaults faults = policy.at(step.id().value(), StepFaults.keysOfIncoming(step.incoming()));
        return policy.run(rows, function(step), RowChangeTypeInfo.INSTANCE, faults)
                .uid(step.id().value())
                .name("map " + step.id());
    }

    static DataStream<RowChange> script(
            JobPlan plan, RunScriptStep step, DataStream<RowChange> rows, StepFaults policy) {
        RecordFaults faults = policy.at(step.id().value(), StepFaults.keys(step.origins()));
        return policy.run(rows, function(plan, step), RowChangeTypeInfo.INSTANCE, faults)
                .uid(step.id().value())
                .name("run script " + step.id());
    }

    static FilterRowsFunction function(JobPlan plan, FilterRowsStep step) {
        return new FilterRowsFunction(step.expression(), tables(step.incoming()), restates(plan, step));
    }

    static MapRowsFunction function(MapRowsStep step) {
        Map<String, List<String>> keys = new HashMap<>();
        step.origins().forEach(origin -> keys.putIfAbsent(origin.table(), origin.key()));
        return new MapRowsFunction(step.fields().stream().map(FieldRule::of).toList(), tables(step.incoming()), keys);
    }

    static RunScriptFunction function(JobPlan plan, RunScriptStep step) {
        List<ScriptOrigin> origins = step.origins().stream()
                .map(origin -> new ScriptOrigin(StreamTables.of(plan, step.inputs(), origin), origin.key()))
                .toList();
        return new RunScriptFunction(step.id().value(), step.script(), origins);
    }

    private static List<IncomingTable> tables(List<IncomingRows> incoming) {
        return incoming.stream().map(IncomingTable::of).toList();
    }

    /** Whether rows of a nest come in, at whatever distance: it sends a changed document as a new one. */
    private static boolean restates(JobPlan plan, PlanStep step) {
        return step.inputs().stream().anyMatch(input -> restates(plan, input.step()));
    }

    private static boolean restates(JobPlan plan, StepId id) {
        PlanStep step = plan.step(id).orElseThrow();
        return step instanceof AssembleDocumentsStep || restates(plan, step);
    }
}
