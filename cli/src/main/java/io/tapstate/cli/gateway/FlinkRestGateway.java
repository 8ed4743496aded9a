package io.tapstate.cli.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;

/** Flink's REST interface. Every question is answered within seconds or fails with {@code cli.connect-failed}. */
public final class FlinkRestGateway {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Metric names per question; Flink takes them in the address, which must not grow without end. */
    private static final int NAMES_PER_QUESTION = 50;

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final String address;

    /**
     * Asks nothing yet.
     *
     * @param address for example {@code http://127.0.0.1:8081}
     */
    public FlinkRestGateway(String address) {
        this.address = address;
    }

    /** What Flink says about a job now. */
    public JobView job(String id) {
        JsonNode job = ask("/jobs/" + id);
        JsonNode restarts = ask("/jobs/" + id + "/metrics?get=numRestarts");
        JobMetrics metrics = new JobMetrics();
        for (JsonNode vertex : job.path("vertices")) {
            metrics.add(vertexMetrics(
                    "/jobs/" + id + "/vertices/" + vertex.path("id").asText() + "/subtasks/metrics"));
        }
        return new JobView(
                id,
                job.path("name").asText(),
                job.path("state").asText(),
                Instant.ofEpochMilli(job.path("start-time").asLong()),
                Instant.ofEpochMilli(job.path("now").asLong()),
                restarts.isEmpty() ? 0 : restarts.get(0).path("value").asLong(),
                lastCheckpoint(ask("/jobs/" + id + "/checkpoints")),
                metrics.tables(),
                metrics.others());
    }

    private Optional<JobView.CheckpointView> lastCheckpoint(JsonNode checkpoints) {
        JsonNode latest = checkpoints.path("latest").path("completed");
        return latest.hasNonNull("id")
                ? Optional.of(new JobView.CheckpointView(
                        latest.path("id").asLong(),
                        Instant.ofEpochMilli(latest.path("latest_ack_timestamp").asLong()),
                        Duration.ofMillis(latest.path("end_to_end_duration").asLong()),
                        latest.path("checkpointed_size").asLong(),
                        latest.path("state_size").asLong()))
                : Optional.empty();
    }

    /** Our metrics of a vertex, each summed over its subtasks. */
    private Map<String, Double> vertexMetrics(String path) {
        List<String> names = new ArrayList<>();
        ask(path).forEach(metric -> {
            if (JobMetrics.isOurs(metric.path("id").asText())) {
                names.add(metric.path("id").asText());
            }
        });
        Map<String, Double> values = new TreeMap<>();
        for (int from = 0; from < names.size(); from += NAMES_PER_QUESTION) {
            List<String> some = names.subList(from, Math.min(names.size(), from + NAMES_PER_QUESTION));
            String query = URLEncoder.encode(String.join(",", some), StandardCharsets.UTF_8);
            ask(path + "?agg=sum&get=" + query)
                    .forEach(metric -> values.put(
                            metric.path("id").asText(), metric.path("sum").asDouble()));
        }
        return values;
    }

    private JsonNode ask(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(PATIENCE)
                .build();
        try {
            HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw TapException.of(
                        CliError.CONNECT_FAILED, "address", address, "reason", "HTTP status " + answer.statusCode());
            }
            return json.readTree(answer.body());
        } catch (IOException e) {
            throw TapException.because(
                    e,
                    CliError.CONNECT_FAILED,
                    "address",
                    address,
                    "reason",
                    e.getMessage() == null ? "connection refused" : e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while Flink was asked");
        }
    }
}
