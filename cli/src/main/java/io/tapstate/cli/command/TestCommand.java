package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.DiagnosticFields;
import io.tapstate.cli.render.DiagnosticRenderer;
import io.tapstate.cli.render.TestScreen;
import io.tapstate.cli.workspace.DeclaredSource;
import io.tapstate.cli.workspace.DeclaredSources;
import io.tapstate.cli.workspace.WorkspaceFiles;
import io.tapstate.connectors.client.ConnectionCheck.Status;
import io.tapstate.connectors.client.ConnectionReport;
import io.tapstate.connectors.client.ConnectionTest;
import io.tapstate.connectors.client.TestRole;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code test}: whether the servers of sources are as they must be. */
@Command(
        name = "test",
        description = "Try connections out, item by item: address, login, privileges, preparation for changes.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate test orders_db",
            "  tapstate test orders_db archive -o json",
            "  tapstate test views --role target",
            "",
            "A source with a `mode` is tested as one that is read, a pure connection as one that is written to.",
            "As a target, a collection is made, written and dropped again.",
            "",
            "Exit status: 0 nothing failed, 1 an item failed."
        })
public final class TestCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(arity = "1..*", paramLabel = "SOURCE", description = "Ids of source resources.")
    private List<String> ids;

    @Option(names = "--role", paramLabel = "ROLE", description = "source or target, whatever the resource says.")
    private TestRole role;

    @Mixin
    private WorkdirOption workdir;

    @Mixin
    private OutputOption output;

    public TestCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        DeclaredSources sources =
                DeclaredSources.of(WorkspaceFiles.workspace(workdir.workspace(context)), context.environment()::get);
        List<Object> answers = new ArrayList<>();
        boolean failed = false;
        for (String id : ids) {
            try {
                ConnectionReport report = test(sources.require(id));
                failed |= report.outcome() == Status.FAILED;
                answers.add(TestScreen.fields(id, report));
                if (output.isText()) {
                    context.terminal()
                            .out()
                            .print(new TestScreen(context.terminal().style()).text(id, report));
                }
            } catch (TapException fault) {
                failed = true;
                answers.add(refused(id, fault));
            }
        }
        if (!output.isText()) {
            output.print(context.terminal(), () -> "", () -> Map.of("results", answers));
        }
        return failed ? ExitCode.REFUSED : ExitCode.DONE;
    }

    private ConnectionReport test(DeclaredSource source) {
        ConnectionTest test = new ConnectionTest(context.environment()::get);
        TestRole asked = role != null ? role : source.mode().isPresent() ? TestRole.SOURCE : TestRole.TARGET;
        if (asked == TestRole.TARGET) {
            return test.target(source.connector(), source.config());
        }
        // A connection that says no mode is tested for all that a source may be asked to do.
        boolean capture = source.mode().isEmpty() || source.capture();
        return test.source(source.connector(), source.config(), capture, source.tables());
    }

    private Map<String, Object> refused(String id, TapException fault) {
        if (output.isText()) {
            context.terminal()
                    .err()
                    .print(new DiagnosticRenderer(context.terminal().errorStyle()).render(fault.diagnostics()));
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("connectionId", id);
        answer.put("outcome", Status.FAILED.name());
        answer.put("checks", List.of());
        answer.put("diagnostics", DiagnosticFields.of(fault.diagnostics()));
        return answer;
    }
}
