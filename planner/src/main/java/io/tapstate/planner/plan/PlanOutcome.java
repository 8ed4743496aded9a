package io.tapstate.planner.plan;

/**
 * What planning gives.
 *
 * @param plan free of secrets
 * @param secrets what the plan refers to and no environment knows
 */
public record PlanOutcome(JobPlan plan, PlanSecrets secrets) {}
