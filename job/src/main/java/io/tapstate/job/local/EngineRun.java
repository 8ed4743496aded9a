package io.tapstate.job.local;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.plan.JobPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.clusterframework.ApplicationStatus;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One submitted job, watched to its end: tells what happens, and stops it when asked. */
final class EngineRun {
    private static final Logger LOG = LoggerFactory.getLogger(EngineRun.class);
    private static final long LOOK_MILLIS = 50;
    private static final long PATIENCE_SECONDS = 15;

    /** How a run ended. */
    sealed interface Ending {
        /** A bounded pipeline came to its end. */
        record Finished() implements Ending {}

        /** Asked for; the job can go on from the checkpoint. */
        record Stopped(Optional<Path> checkpoint) implements Ending {}

        /** @param faults never empty */
        record Failed(List<Diagnostic> faults) implements Ending {}
    }

    private final EngineCluster cluster;
    private final JobID id;
    private final JobPlan plan;
    private final StateDirectory state;
    private final Optional<Path> restored;
    private final LoadProgress progress;
    private final EngineEvents events;
    private boolean recovering;

    EngineRun(
            EngineCluster cluster,
            JobID id,
            JobPlan plan,
            StateDirectory state,
            Optional<Path> restored,
            LoadProgress progress,
            EngineEvents events) {
        this.cluster = cluster;
        this.id = id;
        this.plan = plan;
        this.state = state;
        this.restored = restored;
        this.progress = progress;
        this.events = events;
    }

    /** Returns when the job has ended. */
    Ending watch(StopRequest stop) throws InterruptedException, ExecutionException {
        CompletableFuture<JobResult> result = cluster.requestJobResult(id);
        CompletableFuture<Object> either = CompletableFuture.anyOf(result, stop.asked());
        while (!await(either)) {
            Optional<Ending> ending = look();
            if (ending.isPresent()) {
                return ending.get();
            }
        }
        return result.isDone() ? ended(result.get()) : stop(result);
    }

    private Optional<Ending> look() throws InterruptedException, ExecutionException {
        try {
            JobStatus status = cluster.getJobStatus(id).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (status == JobStatus.RUNNING) {
                recovering = false;
                progress.look();
            } else if (status == JobStatus.RESTARTING && !recovering) {
                return restarting();
            }
        } catch (TimeoutException e) {
            // A machine without breath; the job's result still arrives.
            LOG.warn("Flink does not say how the job does", e);
        }
        return Optional.empty();
    }

    // Flink restarts after any fault; one that cannot pass by itself is judged here.
    private Optional<Ending> restarting() throws InterruptedException, ExecutionException, TimeoutException {
        AccessExecutionGraph graph = cluster.getExecutionGraph(id).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        ErrorInfo info = graph.getFailureInfo();
        if (info == null) {
            return Optional.empty();
        }
        Throwable failure = info.getException();
        List<Diagnostic> faults = FailureCause.diagnose(failure, plan.pipeline(), state.root());
        if (FailureCause.isFinal(failure)) {
            cancel(cluster.requestJobResult(id));
            return Optional.of(new Ending.Failed(faults));
        }
        recovering = true;
        progress.interrupted();
        LOG.warn("The job restarts after a fault", failure);
        events.recovering(faults.get(0).message());
        return Optional.empty();
    }

    private Ending ended(JobResult result) {
        if (result.isSuccess()) {
            progress.ended();
            return new Ending.Finished();
        }
        if (result.getApplicationStatus() == ApplicationStatus.CANCELED) {
            return new Ending.Stopped(state.newestCheckpoint());
        }
        Throwable failure = result.getSerializedThrowable()
                .<Throwable>map(serialized -> serialized)
                .orElseGet(() -> new IllegalStateException("the job ended as " + result.getApplicationStatus()));
        LOG.error("The job failed", failure);
        Optional<Diagnostic> notRestored = restored.flatMap(from -> FailureCause.notRestored(failure, from));
        if (notRestored.isPresent()) {
            return new Ending.Failed(List.of(notRestored.get()));
        }
        return new Ending.Failed(FailureCause.diagnose(failure, plan.pipeline(), state.root()));
    }

    private Ending stop(CompletableFuture<JobResult> result) throws InterruptedException, ExecutionException {
        try {
            Long number =
                    cluster.triggerCheckpoint(id, CheckpointType.CONFIGURED).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            LOG.info("Checkpoint {} is the last", number);
        } catch (ExecutionException | TimeoutException e) {
            // Not every job can take one: it may still be starting. The newest complete one then serves.
            LOG.warn("No checkpoint on stopping", e);
        }
        cancel(result);
        return result.isDone() && result.get().isSuccess()
                ? ended(result.get())
                : new Ending.Stopped(state.newestCheckpoint());
    }

    private void cancel(CompletableFuture<JobResult> result) throws InterruptedException {
        try {
            cluster.cancelJob(id).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // It may have ended by itself meanwhile. If it hangs, closing the cluster ends it.
            LOG.warn("The job did not end in time", e);
        }
    }

    private static boolean await(CompletableFuture<Object> either) throws InterruptedException, ExecutionException {
        try {
            either.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException notYet) {
            return false;
        }
    }
}
