package io.tapstate.job;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.ReadMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;

/** Refuses Flink settings under which a job would run but lose rows, lose state or repeat itself. */
public final class JobPreflight {
    private final ReadableConfig settings;
    private final List<Diagnostic> faults = new ArrayList<>();

    private JobPreflight(ReadableConfig settings) {
        this.settings = settings;
    }

    /**
     * Judges what the job would run under.
     *
     * @throws TapException {@code job.unsafe-setting}, once per setting
     */
    public static void check(JobPlan plan, ReadableConfig settings) {
        JobPreflight preflight = new JobPreflight(settings);
        preflight.checkCheckpoints(plan.readMode());
        preflight.checkState();
        preflight.checkExecution();
        if (!preflight.faults.isEmpty()) {
            throw new TapException(preflight.faults, null);
        }
    }

    private void checkCheckpoints(ReadMode mode) {
        Duration interval = settings.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
                .orElse(Duration.ZERO);
        if (mode != ReadMode.SNAPSHOT_ONLY && interval.isZero()) {
            String set = settings.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
                    .map(Duration::toString)
                    .orElse("not set");
            refuse(
                    CheckpointingOptions.CHECKPOINTING_INTERVAL,
                    set,
                    "1s",
                    "without checkpoints an endless pipeline starts from nothing after every fault");
        }
        if (settings.get(CheckpointingOptions.ENABLE_UNALIGNED)) {
            refuse(
                    CheckpointingOptions.ENABLE_UNALIGNED,
                    true,
                    false,
                    "the hand-over from snapshot to log needs barriers that overtake no row");
        }
        if (settings.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE) != CheckpointingMode.EXACTLY_ONCE) {
            refuse(
                    CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                    settings.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE),
                    CheckpointingMode.EXACTLY_ONCE,
                    "state and source positions would not belong together after a restore");
        }
    }

    private void checkState() {
        String backend = settings.get(StateBackendOptions.STATE_BACKEND);
        if (!"rocksdb".equalsIgnoreCase(backend)) {
            refuse(
                    StateBackendOptions.STATE_BACKEND,
                    backend,
                    "rocksdb",
                    "the state of a nest outgrows the heap, and its rows must stand in key order");
        }
    }

    private void checkExecution() {
        if (settings.getOptional(PipelineOptions.GENERIC_TYPES).orElse(false)) {
            refuse(
                    PipelineOptions.GENERIC_TYPES,
                    true,
                    false,
                    "state written by a generic serializer cannot be read by the next release");
        }
        if (settings.get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.BATCH) {
            refuse(
                    ExecutionOptions.RUNTIME_MODE,
                    RuntimeExecutionMode.BATCH,
                    RuntimeExecutionMode.STREAMING,
                    "batch execution sorts rows by key and drops their order in time");
        }
    }

    private void refuse(ConfigOption<?> option, Object value, Object needed, String why) {
        faults.add(Diagnostic.of(
                JobError.UNSAFE_SETTING, "option", option.key(), "value", value, "needed", needed, "why", why));
    }
}
