package io.tapstate.job.local;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.JobPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;

/** Flink's settings for one process: {@code config.yaml} as a cluster reads it, and above it what only holds here. */
final class EngineSettings {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int USUAL_PARALLELISM = 2;

    private EngineSettings() {}

    /** @throws TapException {@code engine.configuration-unreadable} */
    static Configuration load(EngineArguments arguments, JobPlan plan, StateDirectory state) {
        Configuration settings = read(arguments.configuration());
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                state.checkpoints().toUri().toString());
        settings.set(CoreOptions.TMP_DIRS, state.work().toString());
        settings.set(WebOptions.TMP_DIR, state.work().toString());
        int cores = Runtime.getRuntime().availableProcessors();
        int parallelism = arguments.parallelism().orElse(plan.parallelism().orElse(Math.min(USUAL_PARALLELISM, cores)));
        settings.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
        settings.set(TaskManagerOptions.NUM_TASK_SLOTS, parallelism);
        settings.set(RestOptions.BIND_PORT, arguments.restPorts());
        settings.set(RestOptions.ADDRESS, LOOPBACK);
        settings.set(RestOptions.BIND_ADDRESS, LOOPBACK);
        settings.set(JobManagerOptions.BIND_HOST, LOOPBACK);
        settings.set(TaskManagerOptions.HOST, LOOPBACK);
        settings.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
        // This Flink runs this pipeline and no other program.
        settings.set(WebOptions.SUBMIT_ENABLE, false);
        // Both ends of the heartbeat are this process: a laptop that slept must not look like a lost machine.
        settings.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, Duration.ofMinutes(5));
        return settings;
    }

    private static Configuration read(Path directory) {
        Path file = directory.resolve("config.yaml");
        if (!Files.isReadable(file)) {
            throw TapException.of(
                    EngineError.CONFIGURATION_UNREADABLE, "path", file, "reason", "no such file, or not readable");
        }
        try {
            return GlobalConfiguration.loadConfiguration(directory.toString());
        } catch (RuntimeException e) {
            throw TapException.because(
                    e, EngineError.CONFIGURATION_UNREADABLE, "path", file, "reason", FailureCause.innermost(e));
        }
    }
}
