package io.tapstate.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code tapstate demo} with its own servers, as a user starts, kills, stops and starts it. */
class DemoIT {
    private static final Map<String, String> NOTHING = Map.of();
    private static Path folder;

    // Not a @TempDir: PostgreSQL, which may run as another user, must be able to reach it.
    @BeforeAll
    static void makeFolder() throws IOException {
        folder = Files.createTempDirectory("tapstate-demo-it");
        folder.toFile().setExecutable(true, false);
    }

    @AfterAll
    static void deleteFolder() throws IOException {
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path entry : entries.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(entry);
            }
        }
    }

    @Test
    void aDemoSurvivesWhatUsersDoToIt() throws IOException {
        try (TapstateProcess demo = start()) {
            demo.awaitOut("Ctrl-C stops everything");
            assertThat(documents(demo.out()))
                    .hasSize(5)
                    .first()
                    .asString()
                    .contains("\"customer\": \"alice\"", "\"carrier\": \"dhl\"", "\"carrier\": \"ups\"");
            aSecondDemoIsRefused(demo);
            aKilledEngineComesBack(demo);
            stop(demo);
        }
        assertThat(folder.resolve("tapstate-demo/work/pipeline/order_pipeline.tap.yml"))
                .exists();

        try (TapstateProcess again = start()) {
            again.awaitOut("Ctrl-C stops everything");
            assertThat(again.out())
                    .contains("order_pipeline resumes from its last checkpoint", "no table was read again")
                    .doesNotContain("initial load complete");
            assertThat(documents(again.out())).hasSize(5).first().asString().contains("\"customer\": \"alicia\"");
            stop(again);
        }

        Path mine = Files.writeString(folder.resolve("tapstate-demo/work/mine.txt"), "a note");
        try (TapstateProcess anew = start("--reset")) {
            anew.awaitOut("Ctrl-C stops everything");
            assertThat(anew.out()).contains("initial load complete: ");
            assertThat(documents(anew.out())).hasSize(5).first().asString().contains("\"customer\": \"alice\"");
            assertThat(mine).doesNotExist();
            stop(anew);
        }
    }

    @Test
    void aFolderWithOtherFilesIsLeftAlone() throws IOException {
        Path foreign = Files.createDirectories(folder.resolve("foreign"));
        Path note = Files.writeString(foreign.resolve("note.txt"), "mine");
        TapstateProcess.Outcome outcome =
                TapstateProcess.run(folder, NOTHING, "demo", "--reset", "--dir", foreign.toString());
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("cli.demo-folder-foreign: ");
        assertThat(note).hasContent("mine");
        assertThat(TapstateProcess.processesNaming(foreign)).isEmpty();
    }

    private static void aSecondDemoIsRefused(TapstateProcess demo) {
        TapstateProcess.Outcome second = TapstateProcess.run(folder, NOTHING, "demo");
        assertThat(second.status()).isEqualTo(1);
        assertThat(second.err())
                .contains("cli.demo-running: ", "process " + demo.pid())
                .doesNotContain("\tat ");
        assertThat(demo.alive()).isTrue();
    }

    private static void aKilledEngineComesBack(TapstateProcess demo) {
        ProcessHandle engine = demo.engine();
        TapstateProcess.signal("KILL", engine.pid());
        demo.awaitOut("the engine died (status 137)");
        sql("mysql", "UPDATE orders SET customer='alicia' WHERE id=1");
        demo.awaitOut("no table was read again");
        assertThat(demo.out()).containsOnlyOnce("initial load complete");
        demo.await("the update has arrived", () -> find("{id: 1}").contains("\"customer\": \"alicia\""));
    }

    /** Ctrl-C, and then nothing is left: no child, no server, nobody who works in the folder. */
    private static void stop(TapstateProcess demo) {
        List<ProcessHandle> started = new ArrayList<>(demo.descendants());
        assertThat(started).hasSizeGreaterThanOrEqualTo(3);
        demo.signal("INT");
        TapstateProcess.Outcome outcome = demo.awaitEnd();
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(130);
        assertThat(outcome.out()).contains("stopping the servers; their data stay in ");
        TapstateProcess.awaitGone(started);
        assertThat(TapstateProcess.processesNaming(folder)).isEmpty();
    }

    private static void sql(String database, String statement) {
        TapstateProcess.Outcome outcome = TapstateProcess.run(folder, NOTHING, "demo", "sql", database, statement);
        assertThat(outcome.status()).as(outcome.text()).isZero();
        assertThat(outcome.out()).isEqualTo("1 row changed\n");
    }

    private static String find(String filter) {
        return TapstateProcess.run(folder, NOTHING, "find", "views.order_state", filter)
                .out();
    }

    private static List<String> documents(String out) {
        return out.lines().filter(line -> line.startsWith("  {\"_id\": ")).toList();
    }

    private static TapstateProcess start(String... options) {
        List<String> arguments = new ArrayList<>(List.of("demo"));
        arguments.addAll(List.of(options));
        return TapstateProcess.start(folder, NOTHING, arguments.toArray(String[]::new));
    }
}
