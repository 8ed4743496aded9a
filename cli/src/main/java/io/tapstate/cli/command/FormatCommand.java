package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.DiagnosticFields;
import io.tapstate.cli.render.DiagnosticRenderer;
import io.tapstate.cli.render.LineDiff;
import io.tapstate.cli.render.Quantities;
import io.tapstate.cli.render.Terminal;
import io.tapstate.cli.workspace.WholeFile;
import io.tapstate.cli.workspace.WorkspaceFiles;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.WorkspaceReader;
import io.tapstate.planner.dsl.CanonicalForm;
import io.tapstate.planner.dsl.TapFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fmt}: files in their canonical form. */
@Command(
        name = "fmt",
        description = "Write files in their one canonical form: order of fields, quotes, defaults. Comments stay.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate fmt",
            "  tapstate fmt pipeline/orders.tap.yml",
            "  tapstate fmt --check",
            "",
            "Prints the files that changed. A file with faults is left as it is.",
            "",
            "Exit status: 0, 1 when a file has faults, or with --check when one would change, 2 when there is none."
        })
public final class FormatCommand implements Callable<Integer> {
    private final CliContext context;
    private final List<Diagnostic> faults = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();
    private int files;

    @Parameters(arity = "0..*", paramLabel = "PATH", description = "Files or folders (default: the workspace).")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--check", description = "Write nothing; show what would change.")
    private boolean check;

    @Mixin
    private WorkdirOption workdir;

    @Mixin
    private OutputOption output;

    public FormatCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        List<Path> places = paths.isEmpty() ? List.of(workdir.workspace(context)) : paths;
        // All of them are looked up first, so that a misspelt one changes nothing.
        List<WorkspaceReader.Scan> scans = places.stream()
                .map(WorkspaceFiles::named)
                .map(WorkspaceFiles::scan)
                .toList();
        for (WorkspaceReader.Scan scan : scans) {
            faults.addAll(scan.faults());
            files += scan.files().size() + scan.faults().size();
            scan.files().forEach(this::format);
        }
        report();
        return faults.isEmpty() && (changed.isEmpty() || !check) ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private void format(TapFile file) {
        String canonical;
        try {
            canonical = CanonicalForm.withComments(file);
        } catch (TapException refusal) {
            faults.addAll(refusal.diagnostics());
            return;
        }
        if (canonical.equals(file.text())) {
            return;
        }
        if (!check) {
            WholeFile.write(Path.of(file.path()), canonical);
        }
        changed.add(file.path());
        if (output.isText()) {
            Terminal terminal = context.terminal();
            terminal.out().println(file.path());
            if (check) {
                terminal.out().print(LineDiff.of(file.text(), canonical, terminal.style()));
            }
        }
    }

    private void report() {
        Terminal terminal = context.terminal();
        if (output.isText()) {
            terminal.err().print(new DiagnosticRenderer(terminal.errorStyle()).render(faults));
            String said = check ? " would change" : " changed";
            terminal.err().println(Quantities.count(files, "file", "files") + ", " + changed.size() + said);
        } else {
            output.print(terminal, () -> "", this::answer);
        }
    }

    private Map<String, Object> answer() {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(
                "status",
                !faults.isEmpty() ? "invalid" : changed.isEmpty() ? "unchanged" : check ? "unformatted" : "formatted");
        answer.put("files", files);
        answer.put("changed", changed);
        answer.put("diagnostics", DiagnosticFields.of(faults));
        return answer;
    }
}
