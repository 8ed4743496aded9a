package io.tapstate.planner.plan;

import java.util.List;

/**
 * What will run: a document that outlives the planner that wrote it ({@link JobPlanCodec}).
 *
 * <p><b>Contract.</b> Steps stand in topological order: a step reads only steps before it. Ids are unique.
 *
 * @param pipeline id of the pipeline resource
 */
public record JobPlan(String pipeline, ReadMode readMode, List<PlanStep> steps) {
    public JobPlan {
        steps = List.copyOf(steps);
    }
}
