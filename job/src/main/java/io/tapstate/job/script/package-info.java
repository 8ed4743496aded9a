/**
 * Runs the script of a {@code js} step over row changes, sandboxed and within limits. No Flink type; GraalVM types stay
 * inside. Start at {@link io.tapstate.job.script.RowScript}; what scripts see of a row is
 * {@link io.tapstate.job.script.ScriptInput}, what they may hand back {@link io.tapstate.job.script.ScriptOutput}.
 */
package io.tapstate.job.script;
