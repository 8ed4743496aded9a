package io.tapstate.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.ReadMode;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobPreflightTest {
    private static final JobPlan ENDLESS = new JobPlan("p", ReadMode.SNAPSHOT_AND_CDC, List.of());
    private static final JobPlan BOUNDED = new JobPlan("p", ReadMode.SNAPSHOT_ONLY, List.of());

    private final Configuration settings = GlobalConfiguration.loadConfiguration("../flink-conf");

    @Test
    void theSettingsWeShipAreSafe() {
        assertThatCode(() -> JobPreflight.check(ENDLESS, settings)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "execution.checkpointing.unaligned.enabled, true",
        "execution.checkpointing.mode, AT_LEAST_ONCE",
        "execution.checkpointing.interval, 0 s",
        "state.backend.type, hashmap",
        "pipeline.generic-types, true",
        "execution.runtime-mode, BATCH"
    })
    void aSettingThatMakesTheJobWrongIsRefusedByName(String option, String value) {
        settings.setString(option, value);

        TapException refusal = catchThrowableOfType(TapException.class, () -> JobPreflight.check(ENDLESS, settings));

        assertThat(refusal.diagnostics()).singleElement().satisfies(fault -> {
            assertThat(fault.code()).isEqualTo("job.unsafe-setting");
            assertThat(fault.message()).contains("`" + option + "`");
            assertThat(fault.fix()).contains(option);
        });
    }

    @Test
    void everyUnsafeSettingIsReportedAtOnce() {
        settings.setString("execution.checkpointing.unaligned.enabled", "true");
        settings.setString("state.backend.type", "hashmap");

        TapException refusal = catchThrowableOfType(TapException.class, () -> JobPreflight.check(ENDLESS, settings));

        assertThat(refusal.diagnostics()).hasSize(2);
    }

    @Test
    void aBoundedPipelineNeedsNoCheckpoints() {
        settings.setString("execution.checkpointing.interval", "0 s");

        assertThatCode(() -> JobPreflight.check(BOUNDED, settings)).doesNotThrowAnyException();
    }
}
