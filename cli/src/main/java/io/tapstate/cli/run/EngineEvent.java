package io.tapstate.cli.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One line that the engine said: a JSON object whose {@code event} is the kind.
 *
 * @param json the line as it came
 */
public record EngineEvent(Kind kind, JsonNode json) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** In the order of a run's life. */
    public enum Kind {
        STARTING,
        PROGRESS,
        /** The initial load is complete and written. */
        SNAPSHOT,
        /** Every source follows its log and the sink is loaded. */
        STREAMING,
        /** The job restarts by its own restart strategy. */
        RECOVERING,
        FINISHED,
        STOPPED,
        FAILED;

        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The event of a line; empty for a line that is none, which only a crashing JVM prints. */
    public static Optional<EngineEvent> parse(String line) {
        JsonNode json;
        try {
            json = JSON.readTree(line);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
        String event = json == null ? "" : json.path("event").asText();
        for (Kind kind : Kind.values()) {
            if (kind.text().equals(event)) {
                return Optional.of(new EngineEvent(kind, json));
            }
        }
        return Optional.empty();
    }

    /** A failure that the supervisor found, in the form in which the engine says its own. */
    public static EngineEvent failed(String code, String message, String fix) {
        return new EngineEvent(
                Kind.FAILED,
                JSON.createObjectNode()
                        .put("event", Kind.FAILED.text())
                        .put("code", code)
                        .put("message", message)
                        .put("fix", fix));
    }

    /** The text of a field; empty when it is absent or null. */
    public String text(String field) {
        return json.path(field).isNull() ? "" : json.path(field).asText();
    }

    /** Rows per table ({@code orders_db/appdb.orders}), in the engine's order; empty when the event names none. */
    public Map<String, Long> tables() {
        Map<String, Long> rows = new LinkedHashMap<>();
        json.path("tables")
                .fields()
                .forEachRemaining(
                        entry -> rows.put(entry.getKey(), entry.getValue().asLong()));
        return rows;
    }

    /** Rows of all tables. */
    public long rows() {
        return tables().values().stream().mapToLong(Long::longValue).sum();
    }
}
