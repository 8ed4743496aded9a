package io.tapstate.job.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.ReadMode;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineSettingsTest {
    private static final JobPlan PLAN = new JobPlan("p", ReadMode.SNAPSHOT_AND_CDC, List.of());

    @TempDir
    Path folder;

    @Test
    void whatClustersReadHoldsAndTheStateStaysInItsDirectory() {
        try (StateDirectory state = StateDirectory.open(folder)) {
            Configuration settings = EngineSettings.load(arguments("../flink-conf"), PLAN, state);

            assertThat(settings.get(StateBackendOptions.STATE_BACKEND)).isEqualTo("rocksdb");
            assertThat(settings.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY))
                    .isEqualTo(state.checkpoints().toUri().toString());
            assertThat(settings.get(RestOptions.BIND_PORT)).isEqualTo("8081-8181");
        }
    }

    @Test
    void aMissingConfigurationIsACodedFault() {
        try (StateDirectory state = StateDirectory.open(folder)) {
            assertThatThrownBy(() -> EngineSettings.load(arguments("nowhere"), PLAN, state))
                    .isInstanceOf(TapException.class)
                    .hasMessageStartingWith("engine.configuration-unreadable: ");
        }
    }

    @Test
    void thePlansParallelismHoldsUnlessTheArgumentsSayOtherwise() {
        JobPlan three = new JobPlan("p", ReadMode.SNAPSHOT_AND_CDC, OptionalInt.of(3), List.of());
        try (StateDirectory state = StateDirectory.open(folder)) {
            Configuration planned = EngineSettings.load(arguments("../flink-conf"), three, state);
            EngineArguments four = new EngineArguments(
                    Path.of("plan.json"), folder, Path.of("../flink-conf"), "8081", OptionalInt.of(4), false);
            Configuration asked = EngineSettings.load(four, three, state);

            assertThat(planned.get(CoreOptions.DEFAULT_PARALLELISM)).isEqualTo(3);
            assertThat(planned.get(TaskManagerOptions.NUM_TASK_SLOTS)).isEqualTo(3);
            assertThat(new StreamExecutionEnvironment(planned).getParallelism()).isEqualTo(3);
            assertThat(asked.get(CoreOptions.DEFAULT_PARALLELISM)).isEqualTo(4);
            assertThat(asked.get(TaskManagerOptions.NUM_TASK_SLOTS)).isEqualTo(4);
        }
    }

    private EngineArguments arguments(String configuration) {
        return EngineArguments.parse("--plan", "plan.json", "--state-dir", folder.toString(), "--conf", configuration);
    }
}
