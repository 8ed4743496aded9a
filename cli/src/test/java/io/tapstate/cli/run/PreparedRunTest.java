package io.tapstate.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.planner.plan.PlanSecrets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparedRunTest {
    @TempDir
    private Path folder;

    @Test
    void aSecretOfTheFilesReachesTheEngineByItsEnvironmentAlone() throws Exception {
        RunRequest request = new RunRequest(
                folder,
                "p",
                folder.resolve("state"),
                Optional.empty(),
                Optional.empty(),
                Map.of("END", "fish"),
                "0",
                OptionalInt.of(3),
                false,
                true);
        PlanSecrets secrets = new PlanSecrets(Map.of("TAPSTATE_SECRET_A_PASSWORD", "jelly${END}"));
        try (StateFolder state = StateFolder.claim(request.stateFolder())) {
            EngineSettings settings = PreparedRun.settings(
                    request, secrets, FakeDistribution.in(folder.resolve("home")), state, "mongodb://127.0.0.1:1/v");

            assertThat(settings.environment()).containsEntry("TAPSTATE_SECRET_A_PASSWORD", "jellyfish");
            assertThat(settings + " " + settings.command() + secrets + request).doesNotContain("jelly");
            assertThat(settings.command()).containsSequence("--parallelism", "3");
            try (Stream<Path> files = Files.walk(state.path())) {
                List<Path> written = files.filter(Files::isRegularFile).toList();
                assertThat(written)
                        .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain("jelly"));
            }
        }
    }
}
