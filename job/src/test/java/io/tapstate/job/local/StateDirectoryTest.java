package io.tapstate.job.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.ReadMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
    @TempDir
    Path folder;

    @Test
    void theNewestCheckpointIsTheCompleteOneWithTheHighestNumber() throws IOException {
        try (StateDirectory state = StateDirectory.open(folder)) {
            assertThat(state.newestCheckpoint()).isEmpty();

            checkpoint("chk-9", "_metadata");
            Path newest = checkpoint("chk-10", "_metadata");
            checkpoint("chk-11", "_metadata.inprogress");
            checkpoint("shared", "_metadata");

            assertThat(state.newestCheckpoint()).contains(newest);
        }
    }

    @Test
    void aDamagedRecordOfThePlanIsNamedAsSuch() {
        try (StateDirectory state = StateDirectory.open(folder)) {
            state.writePlan("{\"format\": ".getBytes(StandardCharsets.UTF_8));

            assertThatThrownBy(() -> StatePlan.check(new JobPlan("orders", ReadMode.CDC_ONLY, List.of()), state))
                    .isInstanceOf(TapException.class)
                    .hasMessageContaining("engine.state-unreadable")
                    .hasMessageContaining("plan.json");
        }
    }

    @Test
    void aSecondUserIsToldWhoHoldsIt() {
        try (StateDirectory state = StateDirectory.open(folder)) {
            state.writeRunning("orders", "http://127.0.0.1:8099", "00");

            assertThatThrownBy(() -> StateDirectory.open(folder))
                    .isInstanceOf(TapException.class)
                    .hasMessageContaining("engine.state-dir-in-use")
                    .hasMessageContaining("process " + ProcessHandle.current().pid())
                    .hasMessageContaining("http://127.0.0.1:8099");
        }
    }

    @Test
    void closingRemovesTheNoteAndTheScratchAndFreesTheLock() throws IOException {
        try (StateDirectory state = StateDirectory.open(folder)) {
            state.writeRunning("orders", "http://127.0.0.1:8099", "00");
            Files.createDirectories(state.work().resolve("a/b"));
            Files.writeString(state.work().resolve("a/b/c"), "x");
            state.writePlan("{}".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(folder.resolve("engine.json")).doesNotExist();
        assertThat(folder.resolve("work")).isEmptyDirectory();
        try (StateDirectory again = StateDirectory.open(folder)) {
            assertThat(again.plan())
                    .hasValueSatisfying(plan -> assertThat(plan).asString().isEqualTo("{}"));
        }
    }

    @Test
    void aFileInItsPlaceIsACodedFault() throws IOException {
        Path file = Files.writeString(folder.resolve("state"), "no directory");

        assertThatThrownBy(() -> StateDirectory.open(file))
                .isInstanceOf(TapException.class)
                .hasMessage("engine.state-dir-unusable: the state directory `" + file
                        + "` cannot be used: a file stands in the way");
        assertThatThrownBy(() -> StateDirectory.open(file.resolve("below")))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("engine.state-dir-unusable");
    }

    private Path checkpoint(String name, String file) throws IOException {
        Path checkpoint = folder.resolve("checkpoints/0123456789abcdef/" + name);
        Files.createDirectories(checkpoint);
        Files.writeString(checkpoint.resolve(file), "state");
        return checkpoint;
    }
}
