package io.tapstate.cli.command;

import io.tapstate.cli.run.EndpointLookup;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code -w} of the verbs that read a workspace. */
final class WorkdirOption {
    @Option(
            names = {"-w", "--workdir"},
            paramLabel = "DIR",
            description = "The workspace (default: TAPSTATE_WORKDIR, else tap-work).")
    private Path workdir;

    Path workspace(CliContext context) {
        return workdir != null ? workdir : EndpointLookup.workspace(context.environment());
    }

    boolean given() {
        return workdir != null;
    }
}
