package io.tapstate.planner.plan;

/** One method per step type, so that whoever handles plans handles all of them. */
public interface PlanVisitor<R> {
    R visit(ReadTablesStep step);

    R visit(FilterRowsStep step);

    R visit(MapRowsStep step);

    R visit(RunScriptStep step);

    R visit(UnionStreamsStep step);

    R visit(QueryRowsStep step);

    R visit(RememberKeysStep step);

    R visit(RouteRowsStep step);

    R visit(LookupRowsStep step);

    R visit(AssembleDocumentsStep step);

    R visit(WriteViewStep step);

    R visit(WriteTablesStep step);
}
