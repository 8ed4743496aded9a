package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import io.tapstate.planner.plan.JobPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A plan that runs on a Flink of its own, on RocksDB, with one scripted source, while somebody looks on. */
final class LoadedJob implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(20);
    private static final int PARALLELISM = 2;

    private final MiniCluster cluster;
    private final JobID job;

    /**
     * Starts it.
     *
     * @param checkpoints how often one is taken by itself; zero for never
     * @param sink gets every document, from several threads
     */
    LoadedJob(
            JobPlan plan, ScriptedSource.Script script, Path directory, Duration checkpoints, Consumer<RowChange> sink)
            throws Exception {
        this(plan, name -> null, connectors(directory.toString(), script, sink), directory, checkpoints);
    }

    /** A plan with sources of any kind. */
    LoadedJob(
            JobPlan plan, UnaryOperator<String> variables, Connectors connectors, Path directory, Duration checkpoints)
            throws Exception {
        Configuration settings = new Configuration();
        settings.set(RestOptions.BIND_PORT, "0");
        settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(64));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(16));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(16));
        settings.set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, MemorySize.parse("8kb"));
        settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        settings.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory.toUri().toString());
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(PARALLELISM)
                .setCommonBindAddress("127.0.0.1")
                .build());
        cluster.start();
        try (StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings)) {
            env.setParallelism(PARALLELISM);
            if (!checkpoints.isZero()) {
                env.enableCheckpointing(checkpoints.toMillis());
            }
            FlinkJobBuilder.build(env, plan, variables, connectors);
            job = cluster.submitJob(env.getStreamGraph().getJobGraph()).get().getJobID();
        }
    }

    private static Connectors connectors(String name, ScriptedSource.Script script, Consumer<RowChange> sink) {
        return new Connectors() {
            @Override
            public Source<RowChange, ?, ?> source(String connector, SourceRequest request) {
                return new ScriptedSource(name, script);
            }

            @Override
            public Sink<RowChange> sink(String connector, SinkRequest request) {
                return new TellingSink(name, sink);
            }
        };
    }

    /** Ends the one process that does the work, in the midst of it, and starts another, which goes on from a checkpoint. */
    void kill() throws Exception {
        cluster.terminateTaskManager(0).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        cluster.startTaskManager();
    }

    /** Takes a checkpoint and returns when it is complete. */
    void checkpoint() throws Exception {
        cluster.triggerCheckpoint(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    CheckpointStatsSnapshot checkpoints() throws Exception {
        return cluster.getExecutionGraph(job).get().getCheckpointStatsSnapshot();
    }

    /** Returns when it is so, and fails when the job does. */
    void await(String what, BooleanSupplier so) throws Exception {
        Instant deadline = Instant.now().plus(PATIENCE);
        while (!so.getAsBoolean()) {
            JobStatus status = cluster.getJobStatus(job).get();
            if (status.isTerminalState() || Instant.now().isAfter(deadline)) {
                throw new AssertionError("not yet " + what + ", and the job is " + status, failure(status));
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private Throwable failure(JobStatus status) throws Exception {
        return !status.isTerminalState()
                ? null
                : cluster.requestJobResult(job)
                        .get()
                        .getSerializedThrowable()
                        .map(fault -> fault.deserializeError(getClass().getClassLoader()))
                        .orElse(null);
    }

    /** Returns when the job has ended by itself. */
    void finish() throws Exception {
        cluster.requestJobResult(job)
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .toJobExecutionResult(getClass().getClassLoader());
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }
}
