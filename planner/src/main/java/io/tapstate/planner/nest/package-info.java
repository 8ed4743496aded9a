/**
 * Nest trees to keyed stages. Decides which stages there are and what each is keyed by; how a stage works is the job's.
 * Start at {@link io.tapstate.planner.nest.NestPlanner}.
 */
package io.tapstate.planner.nest;
