package io.tapstate.cli.run;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What to run, and where its state and views live.
 *
 * @param viewsUri the store for views; absent for the embedded one in the state folder
 * @param hostedViewsUri an embedded store that somebody in this process already runs; it may be told to other terminals
 * @param variables what {@code ${VAR}} references mean; may hold secrets, so it is never printed
 * @param ports one port or a range for the dashboard
 * @param fresh forget what earlier runs of the pipeline left and read everything again
 * @param adopt take over target collections that hold documents or belong to another pipeline
 */
public record RunRequest(
        Path workspace,
        String pipeline,
        Path stateFolder,
        Optional<String> viewsUri,
        Optional<String> hostedViewsUri,
        Map<String, String> variables,
        String ports,
        OptionalInt parallelism,
        boolean fresh,
        boolean adopt) {
    /** Flink's usual port and the hundred after it. */
    public static final String DEFAULT_PORTS = "8081-8181";

    public RunRequest {
        variables = Map.copyOf(variables);
    }

    @Override
    public String toString() {
        return "RunRequest[" + workspace + ", " + pipeline + "]";
    }
}
