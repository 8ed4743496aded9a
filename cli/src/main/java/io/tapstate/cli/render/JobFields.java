package io.tapstate.cli.render;

import io.tapstate.cli.gateway.JobView;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The facts of {@link StatusScreen} and {@link MetricLines} for programs. */
public final class JobFields {
    private JobFields() {}

    public static Map<String, Object> status(String pipeline, String dashboard, JobView job) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("pipeline", pipeline);
        status.put("job", job.id());
        status.put("state", job.state());
        status.put("dashboard", dashboard);
        status.put("observedAt", job.observed().toString());
        status.put("startedAt", job.started().toString());
        status.put("restarts", job.restarts());
        status.put("recordsSkipped", job.total("recordsSkipped"));
        status.put("recordsDeadLettered", job.total("recordsDeadLettered"));
        job.lastCheckpoint().ifPresent(last -> {
            Map<String, Object> checkpoint = new LinkedHashMap<>();
            checkpoint.put("id", last.number());
            checkpoint.put("completedAt", last.completed().toString());
            checkpoint.put(
                    "ageMillis",
                    Math.max(
                            0,
                            Duration.between(last.completed(), job.observed()).toMillis()));
            checkpoint.put("durationMillis", last.duration().toMillis());
            checkpoint.put("bytesWritten", last.size());
            checkpoint.put("stateBytes", last.stateSize());
            status.put("lastCheckpoint", checkpoint);
        });
        Map<String, Object> tables = new LinkedHashMap<>();
        job.tables().forEach(table -> {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("phase", table.streaming() ? "streaming" : "snapshot");
            facts.put("snapshotRows", table.snapshotRows());
            facts.put("changes", table.changes());
            tables.put(table.table(), facts);
        });
        status.put("tables", tables);
        return status;
    }

    public static Map<String, Object> metrics(String pipeline, JobView job) {
        Map<String, Object> values = new LinkedHashMap<>();
        MetricLines.of(job).forEach((name, value) -> values.put(name, Double.parseDouble(value)));
        Map<String, Object> metrics = new LinkedHashMap<>();
        metrics.put("pipeline", pipeline);
        metrics.put("job", job.id());
        metrics.put("metrics", values);
        return metrics;
    }
}
