package io.tapstate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.cli.command.CliContext;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void withoutAVerbTheVerbsAreListed() {
        assertThat(run()).isEqualTo(ExitCode.DONE);
        assertThat(text(out))
                .contains("run ", "demo ", "find ", "watch ", "status ", "metrics ", "plan ", "version ", "help ")
                .contains("new ", "validate ", "ls ", "desc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "demo",
                "find",
                "watch",
                "status",
                "metrics",
                "plan",
                "version",
                "new",
                "validate",
                "ls",
                "desc",
                "connectors",
                "test",
                "discover-schema"
            })
    void everyVerbHelpsWithExamples(String verb) {
        assertThat(run("help", verb)).isEqualTo(ExitCode.DONE);
        assertThat(text(out)).contains("Usage: tapstate " + verb).containsPattern("Examples?:");
        assertThat(run(verb, "--help")).isEqualTo(ExitCode.DONE);
    }

    @Test
    void aMisspeltVerbIsWrongUsageAndGetsASuggestion() {
        assertThat(run("stauts")).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).startsWith("cli.usage: ").contains("did you mean status", "fix: see `tapstate help`");
    }

    @Test
    void anUnknownOptionIsWrongUsageAndNamesTheVerb() {
        assertThat(run("run", "--paralelism", "2", "p")).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).contains("--paralelism", "fix: see `tapstate run --help`");
    }

    @Test
    void aMissingArgumentIsWrongUsage() {
        assertThat(run("demo", "sql", "mysql")).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).contains("STATEMENT", "fix: see `tapstate demo sql --help`");
    }

    @Test
    void versionNamesOursAndFlinks() {
        assertThat(run("version")).isEqualTo(ExitCode.DONE);
        assertThat(text(out))
                .containsPattern("tapstate \\d")
                .containsPattern("flink +\\d")
                .contains("plan     tapstate.plan/1")
                .doesNotContain("${");
    }

    @Test
    void aPipelineThatDoesNotRunIsUnavailable() {
        assertThat(run("status", "p", "-w", folder.toString())).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(text(err)).startsWith("cli.pipeline-not-running: ").contains(folder.toString());
    }

    @Test
    void findWithoutAnyStoreIsUnavailable() {
        assertThat(run("find", "views.v", "-w", folder.toString())).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(text(err)).startsWith("cli.not-connected: ");
    }

    @Test
    void aStoreThatDoesNotAnswerIsUnavailableAndItsPasswordIsNotShown() {
        assertThat(run("find", "views.v", "--views-uri", "mongodb://u:s3cret@127.0.0.1:1/v"))
                .isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(text(err)).startsWith("store.unreachable: ").doesNotContain("s3cret");
    }

    @Test
    void whatDoesNotNameAViewIsWrongUsage() {
        assertThat(run("find", "order_state")).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).startsWith("cli.invalid-collection: ");
    }

    @Test
    void aFilterThatIsNoDocumentIsWrongUsage() {
        assertThat(run("find", "views.v", "{id:")).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).startsWith("find.filter-invalid: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-3"})
    void aLimitThatShowsNothingIsWrongUsage(String limit) {
        assertThat(run("find", "views.v", "--limit", limit)).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).startsWith("cli.invalid-limit: ").contains(limit);
    }

    @Test
    void watchNeedsATerminal() {
        assertThat(run("watch", "views.v")).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(text(err)).startsWith("cli.watch-needs-a-terminal: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "8081-", "9000-8000", "70000"})
    void portsThatAreNoneAreWrongUsage(String ports) {
        assertThat(run("demo", "--port", ports)).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).startsWith("cli.invalid-ports: ");
    }

    @Test
    void aServerAddressThatCannotBeReadIsNotRepeated() {
        assertThat(run("demo", "--mysql-url", "oracle://u:s3cret@h/d")).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).startsWith("cli.invalid-server-url: ").doesNotContain("s3cret");
    }

    @Test
    void sqlNeedsARunningDemo() {
        assertThat(run("demo", "sql", "mysql", "SELECT 1", "--dir", folder.toString()))
                .isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(text(err)).startsWith("cli.demo-not-running: ");
    }

    @Test
    void theCheckTouchesNoFolderThatHoldsSomething() throws IOException {
        Files.writeString(folder.resolve("a"), "");
        assertThat(run("demo", "--check", "--dir", folder.toString())).isEqualTo(ExitCode.REFUSED);
        assertThat(text(err)).startsWith("cli.check-needs-an-empty-folder: ");
    }

    @Test
    void withoutADistributionNothingIsStarted() throws IOException {
        Files.createDirectories(folder.resolve("w/pipeline"));
        environment.put("TAPSTATE_HOME", folder.resolve("nothing").toString());
        assertThat(run("demo", "--dir", folder.resolve("d").toString())).isEqualTo(ExitCode.REFUSED);
        assertThat(text(err)).startsWith("cli.distribution-incomplete: ");
        assertThat(folder.resolve("d")).doesNotExist();
    }

    @Test
    void allFaultsOfAWorkspaceAreShownWithTheirPlaces() throws IOException {
        Files.createDirectories(folder.resolve("pipeline"));
        Files.writeString(
                folder.resolve("pipeline/p.tap.yml"),
                "version: tapstate/v1\nkind: pipeline\nid: p\nsource: [s]\ncolour: red\nview:\n  id: v\n  shape: round\n");
        assertThat(run("plan", "-w", folder.toString(), "p")).isEqualTo(ExitCode.REFUSED);
        assertThat(text(err))
                .contains("dsl.unknown-field: ", "p.tap.yml:5:1", "5 | colour: red", "p.tap.yml:8:3")
                .doesNotContain("\tat ");
    }

    @Test
    void aDefectIsCodedAndShowsItsTraceOnlyWhenAsked() {
        // A path with a zero byte is something no check foresees.
        assertThat(run("status", "p", "--state-dir", "a")).isEqualTo(ExitCode.UNAVAILABLE);
        environment.put("TAPSTATE_WORKDIR", "\0");
        assertThat(run("status", "p")).isEqualTo(ExitCode.REFUSED);
        assertThat(text(err)).contains("cli.unexpected: ").doesNotContain("\tat ");
        assertThat(run("--verbose", "status", "p")).isEqualTo(ExitCode.REFUSED);
        assertThat(text(err)).contains("\tat ");
    }

    private int run(String... arguments) {
        out.reset();
        Terminal terminal = new Terminal(stream(out), stream(err), false, false, true);
        return Tapstate.run(new CliContext(terminal, environment), arguments);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
