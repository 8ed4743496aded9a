package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.Terminal;
import io.tapstate.cli.scaffold.Questions;
import io.tapstate.cli.scaffold.Scaffold;
import io.tapstate.cli.scaffold.ScaffoldRequest;
import io.tapstate.cli.scaffold.Scaffolder;
import io.tapstate.cli.scaffold.TypedQuestions;
import io.tapstate.cli.workspace.ListedResource;
import io.tapstate.cli.workspace.WholeFile;
import io.tapstate.cli.workspace.WorkspaceCheck;
import io.tapstate.cli.workspace.WorkspaceFiles;
import io.tapstate.cli.workspace.WorkspaceListing;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.Severity;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.TapFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code new}: the first version of a resource. */
@Command(
        name = "new",
        description = "Write the first version of a resource. Asks what the options do not say.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate new",
            "  tapstate new -y --connector mysql --id orders_db --table orders --set database=shop",
            "  tapstate new -y --kind pipeline --id orders --source orders_db --table orders --primary-key id",
            "  tapstate new -y --kind transform --type map --id renamed --dry-run",
            "",
            "A secret is written as a reference to a variable, never as itself.",
            "",
            "Exit status: 0 written, 1 refused, 2 an answer is missing or wrong."
        })
public final class NewCommand implements Callable<Integer> {
    private final CliContext context;

    @Option(
            names = {"-y", "--non-interactive"},
            description = "Ask nothing: what is not given takes its default.")
    private boolean silent;

    @Option(names = "--kind", paramLabel = "KIND", description = "source, pipeline, transform, view or serve.")
    private String kind;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description = "Of a transform: filter, map, js, union, nest or join.")
    private String type;

    @Option(
            names = {"-c", "--connector"},
            paramLabel = "CONNECTOR",
            description = "Of a source: a connector, for example mysql.")
    private String connector;

    @Option(names = "--id", paramLabel = "NAME", description = "The name others will know it by.")
    private String id;

    @Option(
            names = {"-m", "--mode"},
            paramLabel = "MODE",
            description = "Of a source: cdc, snapshot, or none for a mere connection.")
    private String mode;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Of a source: a setting of its config. May be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--source", paramLabel = "SOURCE", description = "Of a pipeline: a source. May be repeated.")
    private List<String> sources = new ArrayList<>();

    @Option(
            names = "--sync-to",
            paramLabel = "SOURCE",
            description = "Of a pipeline or a serve: a source to write to. May be repeated.")
    private List<String> syncTargets = new ArrayList<>();

    @Option(
            names = "--table",
            paramLabel = "NAME",
            description = "Of a source: a table to read; may be repeated. Of a pipeline: the one its view shows.")
    private List<String> tables = new ArrayList<>();

    @Option(
            names = "--primary-key",
            paramLabel = "COLUMN",
            split = ",",
            description = "Of a view or pipeline: the columns of the key.")
    private List<String> primaryKey = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write into this folder, not into the one of the kind in the workspace.")
    private Path out;

    @Option(names = "--force", description = "Overwrite a file that is there.")
    private boolean force;

    @Option(names = "--dry-run", description = "Print the file, write nothing.")
    private boolean dryRun;

    @Mixin
    private WorkdirOption workdir;

    @Mixin
    private OutputOption output;

    public NewCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Path workspace = workdir.workspace(context);
        WorkspaceFiles files = WorkspaceFiles.workspace(workspace);
        boolean exists = Files.isDirectory(workspace);
        WorkspaceListing listing = exists ? WorkspaceListing.of(files) : new WorkspaceListing(List.of());
        Scaffold draft = new Scaffolder(request(), listing, questions()).scaffold();
        Path folder = out != null ? out : workspace.resolve(draft.kind());
        Path path = folder.resolve(draft.fileName());
        refuseToReplace(listing, draft.id(), path);
        judge(exists ? files.scan().files() : List.of(), path, draft);
        Scaffold scaffold = draft.canonical();
        if (!dryRun) {
            WholeFile.write(path, scaffold.text());
        }
        report(scaffold, path);
        return ExitCode.DONE;
    }

    private ScaffoldRequest request() {
        return new ScaffoldRequest(
                Optional.ofNullable(kind),
                Optional.ofNullable(type),
                Optional.ofNullable(connector),
                Optional.ofNullable(id),
                Optional.ofNullable(mode),
                settings,
                sources,
                syncTargets,
                tables,
                primaryKey);
    }

    private Questions questions() {
        if (silent) {
            return Questions.NONE;
        }
        if (!context.terminal().answersQuestions()) {
            throw TapException.of(CliError.QUESTIONS_NEED_A_TERMINAL);
        }
        return new TypedQuestions(context.terminal());
    }

    private void refuseToReplace(WorkspaceListing listing, String id, Path path) {
        Optional<String> other = listing.find(id)
                .map(ListedResource::path)
                .filter(found -> !Path.of(found).equals(path));
        if (other.isPresent() || Files.exists(path) && !force) {
            throw TapException.of(CliError.ARTIFACT_EXISTS, "path", other.orElse(path.toString()), "id", id);
        }
    }

    // Faults of other files are not this one's; but nothing is written that would be a fault by itself.
    private void judge(List<TapFile> neighbours, Path path, Scaffold scaffold) {
        List<TapFile> files = new ArrayList<>(neighbours);
        files.removeIf(file -> Path.of(file.path()).equals(path));
        files.add(new TapFile(path.toString(), scaffold.text()));
        List<Diagnostic> faults = WorkspaceCheck.of(files, out != null).stream()
                .filter(fault -> fault.severity() == Severity.ERROR)
                .filter(fault -> fault.span()
                        .filter(span -> span.file().equals(path.toString()))
                        .isPresent())
                .toList();
        if (!faults.isEmpty()) {
            throw new TapException(faults, null);
        }
    }

    private void report(Scaffold scaffold, Path path) {
        Terminal terminal = context.terminal();
        output.print(terminal, () -> dryRun ? scaffold.text() : "created " + path + "\n", () -> answer(scaffold, path));
        if (output.isText() && dryRun) {
            terminal.err().println("would create " + path);
        }
    }

    private Map<String, Object> answer(Scaffold scaffold, Path path) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("status", dryRun ? "dry-run" : "created");
        answer.put("kind", scaffold.kind());
        answer.put("id", scaffold.id());
        answer.putAll(scaffold.facts());
        answer.put("path", path.toString());
        if (dryRun) {
            answer.put("text", scaffold.text());
        }
        return answer;
    }
}
