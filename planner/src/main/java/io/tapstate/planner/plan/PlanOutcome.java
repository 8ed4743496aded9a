package io.tapstate.planner.plan;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.List;

/**
 * What planning gives.
 *
 * @param plan free of secrets
 * @param secrets what the plan refers to and no environment knows
 * @param warnings what its author should know; they stop nothing
 * @param refusals why this plan is not run, although it can be shown; empty when it can be run
 */
public record PlanOutcome(JobPlan plan, PlanSecrets secrets, List<Diagnostic> warnings, List<Diagnostic> refusals) {
    public PlanOutcome {
        warnings = List.copyOf(warnings);
        refusals = List.copyOf(refusals);
    }

    /** A plan that there is nothing to say about. */
    public PlanOutcome(JobPlan plan, PlanSecrets secrets) {
        this(plan, secrets, List.of(), List.of());
    }

    /**
     * This, if it can be run.
     *
     * @throws TapException with every refusal
     */
    public PlanOutcome runnable() {
        if (!refusals.isEmpty()) {
            throw new TapException(refusals, null);
        }
        return this;
    }
}
