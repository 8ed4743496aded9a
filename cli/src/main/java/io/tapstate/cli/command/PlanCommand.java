package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.DiagnosticRenderer;
import io.tapstate.cli.render.Terminal;
import io.tapstate.cli.run.EndpointLookup;
import io.tapstate.cli.run.Planning;
import io.tapstate.cli.run.Planning.Planned;
import io.tapstate.cli.workspace.ListedResource;
import io.tapstate.cli.workspace.ResourceKind;
import io.tapstate.cli.workspace.WholeFile;
import io.tapstate.cli.workspace.WorkspaceFiles;
import io.tapstate.cli.workspace.WorkspaceListing;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanRenderer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plan}: what a run would do. */
@Command(
        name = "plan",
        description = "Show what pipelines will do, and what that does to what is deployed. Changes nothing.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate plan",
            "  tapstate plan -w work order_pipeline --live",
            "  tapstate plan order_pipeline -o mermaid",
            "  tapstate plan order_pipeline --out orders.plan && tapstate run --plan orders.plan",
            "",
            "Tables come from the recorded schema of a source, else from its database.",
            "",
            "Exit status: 0 planned, 1 the files or the databases have faults, or the plan is refused;",
            "with --detailed-exitcode 2 when something would change."
        })
public final class PlanCommand implements Callable<Integer> {
    private final CliContext context;
    private final Set<String> told = new LinkedHashSet<>();

    @Parameters(
            arity = "0..*",
            paramLabel = "PIPELINE",
            description = "Ids of pipeline resources (default: every pipeline of the workspace).")
    private List<String> pipelines = new ArrayList<>();

    @Mixin
    private WorkdirOption workdir;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json (the plan document itself), yaml, dot or mermaid (default: text).")
    private PlanFormat output = PlanFormat.TEXT;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Save the plan of one pipeline; `run --plan` takes it, unless the world has moved.")
    private Path out;

    @Option(names = "--detailed-exitcode", description = "Exit with 2 when something would change.")
    private boolean detailed;

    @Option(names = "--live", description = "Ask every database, whatever is recorded.")
    private boolean live;

    @Option(names = "--offline", description = "Ask no database; every source needs a recorded schema.")
    private boolean offline;

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            description = "The state folder to compare with (default: .tapstate in the workspace).")
    private Path stateDir;

    public PlanCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (live && offline) {
            throw usage("--live and --offline exclude each other");
        }
        Path workspace = workdir.workspace(context);
        List<String> wanted = pipelines.isEmpty() ? all(workspace) : pipelines;
        if (out != null && wanted.size() != 1) {
            throw usage("--out saves the plan of one pipeline; name it");
        }
        Planning planning = new Planning(
                workspace,
                live
                        ? Planning.Schemas.LIVE
                        : offline ? Planning.Schemas.RECORDED : Planning.Schemas.RECORDED_ELSE_LIVE,
                stateDir != null ? stateDir : EndpointLookup.state(workspace),
                context.environment()::get);
        List<Planned> planned = new ArrayList<>();
        for (String pipeline : wanted) {
            try {
                planned.add(planning.plan(pipeline));
            } catch (TapException fault) {
                tell(fault.diagnostics());
            }
        }
        print(planned);
        boolean good = planned.size() == wanted.size()
                && planned.stream().allMatch(plan -> plan.outcome().refusals().isEmpty());
        if (good && out != null) {
            WholeFile.write(out, new String(planned.get(0).saved().write(), StandardCharsets.UTF_8));
            context.terminal().err().println("saved " + out + "; run it with `tapstate run --plan " + out + "`");
        }
        boolean changes = planned.stream().anyMatch(plan -> plan.changes().anything());
        return !good ? ExitCode.REFUSED : detailed && changes ? ExitCode.CHANGES : ExitCode.DONE;
    }

    private static TapException usage(String reason) {
        return TapException.of(CliError.USAGE, "reason", reason, "verb", "plan --help");
    }

    private List<String> all(Path workspace) {
        List<String> ids = WorkspaceListing.of(WorkspaceFiles.workspace(workspace)).resources().stream()
                .filter(resource -> resource.is(ResourceKind.PIPELINE))
                .map(ListedResource::id)
                .distinct()
                .toList();
        if (ids.isEmpty()) {
            context.terminal().err().println("no pipelines in " + workspace);
        }
        return ids;
    }

    private void print(List<Planned> planned) {
        Terminal terminal = context.terminal();
        boolean first = true;
        for (Planned plan : planned) {
            if (output == PlanFormat.TEXT) {
                terminal.out().print(first ? "" : "\n");
                terminal.out().print(PlanRenderer.text(plan.outcome()));
                terminal.out().print("\n" + PlanRenderer.text(plan.changes()));
            } else {
                plan.outcome()
                        .secrets()
                        .names()
                        .forEach(name -> terminal.err()
                                .println("note: `" + name
                                        + "` stands for a secret written in the files; set it where the job is"
                                        + " built"));
            }
            first = false;
            tell(plan.outcome().warnings());
            tell(plan.outcome().refusals());
        }
        List<JobPlan> plans =
                planned.stream().map(plan -> plan.outcome().plan()).toList();
        if (output != PlanFormat.TEXT && !plans.isEmpty()) {
            terminal.out().print(output.write(plans));
        }
    }

    // What two pipelines share is told once.
    private void tell(List<Diagnostic> diagnostics) {
        Terminal terminal = context.terminal();
        for (Diagnostic diagnostic : diagnostics) {
            String text = new DiagnosticRenderer(terminal.errorStyle()).render(diagnostic);
            if (told.add(text)) {
                terminal.err().print(text);
            }
        }
    }
}
