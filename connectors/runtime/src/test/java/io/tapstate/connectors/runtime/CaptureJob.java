package io.tapstate.connectors.runtime;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** A running job that reads one source and remembers, per subtask, what came out of it in which order. */
public final class CaptureJob implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(150);
    private static final Duration CHECKPOINTS = Duration.ofMillis(200);
    private static final Map<String, List<Seen>> LOGS = new ConcurrentHashMap<>();

    private final MiniCluster cluster;
    private final String log;
    private final JobID job;

    private CaptureJob(MiniCluster cluster, String log, JobID job) {
        this.cluster = cluster;
        this.log = log;
        this.job = job;
    }

    /** One thing that left a source subtask. */
    public record Seen(int subtask, Optional<RowChange> change, long watermark) {
        public boolean isRead() {
            return change.map(c -> c.kind() == ChangeKind.READ).orElse(false);
        }
    }

    public static MiniCluster cluster() throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString("rest.bind-port", "0");
        configuration.setString("rest.address", "127.0.0.1");
        configuration.setString("metrics.reporter.test.factory.class", TestMetrics.class.getName());
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(4)
                .setConfiguration(configuration)
                .build());
        cluster.start();
        return cluster;
    }

    /** @param savepoint where to continue, if anywhere */
    public static CaptureJob start(
            MiniCluster cluster, Source<RowChange, ?, ?> source, int parallelism, Optional<String> savepoint)
            throws Exception {
        return start(cluster, source, parallelism, savepoint, CHECKPOINTS, false);
    }

    /** One subtask; Flink starts it again after faults. */
    public static CaptureJob restarting(MiniCluster cluster, Source<RowChange, ?, ?> source, Optional<String> savepoint)
            throws Exception {
        return start(cluster, source, 1, savepoint, CHECKPOINTS, true);
    }

    /** One subtask; no checkpoint but those of {@link #checkpoint}. */
    public static CaptureJob withoutCheckpoints(MiniCluster cluster, Source<RowChange, ?, ?> source) throws Exception {
        return start(cluster, source, 1, Optional.empty(), Duration.ofHours(1), false);
    }

    private static CaptureJob start(
            MiniCluster cluster,
            Source<RowChange, ?, ?> source,
            int parallelism,
            Optional<String> savepoint,
            Duration checkpoints,
            boolean restarts)
            throws Exception {
        String log = UUID.randomUUID().toString();
        LOGS.put(log, new Vector<>());
        Configuration configuration = new Configuration();
        configuration.setString("pipeline.generic-types", "false");
        configuration.setString("restart-strategy.type", restarts ? "fixed-delay" : "none");
        configuration.setString("restart-strategy.fixed-delay.attempts", "1000000");
        configuration.setString("restart-strategy.fixed-delay.delay", "500 ms");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration)
                .setParallelism(parallelism);
        environment.enableCheckpointing(checkpoints.toMillis());
        environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "source")
                .uid("source")
                .transform("record", Types.INT, new Recorder(log))
                .uid("record")
                .sinkTo(new DiscardingSink<>())
                .uid("discard");
        JobGraph graph = environment.getStreamGraph().getJobGraph();
        savepoint.ifPresent(path -> graph.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(path, false)));
        cluster.submitJob(graph).get(1, TimeUnit.MINUTES);
        return new CaptureJob(cluster, log, graph.getJobID());
    }

    public List<Seen> seen() {
        return List.copyOf(LOGS.get(log));
    }

    public List<RowChange> reads() {
        return changesIn(seen().stream().filter(Seen::isRead));
    }

    public List<RowChange> changes() {
        return changesIn(seen().stream().filter(seen -> !seen.isRead()));
    }

    public long watermarks() {
        return seen().stream().filter(seen -> seen.change().isEmpty()).count();
    }

    public void awaitReads(int count) throws Exception {
        await(count + " snapshot rows", () -> reads().size() >= count);
    }

    public void awaitChanges(int count) throws Exception {
        await(count + " changes", () -> changes().size() >= count);
    }

    public void awaitWatermarks(int count) throws Exception {
        await(count + " watermarks", () -> watermarks() >= count);
    }

    public void await(String what, BooleanSupplier there) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!there.getAsBoolean()) {
            if (cluster.getJobStatus(job).get() == JobStatus.FAILED) {
                throw new AssertionError("the job failed", failure());
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("no " + what + " within " + PATIENCE + "; " + reads().size() + " reads, "
                        + changes().size() + " changes, " + watermarks() + " watermarks");
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** Waits until the job does something else than running, because of a fault. */
    public void awaitInterruption() throws Exception {
        await("interruption", () -> {
            JobStatus now = cluster.getJobStatus(job).join();
            return now == JobStatus.RESTARTING || now == JobStatus.FAILING || now == JobStatus.FAILED;
        });
    }

    public void checkpoint() throws Exception {
        cluster.triggerCheckpoint(job, CheckpointType.FULL).get(1, TimeUnit.MINUTES);
    }

    public String stopWithSavepoint(Path folder) throws Exception {
        String path = cluster.stopWithSavepoint(job, folder.toUri().toString(), false, SavepointFormatType.CANONICAL)
                .get(1, TimeUnit.MINUTES);
        cluster.requestJobResult(job).get(1, TimeUnit.MINUTES);
        return path;
    }

    /** Waits for the end of the job; empty when it finished, else why it failed. */
    public Optional<Throwable> end() throws Exception {
        return cluster.requestJobResult(job)
                .get(1, TimeUnit.MINUTES)
                .getSerializedThrowable()
                .map(e -> e.deserializeError(getClass().getClassLoader()));
    }

    @Override
    public void close() throws Exception {
        if (!cluster.getJobStatus(job).get().isGloballyTerminalState()) {
            cluster.cancelJob(job).get(1, TimeUnit.MINUTES);
            cluster.requestJobResult(job).get(1, TimeUnit.MINUTES);
        }
        LOGS.remove(log);
    }

    private Throwable failure() throws Exception {
        return end().orElse(null);
    }

    private static List<RowChange> changesIn(Stream<Seen> seen) {
        return seen.flatMap(s -> s.change().stream()).toList();
    }

    private static final class Recorder extends AbstractStreamOperator<Integer>
            implements OneInputStreamOperator<RowChange, Integer> {
        private static final long serialVersionUID = 1L;

        private final String log;

        Recorder(String log) {
            this.log = log;
        }

        @Override
        public void processElement(StreamRecord<RowChange> element) {
            add(Optional.of(element.getValue()), 0);
        }

        @Override
        public void processWatermark(Watermark mark) throws Exception {
            if (mark.getTimestamp() != Long.MAX_VALUE) {
                add(Optional.empty(), mark.getTimestamp());
            }
            super.processWatermark(mark);
        }

        private void add(Optional<RowChange> change, long watermark) {
            List<Seen> seen = LOGS.get(log);
            if (seen != null) {
                seen.add(new Seen(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(), change, watermark));
            }
        }
    }
}
