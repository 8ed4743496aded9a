package io.tapstate.planner.check;

import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.resolve.ResolvedPipeline;
import java.util.List;

/** One rule about a resolved pipeline. Parts that could not be bound are passed over: they have their own fault. */
public interface PipelineCheck {
    /** All rules; each reports for itself, so the order does not matter. */
    List<PipelineCheck> ALL = List.of(
            new ColumnTypesCheck(),
            new RootKeyCheck(),
            new EmbedEdgeCheck(),
            new EmbedPathCheck(),
            new ArrayKeyCheck(),
            new ViewCheck());

    void check(ResolvedPipeline pipeline, Faults faults);
}
