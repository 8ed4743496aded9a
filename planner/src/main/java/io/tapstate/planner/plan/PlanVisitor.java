package io.tapstate.planner.plan;

/** One method per step type, so that whoever handles plans handles all of them. */
public interface PlanVisitor<R> {
    R visit(ReadTablesStep step);

    R visit(RememberKeysStep step);

    R visit(AssembleDocumentsStep step);

    R visit(WriteViewStep step);
}
