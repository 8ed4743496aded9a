package io.tapstate.planner.resolve;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.LogicalStep.Input;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.RowType.Column;
import io.tapstate.planner.logical.Stream.Flow;
import io.tapstate.planner.resolve.WiredPipeline.WiredStep;
import io.tapstate.planner.spec.TransformBody;
import io.tapstate.planner.spec.TransformBody.Join;
import io.tapstate.planner.spec.TransformBody.MapRows;
import io.tapstate.planner.spec.TransformBody.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What comes out of a step that is not a nest: one flow per flow that goes in, except for a join. */
final class StepTyping {
    private final Faults faults;

    StepTyping(Faults faults) {
        this.faults = faults;
    }

    List<Flow> flows(WiredStep step, TransformBody body, List<Input> inputs) {
        if (body instanceof Join join) {
            return JoinTyping.flow(step.id(), join, inputs).map(List::of).orElse(List.of());
        }
        List<Flow> flows = new ArrayList<>();
        for (Input input : inputs) {
            for (Flow flow : input.stream().flows()) {
                flows.add(flow(body, flow));
            }
        }
        return List.copyOf(flows);
    }

    private Flow flow(TransformBody body, Flow flow) {
        if (body instanceof MapRows map) {
            return new MapTyping(map, flow, faults).flow();
        }
        return body instanceof Script ? scripted(flow) : flow;
    }

    // A script may change every value and add columns; that rows keep their key is its contract.
    private static Flow scripted(Flow flow) {
        List<Column> columns = flow.rows().columns().stream()
                .map(column -> new Column(column.name(), Optional.<ColumnType>empty(), "dyn", true))
                .toList();
        return new Flow(flow.table(), new RowType(columns, true), flow.identity());
    }
}
