package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.ConnectorFields;
import io.tapstate.cli.render.ConnectorScreen;
import io.tapstate.connectors.catalog.ConnectorCatalog;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code connectors}: the catalogue. */
@Command(
        name = "connectors",
        description = "List the connectors: what can be read, what can be written to, and in which modes.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "[show NAME]",
        footer = {
            "",
            "Examples:",
            "  tapstate connectors",
            "  tapstate connectors show mysql",
            "  tapstate connectors show postgres -o json",
            "",
            "Exit status: 0."
        })
public final class ConnectorsCommand implements Callable<Integer> {
    private final CliContext context;

    @Mixin
    private OutputOption output;

    public ConnectorsCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        output.print(
                context.terminal(),
                () -> new ConnectorScreen(context.terminal().style()).list(ConnectorCatalog.all()),
                () -> Map.of(
                        "connectors",
                        ConnectorCatalog.all().stream().map(ConnectorFields::of).toList()));
        return ExitCode.DONE;
    }
}
