package io.tapstate.planner.plan;

import java.util.List;
import java.util.OptionalInt;

/**
 * What will run: a document that outlives the planner that wrote it ({@link JobPlanCodec}).
 *
 * <p><b>Contract.</b> Steps stand in topological order: a step reads only steps before it. Ids are unique.
 *
 * @param pipeline id of the pipeline resource
 * @param parallelism what the author asked for; empty leaves it to the cluster. State is carried over when it changes,
 *     so it is not part of the fingerprint
 */
public record JobPlan(String pipeline, ReadMode readMode, OptionalInt parallelism, List<PlanStep> steps) {
    public JobPlan {
        steps = List.copyOf(steps);
    }

    /** A plan that leaves the parallelism to the cluster. */
    public JobPlan(String pipeline, ReadMode readMode, List<PlanStep> steps) {
        this(pipeline, readMode, OptionalInt.empty(), steps);
    }
}
