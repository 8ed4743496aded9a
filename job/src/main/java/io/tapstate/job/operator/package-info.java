/**
 * Thin Flink shells around {@code job.nest}, {@code job.transform}, {@code job.script} and {@code job.query}: functions, their state ({@link io.tapstate.job.operator.StateLayout}),
 * serializers. Decides nothing itself. Start at {@link io.tapstate.job.operator.AssembleDocumentsFunction}.
 */
package io.tapstate.job.operator;
