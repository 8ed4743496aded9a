package io.tapstate.cli.command;

import io.tapstate.cli.discovery.Discovered;
import io.tapstate.cli.discovery.Discovery;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.DiagnosticFields;
import io.tapstate.cli.render.DiagnosticRenderer;
import io.tapstate.cli.render.DiscoveryFields;
import io.tapstate.cli.render.DiscoveryScreen;
import io.tapstate.cli.workspace.DeclaredSources;
import io.tapstate.cli.workspace.WorkspaceFiles;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
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

/** {@code discover-schema}: records what the databases of sources look like. */
@Command(
        name = "discover-schema",
        aliases = "discover",
        description = "Read the tables of sources from their databases and record them in WORKSPACE/schemas.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate discover-schema",
            "  tapstate discover orders_db -w shop",
            "  tapstate discover-schema --check",
            "",
            "Without an id, all sources that have a `mode`. One that fails does not stop the others.",
            "Plans of recorded sources need no database. The files hold no secret; commit them.",
            "",
            "Exit status: 0, 1 when a source failed, or with --check when a recording is missing or has changed",
            "(other row counts alone are no change)."
        })
public final class DiscoverCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(arity = "0..*", paramLabel = "SOURCE", description = "Ids of source resources.")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--check", description = "Record nothing; say whether the recordings are up to date.")
    private boolean check;

    @Mixin
    private WorkdirOption workdir;

    @Mixin
    private OutputOption output;

    private final List<Object> answers = new ArrayList<>();

    public DiscoverCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Path workspace = workdir.workspace(context);
        DeclaredSources sources = DeclaredSources.of(WorkspaceFiles.workspace(workspace), context.environment()::get);
        Discovery discovery = new Discovery(workspace, context.environment()::get);
        boolean good = true;
        for (String id : ids.isEmpty() ? sources.read() : ids) {
            try {
                Discovered found = discovery.read(sources.require(id));
                if (!check) {
                    discovery.record(found);
                }
                good &= !check || !found.differs();
                report(found);
            } catch (TapException fault) {
                good = false;
                failed(id, fault);
            }
        }
        if (!output.isText()) {
            output.print(context.terminal(), () -> "", () -> Map.of("sources", answers));
        }
        return good ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private void report(Discovered found) {
        answers.add(DiscoveryFields.of(found, !check));
        if (output.isText()) {
            explain(found.notes());
            context.terminal()
                    .out()
                    .print(new DiscoveryScreen(context.terminal().style()).text(found, !check));
        }
    }

    private void failed(String id, TapException fault) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", id);
        answer.put("status", "failed");
        answer.put("diagnostics", DiagnosticFields.of(fault.diagnostics()));
        answers.add(answer);
        if (output.isText()) {
            context.terminal().out().println(id + ": failed");
            explain(fault.diagnostics());
        }
    }

    private void explain(List<Diagnostic> diagnostics) {
        context.terminal().err().print(new DiagnosticRenderer(context.terminal().errorStyle()).render(diagnostics));
    }
}
