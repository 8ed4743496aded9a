package io.tapstate.cli.discovery;

import io.tapstate.cli.workspace.DeclaredSource;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.schema.SchemaChanges;
import io.tapstate.planner.schema.SchemaFiles;
import io.tapstate.planner.schema.SchemaSnapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Asks databases for their tables and compares the answer with what was recorded. */
public final class Discovery {
    private final SchemaFiles files;
    private final LiveSchemas databases;

    /** @param variables looks up what connection settings refer to, null when unset */
    public Discovery(Path workspace, UnaryOperator<String> variables) {
        this.files = new SchemaFiles(workspace);
        this.databases = new LiveSchemas(variables);
    }

    /**
     * Reads all tables of a source; records nothing. Whether the server can be captured from is not judged.
     *
     * @throws TapException coded: unreachable, login refused, ...
     */
    public Discovered read(DeclaredSource source) {
        List<TableSchema> tables = databases.described(source.connector(), source.config(), source.capture());
        Optional<SchemaSnapshot> former = Optional.empty();
        List<Diagnostic> notes = List.of();
        try {
            former = files.read(source.id());
        } catch (TapException damaged) {
            // Reading again is what mends a damaged recording.
            notes = damaged.diagnostics();
        }
        SchemaSnapshot snapshot = SchemaSnapshot.recorded(source.id(), source.connector(), tables, former);
        return new Discovered(
                files.path(source.id()),
                snapshot,
                former.map(recorded -> SchemaChanges.between(recorded, snapshot)),
                notes);
    }

    /** @throws TapException {@code schema.snapshot-not-writable} */
    public void record(Discovered discovered) {
        files.write(discovered.snapshot());
    }
}
