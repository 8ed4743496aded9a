package io.tapstate.planner.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the place of rows whose parent is not the root: {@code <nest id>.<path of the parent>.route}. Keyed by the
 * parent's columns that the children name. Keeps the current place of every parent row, and every child row, so that the
 * children of a parent that moves move with it and those without a parent wait. Emits each child row with its full place.
 *
 * @param key the parent's columns that the step is keyed by
 * @param children those that name {@code key}, in declared order; their {@code childColumns} pairwise with it
 */
public record RouteRowsStep(StepId id, NestNode parent, List<String> key, List<NestNode> children) implements PlanStep {
    public RouteRowsStep {
        key = List.copyOf(key);
        children = List.copyOf(children);
    }

    @Override
    public String kind() {
        return "route-rows/1";
    }

    @Override
    public List<StreamRef> inputs() {
        List<StreamRef> inputs = new ArrayList<>();
        inputs.add(parent.input());
        children.forEach(child -> inputs.add(child.input()));
        return List.copyOf(inputs);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
