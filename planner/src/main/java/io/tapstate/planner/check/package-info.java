/**
 * Judges resources that are already bound: one class per rule, every fault reported. Binds no name and builds no plan.
 * Start at {@link io.tapstate.planner.check.PipelineCheck}.
 */
package io.tapstate.planner.check;
