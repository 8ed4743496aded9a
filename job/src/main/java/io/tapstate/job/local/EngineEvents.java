package io.tapstate.job.local;

import io.tapstate.connectors.diagnostics.Diagnostic;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** Tells the parent process what happens: one JSON object per line, each flushed at once. */
final class EngineEvents {
    private static final JsonWriterSettings PLAIN =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    private final PrintStream out;

    EngineEvents(PrintStream out) {
        this.out = out;
    }

    void starting(String pipeline, String dashboard, String job, Optional<Path> restored) {
        emit(event("starting")
                .append("pipeline", new BsonString(pipeline))
                .append("dashboard", new BsonString(dashboard))
                .append("job", new BsonString(job))
                .append("restored", path(restored)));
    }

    /** @param tables rows read, by {@code <source id>/<table>} */
    void progress(Map<String, Long> tables) {
        emit(event("progress").append("tables", counts(tables)));
    }

    void snapshot(Map<String, Long> tables) {
        emit(event("snapshot").append("tables", counts(tables)));
    }

    void streaming(Map<String, Long> tables) {
        emit(event("streaming").append("tables", counts(tables)));
    }

    void recovering(String message) {
        emit(event("recovering").append("message", new BsonString(message)));
    }

    void finished() {
        emit(event("finished"));
    }

    void stopped(Optional<Path> checkpoint) {
        emit(event("stopped").append("checkpoint", path(checkpoint)));
    }

    void failed(Diagnostic fault) {
        emit(event("failed")
                .append("code", new BsonString(fault.code()))
                .append("message", new BsonString(fault.message()))
                .append("fix", new BsonString(fault.fix())));
    }

    private synchronized void emit(BsonDocument event) {
        out.println(event.toJson(PLAIN));
        out.flush();
    }

    private static BsonDocument event(String name) {
        return new BsonDocument("event", new BsonString(name));
    }

    private static BsonValue path(Optional<Path> path) {
        return path.<BsonValue>map(p -> new BsonString(p.toString())).orElse(BsonNull.VALUE);
    }

    private static BsonDocument counts(Map<String, Long> tables) {
        BsonDocument counts = new BsonDocument();
        tables.forEach((table, rows) -> counts.append(table, new BsonInt64(rows)));
        return counts;
    }
}
