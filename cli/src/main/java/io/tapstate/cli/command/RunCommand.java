package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.render.JsonRunReporter;
import io.tapstate.cli.render.TextRunReporter;
import io.tapstate.cli.run.Distribution;
import io.tapstate.cli.run.EndpointLookup;
import io.tapstate.cli.run.EngineEvent;
import io.tapstate.cli.run.EngineSupervisor;
import io.tapstate.cli.run.PreparedRun;
import io.tapstate.cli.run.RunObserver;
import io.tapstate.cli.run.RunRequest;
import io.tapstate.cli.run.StopSignal;
import io.tapstate.cli.run.WritableFolder;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.SavedPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code run}: one pipeline in the foreground, until it is finished or stopped. */
@Command(
        name = "run",
        description =
                "Run one pipeline on an embedded Flink, until Ctrl-C. The next run resumes where this one stopped.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate run -w work order_pipeline",
            "  TAPSTATE_VIEWS_URI=mongodb://localhost/shop tapstate run -w work order_pipeline -o json",
            "  tapstate run -w work order_pipeline --fresh",
            "  tapstate run -w work --plan orders.plan",
            "",
            "Exit status: 0 stopped or finished, 1 refused, 2 wrong usage, 4 the job failed, 130 Ctrl-C."
        })
public final class RunCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(
            arity = "0..1",
            paramLabel = "PIPELINE",
            description = "Id of the pipeline resource; may be left out with --plan.")
    private String pipeline;

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description = "Run this plan, saved by `plan --out`; refused if the world has moved since.")
    private Path plan;

    @Option(
            names = {"-w", "--workdir"},
            paramLabel = "DIR",
            description = "The workspace (default: TAPSTATE_WORKDIR, else tap-work).")
    private Path workdir;

    @Option(
            names = "--views-uri",
            paramLabel = "URI",
            description = "MongoDB to write views to, its database included"
                    + " (default: TAPSTATE_VIEWS_URI, else an embedded store in the state folder).")
    private String viewsUri;

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            description = "Where checkpoints are kept (default: .tapstate in the workspace).")
    private Path stateDir;

    @Option(names = "--fresh", description = "Forget the checkpoints of earlier runs and read every table again.")
    private boolean fresh;

    @Option(
            names = "--adopt",
            description = "Take over target collections that hold documents or belong to another pipeline:"
                    + " what this pipeline does not load is removed from them.")
    private boolean adopt;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json or yaml: one event per line (default: text).")
    private OutputFormat output = OutputFormat.TEXT;

    @Option(names = "--parallelism", paramLabel = "N", description = "Subtasks per step (default: Flink's setting).")
    private Integer parallelism;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port of the dashboard, or a range (default: " + RunRequest.DEFAULT_PORTS + ").")
    private String port = RunRequest.DEFAULT_PORTS;

    public RunCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        RunObserver reporter = output == OutputFormat.TEXT
                ? new TextRunReporter(context.terminal())
                : new JsonRunReporter(context.terminal(), output == OutputFormat.YAML ? "--- " : "");
        try {
            return run(reporter);
        } catch (TapException refusal) {
            if (output != OutputFormat.TEXT) {
                refusal.diagnostics()
                        .forEach(fault -> reporter.on(EngineEvent.failed(fault.code(), fault.message(), fault.fix())));
            }
            throw refusal;
        }
    }

    private int run(RunObserver reporter) throws InterruptedException {
        Optional<SavedPlan> saved = Optional.ofNullable(plan).map(RunCommand::read);
        RunRequest request = request(saved);
        StopSignal stop = StopSignal.installed();
        Distribution distribution = Distribution.from(context.environment());
        try (PreparedRun run = PreparedRun.prepare(
                request, saved, distribution, context.terminal().err()::println)) {
            return new EngineSupervisor(run, reporter, stop).run();
        }
    }

    private static SavedPlan read(Path file) {
        try {
            return SavedPlan.read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw TapException.because(e, CliError.FOLDER_UNUSABLE, "path", file, "reason", WritableFolder.reason(e));
        }
    }

    private String pipeline(Optional<SavedPlan> saved) {
        Optional<String> planned = saved.map(found -> found.plan().pipeline());
        if (pipeline == null && planned.isEmpty()) {
            throw usage("Missing required parameter: 'PIPELINE'");
        }
        if (pipeline != null && planned.isPresent() && !planned.get().equals(pipeline)) {
            throw usage("the plan is of `" + planned.get() + "`, not of `" + pipeline + "`");
        }
        return planned.orElse(pipeline);
    }

    private static TapException usage(String reason) {
        return TapException.of(CliError.USAGE, "reason", reason, "verb", "run --help");
    }

    private RunRequest request(Optional<SavedPlan> saved) {
        Path workspace = workdir != null ? workdir : EndpointLookup.workspace(context.environment());
        return new RunRequest(
                workspace,
                pipeline(saved),
                stateDir != null ? stateDir : EndpointLookup.state(workspace),
                EndpointLookup.configuredViews(Optional.ofNullable(viewsUri), context.environment()),
                Optional.empty(),
                context.environment(),
                Ports.checked(port),
                parallelism == null ? OptionalInt.empty() : OptionalInt.of(parallelism),
                fresh,
                adopt);
    }
}
