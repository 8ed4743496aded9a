package io.tapstate.planner.plan;

/**
 * Names what a plan does: the SHA-256 of its canonical JSON without connection settings, row estimates and what {@link
 * PlanSettings} holds. Two plans with one fingerprint share their state.
 */
public final class PlanFingerprint {
    private PlanFingerprint() {}

    /** 64 lower-case hexadecimal digits. */
    public static String of(JobPlan plan) {
        return JobPlanCodec.digest(PlanTree.identity(PlanTree.of(plan)));
    }
}
