package io.tapstate.cli.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * What a running pipeline tells other terminals, in {@code endpoints.json} of its state folder.
 *
 * @param dashboard base address of Flink's REST interface and dashboard
 * @param job Flink's job id
 * @param viewsUri present only when the store is the embedded one: it has no password, others may have
 */
public record RunningEndpoints(
        long pid, String pipeline, Optional<String> dashboard, Optional<String> job, Optional<String> viewsUri) {
    private static final String FILE = "endpoints.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    static Optional<RunningEndpoints> read(Path stateFolder) {
        try {
            JsonNode json = JSON.readTree(Files.readAllBytes(stateFolder.resolve(FILE)));
            return Optional.of(new RunningEndpoints(
                    json.path("pid").asLong(),
                    json.path("pipeline").asText(),
                    text(json, "dashboard"),
                    text(json, "job"),
                    text(json, "viewsUri")));
        } catch (NoSuchFileException | JsonProcessingException e) {
            // Damaged is as good as none: the run that owns the folder writes it anew at its next start.
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces the file in one move, so that a reader never sees half of it. */
    void write(Path stateFolder) {
        ObjectNode json = JSON.createObjectNode().put("pid", pid).put("pipeline", pipeline);
        dashboard.ifPresent(address -> json.put("dashboard", address));
        job.ifPresent(id -> json.put("job", id));
        viewsUri.ifPresent(uri -> json.put("viewsUri", uri));
        try {
            Path next = stateFolder.resolve(FILE + ".next");
            Files.write(next, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
            Files.move(next, stateFolder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path stateFolder) {
        try {
            Files.deleteIfExists(stateFolder.resolve(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> text(JsonNode json, String field) {
        return json.hasNonNull(field) ? Optional.of(json.get(field).asText()) : Optional.empty();
    }
}
