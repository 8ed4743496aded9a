package io.tapstate.cli.render;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tapstate.cli.gateway.JobView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** The facts of {@link StatusScreen} as one JSON object. */
public final class JobJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JobJson() {}

    public static String status(String pipeline, String dashboard, JobView job) {
        ObjectNode status = JSON.createObjectNode()
                .put("pipeline", pipeline)
                .put("job", job.id())
                .put("state", job.state())
                .put("dashboard", dashboard)
                .put("observedAt", job.observed().toString())
                .put("startedAt", job.started().toString())
                .put("restarts", job.restarts());
        job.lastCheckpoint()
                .ifPresent(last -> status.putObject("lastCheckpoint")
                        .put("id", last.number())
                        .put("completedAt", last.completed().toString())
                        .put(
                                "ageMillis",
                                Math.max(
                                        0,
                                        Duration.between(last.completed(), job.observed())
                                                .toMillis()))
                        .put("durationMillis", last.duration().toMillis())
                        .put("bytesWritten", last.size())
                        .put("stateBytes", last.stateSize()));
        ObjectNode tables = status.putObject("tables");
        job.tables()
                .forEach(table -> tables.putObject(table.table())
                        .put("phase", table.streaming() ? "streaming" : "snapshot")
                        .put("snapshotRows", table.snapshotRows())
                        .put("changes", table.changes()));
        return text(status);
    }

    public static String metrics(String pipeline, JobView job) {
        ObjectNode metrics = JSON.createObjectNode().put("pipeline", pipeline).put("job", job.id());
        ObjectNode values = metrics.putObject("metrics");
        MetricLines.of(job).forEach((name, value) -> values.put(name, Double.parseDouble(value)));
        return text(metrics);
    }

    private static String text(ObjectNode node) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
