package io.tapstate.planner.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What will run: a document that outlives the planner that wrote it ({@link JobPlanCodec}).
 *
 * <p><b>Contract.</b> Steps stand in topological order: a step reads only steps before it. Ids are unique.
 *
 * @param pipeline id of the pipeline resource
 */
public record JobPlan(String pipeline, ReadMode readMode, PlanSettings settings, List<PlanStep> steps) {
    public JobPlan {
        steps = List.copyOf(steps);
    }

    /** A plan whose author asked for nothing but perhaps a parallelism. */
    public JobPlan(String pipeline, ReadMode readMode, OptionalInt parallelism, List<PlanStep> steps) {
        this(pipeline, readMode, PlanSettings.DEFAULT.withParallelism(parallelism), steps);
    }

    /** A plan that leaves every setting as it is. */
    public JobPlan(String pipeline, ReadMode readMode, List<PlanStep> steps) {
        this(pipeline, readMode, PlanSettings.DEFAULT, steps);
    }

    /** What the author asked for; empty leaves it to the cluster. */
    public OptionalInt parallelism() {
        return settings.parallelism();
    }

    /** The step of that id. */
    public Optional<PlanStep> step(StepId id) {
        return steps.stream().filter(step -> step.id().equals(id)).findFirst();
    }
}
