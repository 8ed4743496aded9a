package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.SchemaScreen;
import io.tapstate.cli.render.Style;
import io.tapstate.cli.workspace.WorkspaceFiles;
import io.tapstate.cli.workspace.WorkspaceListing;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.grammar.JsonSchemaWriter;
import io.tapstate.planner.schema.SchemaError;
import io.tapstate.planner.schema.SchemaFiles;
import io.tapstate.planner.schema.SchemaSnapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code schema}: of the language, or of a source as it was recorded. */
@Command(
        name = "schema",
        description = "Print the JSON Schema of .tap.yml files, for editors; or the recorded schema of a source.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate schema > tap.schema.json",
            "  tapstate schema orders_db",
            "  tapstate schema orders_db orders -o yaml",
            "",
            "Exit status: 0, 1 when the source, its recording or the table is unknown, 2 when there is no workspace."
        })
public final class SchemaCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(index = "0", arity = "0..1", paramLabel = "SOURCE", description = "Id of a source.")
    private String source;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "TABLE",
            description = "A table of it (default: all of them, one line each).")
    private String table;

    @Mixin
    private WorkdirOption workdir;

    @Mixin
    private OutputOption output;

    public SchemaCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (source == null) {
            // JSON is YAML, and editors want it in no other form.
            context.terminal().out().print(JsonSchemaWriter.write());
            return ExitCode.DONE;
        }
        Style style = context.terminal().style();
        SchemaSnapshot snapshot = snapshot(workdir.workspace(context));
        List<TableSchema> tables = table == null ? snapshot.tables() : List.of(table(snapshot));
        output.print(
                context.terminal(),
                () -> table == null ? SchemaScreen.tables(snapshot, style) : SchemaScreen.columns(tables.get(0), style),
                () -> SchemaScreen.fields(snapshot, tables));
        return ExitCode.DONE;
    }

    private SchemaSnapshot snapshot(Path workspace) {
        return new SchemaFiles(workspace).read(source).orElseThrow(() -> {
            WorkspaceFiles files = WorkspaceFiles.workspace(workspace);
            WorkspaceListing.of(files).require(source, files);
            return TapException.of(SchemaError.NOT_DISCOVERED, "source", source);
        });
    }

    private TableSchema table(SchemaSnapshot snapshot) {
        return snapshot.tables().stream()
                .filter(found ->
                        found.id().name().equals(table) || found.id().toString().equals(table))
                .findFirst()
                .orElseThrow(() -> TapException.of(
                        CliError.TABLE_NOT_RECORDED,
                        "source",
                        source,
                        "table",
                        table,
                        "suggestion",
                        NearestName.suggestion(
                                table,
                                snapshot.tables().stream()
                                        .map(found -> found.id().name())
                                        .toList())));
    }
}
