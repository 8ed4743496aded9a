/**
 * The plan as data: immutable steps, their canonical JSON, fingerprint and text. No YAML, no Flink, no clock. Start at
 * {@link io.tapstate.planner.plan.JobPlan}.
 */
package io.tapstate.planner.plan;
