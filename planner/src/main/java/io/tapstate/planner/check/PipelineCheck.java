package io.tapstate.planner.check;

import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.LogicalPipeline;
import java.util.List;

/** One rule that needs the schemas. Parts that could not be bound are passed over: they have their own fault. */
public interface PipelineCheck {
    /** All rules; each reports for itself, so the order does not matter. */
    List<PipelineCheck> ALL = List.of(
            new ColumnTypesCheck(),
            new NameCheck(),
            new ExpressionTypesCheck(),
            new ViewCheck(),
            new SyncCheck(),
            new CascadeCheck(),
            new DdlCheck());

    void check(LogicalPipeline pipeline, Faults faults);
}
