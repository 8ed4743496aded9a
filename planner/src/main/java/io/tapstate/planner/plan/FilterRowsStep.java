package io.tapstate.planner.plan;

import java.util.List;

/**
 * Lets rows through that an expression holds for: {@code <step id>}, or {@code source.<source id>.<table>.filter} for the
 * {@code filter} of a table. Keeps no state: an update that leaves the predicate becomes a delete, one that enters it an
 * insert, and a delete is judged by its old row.
 *
 * @param expression CEL
 * @param incoming what it is computed with
 */
public record FilterRowsStep(StepId id, List<StreamRef> inputs, String expression, List<IncomingRows> incoming)
        implements PlanStep {
    public FilterRowsStep {
        inputs = List.copyOf(inputs);
        incoming = List.copyOf(incoming);
    }

    @Override
    public String kind() {
        return "filter-rows/1";
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
