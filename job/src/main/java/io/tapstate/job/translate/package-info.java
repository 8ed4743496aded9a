/**
 * From plan steps to Flink operators. Start at {@link io.tapstate.job.translate.FlinkJobBuilder}. Every operator's uid is
 * a step id or begins with one; nothing here touches rows.
 */
package io.tapstate.job.translate;
