package io.tapstate.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndpointLookupTest {
    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @Test
    void aFlagWinsOverTheEnvironmentAndThatOverTheFile() throws IOException {
        environment.put("HOME", folder.toString());
        Files.createDirectories(folder.resolve(".config/tapstate"));
        Files.writeString(
                folder.resolve(".config/tapstate/config.properties"), "tapstate.views.uri=mongodb://file/v\n");
        assertThat(EndpointLookup.configuredViews(Optional.empty(), environment))
                .contains("mongodb://file/v");
        environment.put("TAPSTATE_VIEWS_URI", "mongodb://environment/v");
        assertThat(EndpointLookup.configuredViews(Optional.empty(), environment))
                .contains("mongodb://environment/v");
        assertThat(EndpointLookup.configuredViews(Optional.of("mongodb://flag/v"), environment))
                .contains("mongodb://flag/v");
    }

    @Test
    void aRunningPipelineIsFoundByItsWorkspaceAsLongAsItRuns() {
        Path workspace = folder.resolve("work");
        EndpointLookup lookup = in(workspace);
        try (StateFolder state = StateFolder.claim(EndpointLookup.state(workspace))) {
            state.announce(endpoints());
            assertThat(lookup.viewsUri(Optional.empty(), "find")).isEqualTo("mongodb://127.0.0.1:1/views");
            assertThat(lookup.pipeline("p")).isEqualTo(endpoints());
            assertRefused(() -> lookup.pipeline("q"), CliError.PIPELINE_NOT_RUNNING);
        }
        assertRefused(() -> lookup.pipeline("p"), CliError.PIPELINE_NOT_RUNNING);
        assertRefused(() -> lookup.viewsUri(Optional.empty(), "find"), CliError.NOT_CONNECTED);
    }

    @Test
    void whatAKilledRunLeftIsNotTakenForARunningOne() throws IOException {
        Path state = EndpointLookup.state(folder.resolve("work"));
        Files.createDirectories(state);
        endpoints().write(state);
        Files.writeString(state.resolve("run.lock"), "1");
        assertRefused(() -> in(folder.resolve("work")).pipeline("p"), CliError.PIPELINE_NOT_RUNNING);
    }

    @Test
    void damagedEndpointsCountAsNone() throws IOException {
        Path workspace = folder.resolve("work");
        try (StateFolder state = StateFolder.claim(EndpointLookup.state(workspace))) {
            Files.writeString(state.path().resolve("endpoints.json"), "{\"pid\": 1,");
            assertRefused(() -> in(workspace).pipeline("p"), CliError.PIPELINE_NOT_RUNNING);
        }
    }

    @Test
    void aDemoIsFoundByItsFolder() {
        Path demo = folder.resolve("demo");
        try (StateFolder state = StateFolder.claim(EndpointLookup.state(demo.resolve("work")))) {
            state.announce(endpoints());
            EndpointLookup lookup =
                    new EndpointLookup(environment, Optional.of(demo), Optional.empty(), Optional.empty());
            assertThat(lookup.viewsUri(Optional.empty(), "find")).isEqualTo("mongodb://127.0.0.1:1/views");
        }
    }

    @Test
    void aSecondRunWithTheSameStateIsRefusedAndNamesTheProcess() {
        try (StateFolder first = StateFolder.claim(folder)) {
            assertThat(first.path()).exists();
            assertThatThrownBy(() -> StateFolder.claim(folder))
                    .isInstanceOf(TapException.class)
                    .hasMessageContaining(CliError.STATE_IN_USE.code())
                    .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
        }
        StateFolder.claim(folder).close();
    }

    @Test
    void aFolderWhereAFileStandsIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertRefused(() -> StateFolder.claim(file), CliError.FOLDER_UNUSABLE);
    }

    @Test
    void aDiskWithoutRoomIsRefusedBeforeAnythingStarts() {
        assertRefused(() -> WritableFolder.ensure(folder, Long.MAX_VALUE), CliError.DISK_FULL);
    }

    private EndpointLookup in(Path workspace) {
        return new EndpointLookup(environment, Optional.empty(), Optional.of(workspace), Optional.empty());
    }

    private static RunningEndpoints endpoints() {
        return new RunningEndpoints(
                7,
                "p",
                Optional.of("http://127.0.0.1:2"),
                Optional.of("ab"),
                Optional.of("mongodb://127.0.0.1:1/views"));
    }

    private static void assertRefused(Runnable work, CliError code) {
        assertThatThrownBy(work::run)
                .isInstanceOfSatisfying(
                        TapException.class,
                        refusal ->
                                assertThat(refusal.diagnostics().get(0).code()).isEqualTo(code.code()));
    }
}
