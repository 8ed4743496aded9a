package io.tapstate.job.local;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.PlanCompatibility;
import java.util.Optional;

/** Compares the plan that is to run with the one whose state is there. */
final class StatePlan {
    private StatePlan() {}

    /**
     * @throws TapException {@code engine.plan-changed}, naming the first step that differs; {@code engine.state-unreadable}
     *     when the recorded plan is damaged
     */
    static void check(JobPlan next, StateDirectory state) {
        Optional<String> difference = state.plan()
                .map(plan ->
                        PlanCompatibility.compare(recorded(plan, state), next).obstacle())
                .orElse(Optional.of("its plan.json is gone"));
        if (difference.isPresent()) {
            throw TapException.of(
                    EngineError.PLAN_CHANGED,
                    "pipeline",
                    next.pipeline(),
                    "difference",
                    difference.get(),
                    "path",
                    state.root());
        }
    }

    private static JobPlan recorded(byte[] plan, StateDirectory state) {
        try {
            return JobPlanCodec.read(plan);
        } catch (TapException e) {
            throw TapException.because(
                    e,
                    EngineError.STATE_UNREADABLE,
                    "checkpoint",
                    state.planFile(),
                    "reason",
                    e.diagnostics().get(0).message());
        }
    }
}
