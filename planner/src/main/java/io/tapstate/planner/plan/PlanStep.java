package io.tapstate.planner.plan;

import java.util.List;

/**
 * One step of a {@link JobPlan}.
 *
 * <p><b>Contract.</b> Immutable data. {@link #id} is the Flink uid of the operator that keeps the step's state;
 * {@link #kind} names the step and the version of its state and behaviour: an incompatible change gets a new version,
 * and the old one keeps its class. A new step type breaks every {@link PlanVisitor} at compile time.
 */
public sealed interface PlanStep
        permits ReadTablesStep,
                FilterRowsStep,
                MapRowsStep,
                RunScriptStep,
                UnionStreamsStep,
                QueryRowsStep,
                RememberKeysStep,
                RouteRowsStep,
                LookupRowsStep,
                AssembleDocumentsStep,
                WriteViewStep,
                WriteTablesStep {
    StepId id();

    /** {@code name/version}, for example {@code read-tables/1}. */
    String kind();

    /** What the step reads, in declared order; empty for sources. */
    List<StreamRef> inputs();

    <R> R accept(PlanVisitor<R> visitor);
}
