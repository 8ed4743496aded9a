package io.tapstate.job.local;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.job.JobPreflight;
import io.tapstate.job.PlanFile;
import io.tapstate.job.metrics.LoadMetrics;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.util.ExceptionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one pipeline on a Flink inside this process, with its dashboard, until it is stopped, ends or fails.
 *
 * <p>{@code LocalEngine --plan FILE --state-dir DIR --conf DIR [--rest-port RANGE] [--parallelism N]
 * [--adopt true]}. Standard output
 * carries one JSON object per line ({@link EngineEvents}). The end of standard input, SIGTERM and SIGINT stop it: it takes
 * a checkpoint, cancels the job and keeps the checkpoint. The next start in the same directory goes on from the newest
 * complete checkpoint, also after a crash.
 *
 * <p>Exit codes: 0 stopped or finished, 1 refused before the job ran, 4 the job failed, 70 a defect.
 */
public final class LocalEngine {
    private static final Logger LOG = LoggerFactory.getLogger(LocalEngine.class);
    private static final int ENDED = 0;
    private static final int REFUSED = 1;
    private static final int JOB_FAILED = 4;
    private static final int DEFECT = 70;
    private static final long START_SECONDS = 60;
    private static final long CLOSE_SECONDS = 10;

    private final EngineEvents events;
    private final StopRequest stop;

    LocalEngine(EngineEvents events, StopRequest stop) {
        this.events = events;
        this.stop = stop;
    }

    /** The child process's entry point; never returns. */
    public static void main(String[] arguments) {
        PrintStream out = System.out;
        // Whatever a library prints must not stand between the events.
        System.setOut(System.err);
        Thread.currentThread().setUncaughtExceptionHandler((thread, defect) -> {
            LOG.error("The engine met a defect", defect);
            System.err.println(ExceptionUtils.stringifyException(defect));
            Runtime.getRuntime().halt(DEFECT);
        });
        System.exit(new LocalEngine(new EngineEvents(out), StopRequest.listen(System.in)).run(arguments));
    }

    int run(String... commandLine) {
        try {
            EngineArguments arguments = EngineArguments.parse(commandLine);
            JobPlan plan = PlanFile.read(arguments.plan());
            try (StateDirectory state = StateDirectory.open(arguments.stateDirectory())) {
                return run(arguments, plan, state);
            }
        } catch (TapException refusal) {
            LOG.error("Refused", refusal);
            refusal.diagnostics().forEach(events::failed);
            return REFUSED;
        }
    }

    private int run(EngineArguments arguments, JobPlan plan, StateDirectory state) {
        Configuration settings = EngineSettings.load(arguments, plan, state);
        JobPreflight.check(plan, settings);
        Optional<Path> restored = state.newestCheckpoint();
        if (restored.isPresent()) {
            StatePlan.check(plan, state);
        }
        LoadMetrics metrics = new LoadMetrics();
        // Starting Flink and building the job take about as long as each other, and neither needs the other.
        CompletableFuture<EngineCluster> starting = startCluster(settings, metrics);
        EngineRun.Ending ending;
        try {
            PreparedJob job = PreparedJob.prepare(plan, settings, restored, arguments.adopt());
            EngineCluster cluster = started(starting);
            ending = submit(cluster, job, plan, state, restored, metrics);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Flink did not do what it was asked", e);
        } finally {
            close(starting);
        }
        return tell(ending);
    }

    private EngineRun.Ending submit(
            EngineCluster cluster,
            PreparedJob job,
            JobPlan plan,
            StateDirectory state,
            Optional<Path> restored,
            LoadMetrics metrics)
            throws InterruptedException, ExecutionException, TimeoutException {
        String dashboard =
                cluster.getRestAddress().get(START_SECONDS, TimeUnit.SECONDS).toString();
        String id = job.graph().getJobID().toString();
        state.writePlan(JobPlanCodec.write(plan));
        state.writeRunning(plan.pipeline(), dashboard, id);
        events.starting(plan.pipeline(), dashboard, id, restored);
        cluster.submitJob(job.graph()).get(START_SECONDS, TimeUnit.SECONDS);
        LoadProgress progress = new LoadProgress(job, plan.readMode(), restored.isPresent(), metrics, events);
        return new EngineRun(cluster, job.graph().getJobID(), plan, state, restored, progress, events).watch(stop);
    }

    private int tell(EngineRun.Ending ending) {
        if (ending instanceof EngineRun.Ending.Failed failed) {
            failed.faults().forEach(events::failed);
            return JOB_FAILED;
        }
        if (ending instanceof EngineRun.Ending.Stopped stopped) {
            events.stopped(stopped.checkpoint());
        } else {
            events.finished();
        }
        return ENDED;
    }

    private static CompletableFuture<EngineCluster> startCluster(Configuration settings, LoadMetrics metrics) {
        CompletableFuture<EngineCluster> started = new CompletableFuture<>();
        Thread starter = new Thread(
                () -> {
                    try {
                        started.complete(EngineCluster.start(settings, metrics));
                    } catch (Exception | LinkageError e) {
                        started.completeExceptionally(e);
                    }
                },
                "cluster-start");
        starter.setDaemon(true);
        starter.start();
        return started;
    }

    private static EngineCluster started(CompletableFuture<EngineCluster> starting) {
        try {
            return starting.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof TapException refusal) {
                throw refusal;
            }
            throw e;
        }
    }

    // Waits for a start that is under way, so that no half-started Flink stays behind.
    private static void close(CompletableFuture<EngineCluster> starting) {
        EngineCluster cluster = starting.exceptionally(failed -> null).join();
        if (cluster == null) {
            return;
        }
        try {
            cluster.closeAsync().get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            LOG.warn("Flink did not close in time", e);
        }
    }
}
