package io.tapstate.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EngineSupervisorTest {
    @TempDir
    private Path folder;

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final StopSignal stop = new StopSignal();
    private Duration firstWord = Duration.ofSeconds(30);

    @Test
    void aBoundedPipelineEndsWithSuccess() throws Exception {
        assertThat(supervise("finish")).isEqualTo(ExitCode.DONE);
        assertThat(heard).containsExactly("finished");
    }

    @Test
    void aFailedJobEndsWithItsOwnStatusAndIsNotStartedAgain() throws Exception {
        assertThat(supervise("fail")).isEqualTo(ExitCode.JOB_FAILED);
        assertThat(heard).containsExactly("failed c.d");
        assertThat(starts()).isEqualTo(1);
    }

    @Test
    void aRefusalOfTheEngineIsOurRefusal() throws Exception {
        assertThat(supervise("refuse")).isEqualTo(ExitCode.REFUSED);
        assertThat(heard).containsExactly("failed a.b");
    }

    @Test
    void anEngineThatCannotEvenSpeakIsGivenUpAtOnce() throws Exception {
        assertThat(supervise("broken-jvm")).isEqualTo(ExitCode.JOB_FAILED);
        assertThat(heard).containsExactly("failed " + CliError.ENGINE_CRASHED.code());
        assertThat(starts()).isEqualTo(1);
    }

    @Test
    void anEngineThatNeverSpeaksIsGivenUp() throws Exception {
        firstWord = Duration.ofMillis(500);
        assertThat(supervise("silent")).isEqualTo(ExitCode.JOB_FAILED);
        assertThat(heard).containsExactly("failed " + CliError.ENGINE_SILENT.code());
    }

    @Test
    void anEngineThatDiesIsStartedAgain() throws Exception {
        int status = supervise("die-once", event -> {
            if (event.equals("streaming")) {
                stop.request(ExitCode.INTERRUPTED);
            }
        });
        assertThat(status).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(heard).containsExactly("starting", "died 137", "starting", "snapshot", "streaming", "stopped");
        assertThat(starts()).isEqualTo(2);
    }

    @Test
    void aWishToEndStopsTheEngineCleanly() throws Exception {
        int status = supervise("stream", event -> {
            if (event.equals("streaming")) {
                stop.request(ExitCode.DONE);
            }
        });
        assertThat(status).isEqualTo(ExitCode.DONE);
        assertThat(heard).endsWith("stopped");
    }

    @Test
    void aWishThatCameBeforeTheStartStartsNothing() throws Exception {
        stop.request(ExitCode.INTERRUPTED);
        assertThat(supervise("stream")).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(folder.resolve("state/starts")).doesNotExist();
    }

    @Test
    void waitsBetweenStartsGrowToHalfAMinute() {
        assertThat(EngineSupervisor.delay(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(EngineSupervisor.delay(3)).isEqualTo(Duration.ofSeconds(4));
        assertThat(EngineSupervisor.delay(50)).isEqualTo(Duration.ofSeconds(30));
    }

    private int supervise(String scene) throws Exception {
        return supervise(scene, event -> {});
    }

    private int supervise(String scene, Consumer<String> reaction) throws Exception {
        EngineSettings settings = new EngineSettings(
                FakeDistribution.in(folder.resolve("home")),
                folder.resolve("plan.json"),
                folder.resolve("state"),
                Map.of("FAKE_ENGINE", scene),
                "0",
                OptionalInt.empty(),
                false);
        RunObserver observer = new RunObserver() {
            @Override
            public void on(EngineEvent event) {
                String code = event.text("code");
                heard.add(event.kind().text() + (code.isEmpty() ? "" : " " + code));
                reaction.accept(event.kind().text());
            }

            @Override
            public void engineDied(int status, Duration delay) {
                heard.add("died " + status);
            }
        };
        return new EngineSupervisor(EngineStarter.of("p", settings), observer, stop, firstWord).run();
    }

    private int starts() throws IOException {
        return Files.readString(folder.resolve("state/starts")).length();
    }
}
