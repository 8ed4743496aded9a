package io.tapstate.job;

import io.tapstate.connectors.diagnostics.TapException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What {@link TapJobMain} is asked to run: a finished plan, or a pipeline of a workspace.
 *
 * @param plan a {@code plan.json}; exactly one of plan and workspace is present
 * @param workspace where the {@code .tap.yml} files are, and which pipeline
 * @param viewsUri stands for the variable {@code TAPSTATE_VIEWS_URI}
 * @param adopt whether targets are taken over that hold documents or belong to other pipelines
 * @param help only the usage is wanted
 */
public record JobArguments(
        Optional<Path> plan,
        Optional<WorkspacePipeline> workspace,
        Optional<String> viewsUri,
        boolean adopt,
        boolean help) {
    /** One pipeline of one workspace. */
    public record WorkspacePipeline(Path directory, String pipeline) {}

    /** One argument a line. */
    public static final String USAGE = """
            Runs one tapstate pipeline on this Flink cluster.

              --plan FILE          a plan made by `tapstate plan`
              --workdir DIR        or: a workspace; the plan is made now, from its files and the live databases
              --pipeline ID        the pipeline of that workspace
              --views-uri URI      where views are written; default: the variable TAPSTATE_VIEWS_URI
              --adopt              take over target collections that hold documents or belong to another pipeline
              --help               show this

            Every ${NAME} in the plan is read from the environment of the process that builds the job:
            of the client for `flink run`, of the JobManager for a jar run over REST.
            """;

    /**
     * @throws TapException {@code job.unknown-argument}, {@code job.argument-without-value}, {@code job.argument-missing}
     *     or {@code job.arguments-conflict}
     */
    public static JobArguments parse(String... arguments) {
        String plan = null;
        String workdir = null;
        String pipeline = null;
        String viewsUri = null;
        boolean adopt = false;
        boolean help = false;
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            switch (argument) {
                case "--help", "-h" -> help = true;
                case "--adopt" -> adopt = true;
                case "--plan" -> plan = value(arguments, ++i);
                case "--workdir" -> workdir = value(arguments, ++i);
                case "--pipeline" -> pipeline = value(arguments, ++i);
                case "--views-uri" -> viewsUri = value(arguments, ++i);
                default -> throw TapException.of(JobError.UNKNOWN_ARGUMENT, "argument", argument);
            }
        }
        if (!help) {
            checkChoice(plan, workdir, pipeline);
        }
        return new JobArguments(
                Optional.ofNullable(plan).map(Path::of),
                help || workdir == null
                        ? Optional.empty()
                        : Optional.of(new WorkspacePipeline(Path.of(workdir), pipeline)),
                Optional.ofNullable(viewsUri),
                adopt,
                help);
    }

    private static void checkChoice(String plan, String workdir, String pipeline) {
        if (plan != null && (workdir != null || pipeline != null)) {
            throw TapException.of(
                    JobError.ARGUMENTS_CONFLICT,
                    "argument",
                    "--plan",
                    "other",
                    workdir != null ? "--workdir" : "--pipeline");
        }
        if (plan == null && workdir == null) {
            throw TapException.of(JobError.ARGUMENT_MISSING, "argument", pipeline == null ? "--plan" : "--workdir");
        }
        if (workdir != null && pipeline == null) {
            throw TapException.of(JobError.ARGUMENT_MISSING, "argument", "--pipeline");
        }
    }

    private static String value(String[] arguments, int at) {
        if (at >= arguments.length || arguments[at].startsWith("--")) {
            throw TapException.of(JobError.ARGUMENT_WITHOUT_VALUE, "argument", arguments[at - 1]);
        }
        return arguments[at];
    }
}
