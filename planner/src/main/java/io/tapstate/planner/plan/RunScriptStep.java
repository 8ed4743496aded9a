package io.tapstate.planner.plan;

import java.util.List;

/**
 * Hands each change to a script: {@code <step id>}. Keeps no state.
 *
 * @param script JavaScript that defines {@code process(record, ctx)}
 * @param origins what is expected to come out
 */
public record RunScriptStep(StepId id, List<StreamRef> inputs, String script, List<Origin> origins)
        implements PlanStep {
    public RunScriptStep {
        inputs = List.copyOf(inputs);
        origins = List.copyOf(origins);
    }

    @Override
    public String kind() {
        return "run-script/1";
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
