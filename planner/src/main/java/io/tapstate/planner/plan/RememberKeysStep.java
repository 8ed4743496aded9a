package io.tapstate.planner.plan;

import java.util.List;

/**
 * Completes before images: {@code <nest id>.<embed path>.keys}. Keyed by the row's identity; state is one small document
 * per live row with the remembered columns. Planned only for tables whose log does not carry the old row.
 *
 * <p>Every update and delete leaves with a {@code before} that holds the identity and the remembered columns as they
 * last were; a row already known that arrives as a snapshot row or insert leaves as an update.
 *
 * @param identity the columns the step is keyed by
 * @param columns the columns remembered, identity not repeated
 */
public record RememberKeysStep(StepId id, StreamRef input, List<String> identity, List<String> columns)
        implements PlanStep {
    public RememberKeysStep {
        identity = List.copyOf(identity);
        columns = List.copyOf(columns);
    }

    @Override
    public String kind() {
        return "remember-keys/1";
    }

    @Override
    public List<StreamRef> inputs() {
        return List.of(input);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
