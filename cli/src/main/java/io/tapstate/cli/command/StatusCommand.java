package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.gateway.FlinkRestGateway;
import io.tapstate.cli.gateway.JobView;
import io.tapstate.cli.render.JobFields;
import io.tapstate.cli.render.StatusScreen;
import io.tapstate.cli.run.RunningEndpoints;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code status}: one screen about a running pipeline. */
@Command(
        name = "status",
        description = "Show how a running pipeline is doing: state, phase per table, last checkpoint.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate status order_pipeline",
            "  tapstate status -w work order_pipeline -o json",
            "",
            "Exit status: 0, or 3 when the pipeline does not run."
        })
public final class StatusCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(paramLabel = "PIPELINE", description = "Id of the pipeline resource.")
    private String pipeline;

    @Mixin
    private Places places;

    @Mixin
    private OutputOption output;

    public StatusCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        RunningEndpoints running = places.lookup(context).pipeline(pipeline);
        String dashboard = running.dashboard().orElseThrow();
        JobView job = new FlinkRestGateway(dashboard).job(running.job().orElseThrow());
        output.print(
                context.terminal(),
                () -> StatusScreen.render(
                        pipeline, dashboard, job, context.terminal().style()),
                () -> JobFields.status(pipeline, dashboard, job));
        return ExitCode.DONE;
    }
}
