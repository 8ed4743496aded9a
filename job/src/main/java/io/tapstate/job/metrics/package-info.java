/**
 * Reads a job's own metrics from inside its process, so that progress can be shown without asking over the network. Names
 * come from {@code connectors.runtime.SourceMetrics}. Start at {@link io.tapstate.job.metrics.LoadMetrics}.
 */
package io.tapstate.job.metrics;
