package io.tapstate.planner.plan;

/** How much of a running job's state its successor can be given. */
public enum StateTransfer {
    /** A plan of the same fingerprint takes all of it over; any other starts from nothing. */
    SAME_PLAN_ONLY,
    /** Each step takes over its own, where {@link CompatibilityRules} say that it fits. */
    PER_STEP;

    /** What the engine of this release does. */
    public static final StateTransfer OF_THIS_RELEASE = SAME_PLAN_ONLY;
}
