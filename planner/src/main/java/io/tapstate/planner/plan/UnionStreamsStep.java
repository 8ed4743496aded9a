package io.tapstate.planner.plan;

import java.util.List;

/** Passes on what every input sends; rows keep the name of the table they stem from: {@code <step id>}. No state. */
public record UnionStreamsStep(StepId id, List<StreamRef> inputs) implements PlanStep {
    public UnionStreamsStep {
        inputs = List.copyOf(inputs);
    }

    @Override
    public String kind() {
        return "union-streams/1";
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
