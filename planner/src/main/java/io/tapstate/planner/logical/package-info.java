/**
 * A pipeline with every name bound, every {@code use} taken over, every default explicit and every stream typed: what the
 * checks judge and the physical planner turns into steps. Knows no text and no Flink. Start at
 * {@link io.tapstate.planner.logical.LogicalPipeline}.
 */
package io.tapstate.planner.logical;
