package io.tapstate.connectors.api.fence;

import io.tapstate.planner.plan.JobPlan;

/** Breaks a rule on purpose: the positive control of a fence. */
public record ConnectorThatKnowsThePlanner(JobPlan plan) {}
