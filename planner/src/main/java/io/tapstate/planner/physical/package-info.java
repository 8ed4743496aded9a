/**
 * The last stop before the plan: a checked pipeline to plan steps with ids the author can see. Start at
 * {@link io.tapstate.planner.physical.PhysicalPlanner}.
 */
package io.tapstate.planner.physical;
