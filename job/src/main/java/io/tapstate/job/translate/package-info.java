/**
 * From plan steps to Flink operators. Start at {@link io.tapstate.job.translate.FlinkJobBuilder}. Every operator's uid is
 * a step id or begins with one; nothing here touches rows. How the stages of a nest hang together is {@link
 * io.tapstate.job.translate.NestWiring}'s, whoever plays them.
 */
package io.tapstate.job.translate;
