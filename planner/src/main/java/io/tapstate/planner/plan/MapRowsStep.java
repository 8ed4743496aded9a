package io.tapstate.planner.plan;

import java.util.List;

/**
 * Renames, drops and computes columns, of the old row and the new one alike: {@code <step id>}. Keeps no state.
 *
 * @param fields in declared order, which is the order of the columns they make
 * @param incoming what comes in
 * @param origins what comes out
 */
public record MapRowsStep(
        StepId id, List<StreamRef> inputs, List<Field> fields, List<IncomingRows> incoming, List<Origin> origins)
        implements PlanStep {
    /** @param name the column that comes out */
    public record Field(String name, Rule rule) {}

    /** What a column becomes. */
    public sealed interface Rule {
        /** The value of another column, which is consumed. */
        record Rename(String source) implements Rule {}

        /** No such column. */
        record Drop() implements Rule {}

        /** @param expression CEL over the row as it came in */
        record Computed(String expression) implements Rule {}

        record Constant(Literal value) implements Rule {}
    }

    public MapRowsStep {
        inputs = List.copyOf(inputs);
        fields = List.copyOf(fields);
        incoming = List.copyOf(incoming);
        origins = List.copyOf(origins);
    }

    @Override
    public String kind() {
        return "map-rows/1";
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
