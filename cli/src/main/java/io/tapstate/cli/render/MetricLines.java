package io.tapstate.cli.render;

import io.tapstate.cli.gateway.JobView;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Every number known about a job, by name. */
public final class MetricLines {
    private MetricLines() {}

    /** Sorted by name; values are plain numbers. */
    public static Map<String, String> of(JobView job) {
        Map<String, String> lines = new TreeMap<>(job.counters());
        lines.put("job.restarts", Long.toString(job.restarts()));
        lines.put(
                "job.uptimeMillis",
                Long.toString(Duration.between(job.started(), job.observed()).toMillis()));
        job.lastCheckpoint().ifPresent(last -> {
            lines.put("checkpoint.count", Long.toString(last.number()));
            lines.put("checkpoint.durationMillis", Long.toString(last.duration().toMillis()));
            lines.put("checkpoint.stateBytes", Long.toString(last.stateSize()));
        });
        job.tables().forEach(table -> {
            lines.put("snapshotRows." + table.table(), Long.toString(table.snapshotRows()));
            lines.put("changes." + table.table(), Long.toString(table.changes()));
        });
        return lines;
    }
}
