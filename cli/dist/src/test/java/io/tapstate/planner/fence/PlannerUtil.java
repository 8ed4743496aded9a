package io.tapstate.planner.fence;

/** Breaks a naming rule on purpose: the positive control of a fence. */
public final class PlannerUtil {}
