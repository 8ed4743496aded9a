package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.run.EndpointLookup;
import io.tapstate.cli.run.Planning;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.plan.PlanRenderer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plan}: what a run would do. */
@Command(
        name = "plan",
        description = "Show what a pipeline will do, planned against the live databases. Changes nothing.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate plan -w work order_pipeline",
            "  tapstate plan -w work order_pipeline -o json > plan.json",
            "",
            "Exit status: 0 planned, 1 the files or the databases have faults."
        })
public final class PlanCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(paramLabel = "PIPELINE", description = "Id of the pipeline resource.")
    private String pipeline;

    @Option(
            names = {"-w", "--workdir"},
            paramLabel = "DIR",
            description = "The workspace (default: TAPSTATE_WORKDIR, else tap-work).")
    private Path workdir;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json: the plan document itself (default: text).")
    private OutputFormat output = OutputFormat.TEXT;

    public PlanCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Path workspace = workdir != null ? workdir : EndpointLookup.workspace(context.environment());
        PlanOutcome outcome = Planning.live(workspace, pipeline, context.environment()::get);
        String text = output == OutputFormat.JSON
                ? new String(JobPlanCodec.write(outcome.plan()), StandardCharsets.UTF_8)
                : PlanRenderer.text(outcome);
        context.terminal().out().print(text);
        if (output == OutputFormat.JSON) {
            outcome.secrets()
                    .names()
                    .forEach(name -> context.terminal()
                            .err()
                            .println("note: `" + name
                                    + "` stands for a secret written in the files; set it where the job is built"));
        }
        return ExitCode.DONE;
    }
}
