package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import io.tapstate.planner.plan.JobPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A plan that runs on a Flink of its own with its real sources; what it would store goes to a listener. */
public final class RealSourceJob implements AutoCloseable {
    private final MiniCluster cluster;
    private final JobID job;

    /**
     * Starts it.
     *
     * @param documents gets every document
     */
    public RealSourceJob(JobPlan plan, UnaryOperator<String> variables, Consumer<RowChange> documents)
            throws Exception {
        this(plan, variables, documents, Optional.empty());
    }

    /**
     * Starts it where another one stopped.
     *
     * @param savepoint what {@link #stop} gave
     */
    public RealSourceJob(
            JobPlan plan, UnaryOperator<String> variables, Consumer<RowChange> documents, Optional<String> savepoint)
            throws Exception {
        Configuration settings = new Configuration();
        settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(64));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(32));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(32));
        settings.set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, MemorySize.parse("4kb"));
        settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(1)
                .setCommonBindAddress("127.0.0.1")
                .build());
        cluster.start();
        try (StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings)) {
            env.setParallelism(1);
            env.enableCheckpointing(500);
            FlinkJobBuilder.build(env, plan, variables, connectors(documents));
            JobGraph graph = env.getStreamGraph().getJobGraph();
            savepoint.ifPresent(
                    path -> graph.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(path, false)));
            job = cluster.submitJob(graph).get().getJobID();
        }
    }

    /** Stops it with a savepoint, and says where that is. */
    public String stop(Path folder) throws Exception {
        return cluster.stopWithSavepoint(job, folder.toUri().toString(), false, SavepointFormatType.CANONICAL)
                .get(1, TimeUnit.MINUTES);
    }

    private static Connectors connectors(Consumer<RowChange> documents) {
        return new Connectors() {
            @Override
            public Source<RowChange, ?, ?> source(String connector, SourceRequest request) {
                return Connectors.RUNTIMES.source(connector, request);
            }

            @Override
            public Sink<RowChange> sink(String connector, SinkRequest request) {
                return new TellingSink(UUID.randomUUID().toString(), documents);
            }
        };
    }

    /** Returns whether it became so in time; fails when the job does. */
    public boolean await(Duration patience, BooleanSupplier so) throws Exception {
        Instant deadline = Instant.now().plus(patience);
        while (!so.getAsBoolean()) {
            JobStatus status = cluster.getJobStatus(job).get();
            if (status.isTerminalState()) {
                cluster.requestJobResult(job)
                        .get()
                        .toJobExecutionResult(getClass().getClassLoader());
                throw new AssertionError("the job is " + status);
            }
            if (Instant.now().isAfter(deadline)) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        return true;
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }
}
