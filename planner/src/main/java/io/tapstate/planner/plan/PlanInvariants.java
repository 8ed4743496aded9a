package io.tapstate.planner.plan;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What holds for every plan, whoever made it: the job builder relies on these. */
public final class PlanInvariants {
    private PlanInvariants() {}

    /** @throws IllegalStateException naming the step and what is wrong with it: a defect of whoever made the plan */
    public static void verify(JobPlan plan) {
        Map<StepId, PlanStep> earlier = new LinkedHashMap<>();
        Set<StepId> read = new HashSet<>();
        StepInvariants each = new StepInvariants(earlier);
        for (PlanStep step : plan.steps()) {
            for (StreamRef input : step.inputs()) {
                input(step, input, earlier);
                read.add(input.step());
            }
            step.accept(each);
            demand(earlier.put(step.id(), step) == null, step, "stands twice");
        }
        demand(plan.steps().stream().anyMatch(PlanInvariants::writes), plan.pipeline(), "writes nothing");
        for (PlanStep step : plan.steps()) {
            demand(writes(step) != read.contains(step.id()), step, writes(step) ? "is read" : "is read by nothing");
        }
    }

    private static boolean writes(PlanStep step) {
        return step instanceof WriteViewStep || step instanceof WriteTablesStep;
    }

    private static void input(PlanStep step, StreamRef input, Map<StepId, PlanStep> earlier) {
        PlanStep from = earlier.get(input.step());
        demand(from != null, step, "reads `" + input + "`, which no earlier step is");
        if (from instanceof ReadTablesStep source) {
            demand(
                    input.table().flatMap(source::table).isPresent(),
                    step,
                    "reads `" + input + "`, which the source does not read");
        } else {
            demand(input.table().isEmpty(), step, "narrows `" + input.step() + "`, which is no source, to a table");
        }
    }

    static void demand(boolean holds, PlanStep of, String otherwise) {
        demand(holds, of.id().value(), otherwise);
    }

    private static void demand(boolean holds, String of, String otherwise) {
        if (!holds) {
            throw new IllegalStateException("`" + of + "` " + otherwise);
        }
    }

    /** Distinct columns, at least one. */
    static void columns(PlanStep step, String what, List<String> columns) {
        boolean sound = !columns.isEmpty() && new HashSet<>(columns).size() == columns.size();
        demand(sound, step, "has columns " + columns + " as " + what);
    }
}
