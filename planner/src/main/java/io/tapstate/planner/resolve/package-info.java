/**
 * Binds names: ids to resources, references to tables, tables to schemas and keys. Judges only whether a name means one
 * thing; whether the bound things fit together is {@code check}'s. Start at
 * {@link io.tapstate.planner.resolve.PipelineResolver}.
 */
package io.tapstate.planner.resolve;
