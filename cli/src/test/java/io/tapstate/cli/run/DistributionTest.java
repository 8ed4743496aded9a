package io.tapstate.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.cli.error.CliError;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributionTest {
    @TempDir
    private Path folder;

    @Test
    void theFlagsOfTheFlinkConfigurationReachTheEngine() throws IOException, URISyntaxException {
        Distribution distribution = FakeDistribution.in(folder);
        assertThat(distribution.jvmFlags()).containsExactly("-Xshare:auto", "-Dmark=1");
        EngineSettings settings = new EngineSettings(
                distribution,
                Path.of("plan.json"),
                Path.of("state"),
                Map.of("PW", "s3cret"),
                "1-2",
                OptionalInt.of(3),
                true);
        assertThat(settings.command())
                .containsSubsequence("-Dmark=1", "-Dlog.file=state/logs/flink.log", "--plan", "plan.json")
                .containsSubsequence("--rest-port", "1-2", "--parallelism", "3", "--adopt", "true")
                .noneMatch(word -> word.contains("s3cret"));
        assertThat(settings.toString()).doesNotContain("s3cret");
    }

    @Test
    void aMissingPartIsNamed() throws IOException, URISyntaxException {
        Distribution distribution = FakeDistribution.in(folder);
        Files.delete(distribution.jobJar());
        assertThatThrownBy(() -> Distribution.from(Map.of("TAPSTATE_HOME", folder.toString())))
                .hasMessageContaining(CliError.DISTRIBUTION_INCOMPLETE.code())
                .hasMessageContaining("tapstate-job.jar");
    }

    @Test
    void linesThatAreNoEventsAreLeftAlone() {
        assertThat(EngineEvent.parse("# A fatal error has been detected")).isEmpty();
        assertThat(EngineEvent.parse("")).isEmpty();
        assertThat(EngineEvent.parse("{\"event\":\"yawning\"}")).isEmpty();
        assertThat(EngineEvent.parse("{\"event\":\"streaming\",\"tables\":{\"a/b.c\":2,\"a/b.d\":3}}"))
                .hasValueSatisfying(event -> assertThat(event.rows()).isEqualTo(5));
    }
}
