package io.tapstate.job.local;

import io.tapstate.job.translate.FlinkJobBuilder;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.ReadTablesStep;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.RestoreMode;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamGraphHasherV2;
import org.apache.flink.streaming.api.graph.StreamNode;

/**
 * A job ready to be submitted, and which of its operators tell about progress.
 *
 * @param sources the steps that read tables
 * @param sinks the operators nothing reads from
 */
record PreparedJob(JobGraph graph, List<SourceOperator> sources, List<Operator> sinks) {
    /** One operator as metrics name it. */
    record Operator(String id, int subtasks) {}

    /** A source and the tables it reads. */
    record SourceOperator(ReadTablesStep step, Operator operator) {}

    /** The same for every start of a pipeline, so that its checkpoints lie in one place. */
    static JobID jobId(String pipeline) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(pipeline.getBytes(StandardCharsets.UTF_8));
            return new JobID(Arrays.copyOf(digest, JobID.SIZE));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * @param restored the checkpoint to go on from; it then belongs to the job, which deletes it when newer ones exist
     * @param adopt whether targets are taken over that others wrote
     * @throws io.tapstate.connectors.diagnostics.TapException coded: an unset variable, an unusable setting
     */
    static PreparedJob prepare(JobPlan plan, Configuration settings, Optional<Path> restored, boolean adopt) {
        StreamExecutionEnvironment environment = new StreamExecutionEnvironment(settings);
        FlinkJobBuilder.build(environment, plan, System::getenv, adopt);
        StreamGraph streams = environment.getStreamGraph();
        streams.setJobName(plan.pipeline());
        Map<Integer, byte[]> ids = new StreamGraphHasherV2().traverseStreamGraphAndGenerateHashes(streams);
        Map<String, ReadTablesStep> reads = plan.steps().stream()
                .filter(ReadTablesStep.class::isInstance)
                .collect(Collectors.toMap(step -> step.id().value(), ReadTablesStep.class::cast));
        List<SourceOperator> sources = new ArrayList<>();
        List<Operator> sinks = new ArrayList<>();
        for (StreamNode node : streams.getStreamNodes()) {
            Operator operator = new Operator(new OperatorID(ids.get(node.getId())).toString(), node.getParallelism());
            ReadTablesStep step = reads.get(node.getTransformationUID());
            if (step != null) {
                sources.add(new SourceOperator(step, operator));
            }
            if (node.getOutEdges().isEmpty()) {
                sinks.add(operator);
            }
        }
        if (sources.size() != reads.size()) {
            throw new IllegalStateException("sources " + sources + " of " + reads.keySet() + " are in the job");
        }
        JobGraph graph = streams.getJobGraph(PreparedJob.class.getClassLoader(), jobId(plan.pipeline()));
        restored.ifPresent(checkpoint -> graph.setSavepointRestoreSettings(
                SavepointRestoreSettings.forPath(checkpoint.toUri().toString(), false, RestoreMode.CLAIM)));
        return new PreparedJob(graph, List.copyOf(sources), List.copyOf(sinks));
    }
}
