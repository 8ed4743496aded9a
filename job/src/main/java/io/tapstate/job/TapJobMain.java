package io.tapstate.job;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.job.translate.FlinkJobBuilder;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.plan.PlanSecrets;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.flink.client.program.ProgramParametrizationException;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The program of the shaded jar: {@code flink run tapstate-job.jar --plan FILE}, or a jar run over Flink's REST API.
 * Builds one pipeline and hands it to the cluster the environment stands for. {@link JobArguments#USAGE} lists the
 * arguments; whatever is secret comes from the environment.
 */
public final class TapJobMain {
    private static final String VIEWS_URI = "TAPSTATE_VIEWS_URI";

    private TapJobMain() {}

    /**
     * @throws ProgramParametrizationException for coded faults, one line each: Flink's client prints its text and exits
     *     with 1, without a stack trace
     * @throws Exception what Flink throws when it cannot take the job
     */
    public static void main(String[] commandLine) throws Exception {
        try {
            JobArguments arguments = JobArguments.parse(commandLine);
            if (arguments.help()) {
                System.out.print(JobArguments.USAGE);
                return;
            }
            submit(arguments, System::getenv);
        } catch (TapException refusal) {
            throw new ProgramParametrizationException(refusal.diagnostics().stream()
                    .map(TapJobMain::line)
                    .collect(Collectors.joining(System.lineSeparator())));
        }
    }

    private static void submit(JobArguments arguments, UnaryOperator<String> environment) throws Exception {
        UnaryOperator<String> variables = name ->
                arguments.viewsUri().filter(uri -> name.equals(VIEWS_URI)).orElseGet(() -> environment.apply(name));
        PlanOutcome outcome = arguments
                .plan()
                .map(file -> new PlanOutcome(PlanFile.read(file), PlanSecrets.NONE))
                .orElseGet(() -> WorkspacePlan.make(arguments.workspace().orElseThrow(), variables)
                        .runnable());
        JobPlan plan = outcome.plan();
        StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment();
        JobPreflight.check(plan, flink.getConfiguration());
        plan.parallelism().ifPresent(flink::setParallelism);
        FlinkJobBuilder.build(flink, plan, outcome.secrets().before(variables), arguments.adopt());
        flink.execute(plan.pipeline());
    }

    private static String line(Diagnostic fault) {
        String place = fault.span()
                .map(span -> span.file() + ":" + span.line() + ":" + span.column() + ": ")
                .orElse("");
        return place + fault.code() + ": " + fault.message() + "; " + fault.fix();
    }
}
