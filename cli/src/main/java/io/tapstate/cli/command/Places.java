package io.tapstate.cli.command;

import io.tapstate.cli.run.EndpointLookup;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options by which a verb in another terminal finds what runs. */
final class Places {
    @Option(
            names = {"-w", "--workdir"},
            paramLabel = "DIR",
            description =
                    "The workspace that `tapstate run` was started with (default: TAPSTATE_WORKDIR, else tap-work).")
    private Path workdir;

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            description = "The state folder of that run (default: .tapstate in the workspace).")
    private Path stateDir;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "The folder of a running demo (default: ./tapstate-demo).")
    private Path demoDir;

    EndpointLookup lookup(CliContext context) {
        return new EndpointLookup(
                context.environment(),
                Optional.ofNullable(demoDir),
                Optional.ofNullable(workdir),
                Optional.ofNullable(stateDir));
    }
}
