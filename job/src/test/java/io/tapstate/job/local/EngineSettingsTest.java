package io.tapstate.job.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.ReadMode;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateBackendOptions;
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

    private EngineArguments arguments(String configuration) {
        return EngineArguments.parse("--plan", "plan.json", "--state-dir", folder.toString(), "--conf", configuration);
    }
}
