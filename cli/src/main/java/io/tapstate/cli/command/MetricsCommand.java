package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.gateway.FlinkRestGateway;
import io.tapstate.cli.gateway.JobView;
import io.tapstate.cli.render.JobFields;
import io.tapstate.cli.render.MetricLines;
import io.tapstate.cli.render.TextTable;
import io.tapstate.cli.run.RunningEndpoints;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code metrics}: every number about a running pipeline. */
@Command(
        name = "metrics",
        description = "Print the numbers of a running pipeline, sorted by name.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate metrics order_pipeline",
            "  tapstate metrics order_pipeline -o json",
            "",
            "Exit status: 0, or 3 when the pipeline does not run."
        })
public final class MetricsCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(paramLabel = "PIPELINE", description = "Id of the pipeline resource.")
    private String pipeline;

    @Mixin
    private Places places;

    @Mixin
    private OutputOption output;

    public MetricsCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        RunningEndpoints running = places.lookup(context).pipeline(pipeline);
        JobView job = new FlinkRestGateway(running.dashboard().orElseThrow())
                .job(running.job().orElseThrow());
        output.print(context.terminal(), () -> table(job), () -> JobFields.metrics(pipeline, job));
        return ExitCode.DONE;
    }

    private String table(JobView job) {
        TextTable table = new TextTable("METRIC", "VALUE");
        MetricLines.of(job).forEach((name, value) -> table.row(name, value));
        return table.render(context.terminal().style());
    }
}
