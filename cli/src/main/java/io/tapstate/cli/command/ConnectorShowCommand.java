package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.ConnectorFields;
import io.tapstate.cli.render.ConnectorScreen;
import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.NearestName;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code connectors show}: everything the catalogue says about one connector. */
@Command(
        name = "show",
        description = "Show a connector: its settings, how to prepare the server, and its limits.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  tapstate connectors show mysql",
            "",
            "Exit status: 0, 1 when there is no such connector."
        })
public final class ConnectorShowCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(paramLabel = "NAME", description = "A connector, for example mysql.")
    private String name;

    @Mixin
    private OutputOption output;

    public ConnectorShowCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ConnectorDescriptor connector = ConnectorCatalog.find(name)
                .orElseThrow(() -> TapException.of(
                        CliError.UNKNOWN_CONNECTOR,
                        "connector",
                        name,
                        "suggestion",
                        NearestName.suggestion(
                                name,
                                ConnectorCatalog.all().stream()
                                        .map(ConnectorDescriptor::id)
                                        .toList())));
        output.print(
                context.terminal(),
                () -> new ConnectorScreen(context.terminal().style()).show(connector),
                () -> ConnectorFields.whole(connector));
        return ExitCode.DONE;
    }
}
