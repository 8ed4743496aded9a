package io.tapstate.cli.discovery;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.schema.SchemaChanges;
import io.tapstate.planner.schema.SchemaSnapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What one source's database said.
 *
 * @param path the file of its recording
 * @param changes against the former recording; absent when there was none that could be read
 * @param notes what was wrong with the former recording
 */
public record Discovered(Path path, SchemaSnapshot snapshot, Optional<SchemaChanges> changes, List<Diagnostic> notes) {
    public Discovered {
        notes = List.copyOf(notes);
    }

    /** {@code new}, {@code changed} or {@code unchanged}. Other row counts are no change. */
    public String status() {
        return changes.map(found -> found.isEmpty() ? "unchanged" : "changed").orElse("new");
    }

    public boolean differs() {
        return changes.map(found -> !found.isEmpty()).orElse(true);
    }
}
