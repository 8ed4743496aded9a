package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.error.ExitStatus;
import io.tapstate.cli.render.DiagnosticFields;
import io.tapstate.cli.render.DiagnosticRenderer;
import io.tapstate.cli.render.Quantities;
import io.tapstate.cli.render.Terminal;
import io.tapstate.cli.workspace.WorkspaceCheck;
import io.tapstate.cli.workspace.WorkspaceCheck.Judgement;
import io.tapstate.cli.workspace.WorkspaceFiles;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.Severity;
import io.tapstate.connectors.diagnostics.TapException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code validate}: every fault that the files show by themselves. */
@Command(
        name = "validate",
        description = "Judge the files of a workspace, all of them at once. Asks no database.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate validate",
            "  tapstate validate -w shop -o json",
            "  tapstate validate drafts/orders.tap.yml",
            "",
            "A file or folder that is named may lie anywhere; in a workspace each file lies in the folder of its kind.",
            "",
            "Exit status: 0 valid, 1 the files have faults, 2 there is nothing to judge."
        })
public final class ValidateCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(
            arity = "0..1",
            paramLabel = "PATH",
            description = "A file, or a folder of files (default: the workspace).")
    private Path path;

    @Mixin
    private WorkdirOption workdir;

    @Mixin
    private OutputOption output;

    public ValidateCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        WorkspaceFiles files =
                path == null ? WorkspaceFiles.workspace(workdir.workspace(context)) : WorkspaceFiles.named(path);
        try {
            Judgement judgement = WorkspaceCheck.of(files);
            report(files, judgement);
            return judgement.valid() ? ExitCode.DONE : ExitCode.REFUSED;
        } catch (TapException nothing) {
            if (output.isText()) {
                throw nothing;
            }
            report(files, new Judgement(0, nothing.diagnostics()));
            return ExitStatus.of(nothing.diagnostics().get(0).code(), "validate");
        }
    }

    private void report(WorkspaceFiles files, Judgement judgement) {
        Terminal terminal = context.terminal();
        if (output.isText()) {
            terminal.err().print(new DiagnosticRenderer(terminal.errorStyle()).render(judgement.diagnostics()));
        }
        output.print(terminal, () -> summary(files, judgement), () -> answer(judgement));
    }

    private static String summary(WorkspaceFiles files, Judgement judgement) {
        List<Diagnostic> found = judgement.diagnostics();
        long errors = found.stream()
                .filter(fault -> fault.severity() == Severity.ERROR)
                .count();
        String warnings =
                errors == found.size() ? "" : ", " + Quantities.count(found.size() - errors, "warning", "warnings");
        String verdict =
                judgement.valid() ? "valid: " : "invalid: " + Quantities.count(errors, "fault", "faults") + " in ";
        return verdict + Quantities.count(judgement.resources(), "resource", "resources") + " in " + files.path()
                + warnings + "\n";
    }

    private static Map<String, Object> answer(Judgement judgement) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("status", judgement.valid() ? "valid" : "invalid");
        answer.put("resourceCount", judgement.resources());
        answer.put("diagnostics", DiagnosticFields.of(judgement.diagnostics()));
        return answer;
    }
}
