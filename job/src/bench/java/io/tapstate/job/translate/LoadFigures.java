package io.tapstate.job.translate;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.StatsSummarySnapshot;

/**
 * What a job did under load.
 *
 * @param completed checkpoints, since the job began
 * @param medianMillis from triggering a checkpoint to its completion
 * @param longestMillis the longest
 * @param heapBytes in use after a garbage collection
 */
record LoadFigures(long completed, long failed, long medianMillis, long longestMillis, long heapBytes) {
    static LoadFigures of(LoadedJob job) throws Exception {
        CheckpointStatsSnapshot checkpoints = job.checkpoints();
        StatsSummarySnapshot durations = checkpoints.getSummaryStats().getEndToEndDurationStats();
        System.gc();
        return new LoadFigures(
                checkpoints.getCounts().getNumberOfCompletedCheckpoints(),
                checkpoints.getCounts().getNumberOfFailedCheckpoints(),
                Math.round(durations.getQuantile(0.5)),
                durations.getMaximum(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "checkpoints completed %d, failed %d, median %d ms, longest %d ms; heap after collection %d MiB of %d",
                completed,
                failed,
                medianMillis,
                longestMillis,
                heapBytes >> 20,
                Runtime.getRuntime().maxMemory() >> 20);
    }
}
