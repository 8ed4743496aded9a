package io.tapstate.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.cli.Typed;
import io.tapstate.cli.error.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script for bash is run by bash; where it asks tapstate, a script in its place says who was asked for what. */
class CompletionCommandTest {
    @TempDir
    private Path folder;

    private Typed cli;

    @BeforeEach
    void begin() {
        cli = new Typed(folder);
    }

    @Test
    void verbsAreCompleted() throws Exception {
        assertThat(complete("tapstate", "va")).containsExactly("validate");
        assertThat(complete("tapstate", "")).contains("new", "ls", "desc", "plan", "completion", "help");
        assertThat(complete("tapstate", "help", "exp")).containsExactly("explain");
    }

    @Test
    void optionsAndTheirValuesAreCompleted() throws Exception {
        assertThat(complete("tapstate", "plan", "--de")).containsExactly("--detailed-exitcode");
        assertThat(complete("tapstate", "plan", "-o", "")).containsExactly("text", "json", "yaml", "dot", "mermaid");
        assertThat(complete("tapstate", "validate", "--output", "y")).containsExactly("yaml");
        assertThat(complete("tapstate", "new", "--kind", "p")).containsExactly("pipeline");
        assertThat(complete("tapstate", "completion", "z")).containsExactly("zsh");
        assertThat(complete("tapstate", "connectors", "s")).containsExactly("show");
    }

    @Test
    void idsAreAskedForInTheWorkspaceThatIsNamed() throws Exception {
        assertThat(complete("tapstate", "desc", "")).containsExactly("__complete_resource");
        assertThat(complete("tapstate", "run", "")).containsExactly("__complete_pipeline");
        assertThat(complete("tapstate", "test", "-w", "shop", "")).containsExactly("__complete_source_-w_shop");
        assertThat(complete("tapstate", "new", "--source", "")).containsExactly("__complete_source");
        assertThat(complete("tapstate", "explain", "")).containsExactly("__complete_topic");
    }

    @Test
    void foldersAndFilesAreCompleted() throws Exception {
        Files.createDirectories(folder.resolve("shop"));
        Files.writeString(folder.resolve("shop.tap.yml"), "");
        assertThat(complete("tapstate", "ls", "-w", "sh")).containsExactly("shop");
        assertThat(complete("tapstate", "fmt", "sh")).containsExactlyInAnyOrder("shop", "shop.tap.yml");
    }

    @Test
    void whatIsAskedForIsPrintedOneALine() throws IOException {
        SampleFiles.write(cli);
        assertThat(ask("resource")).containsExactly("orders_db", "orders");
        assertThat(ask("source")).containsExactly("orders_db");
        assertThat(ask("pipeline")).containsExactly("orders");
        assertThat(ask("view")).containsExactly("views.order_state");
        assertThat(ask("connector")).contains("mysql", "postgres", "mongodb");
        assertThat(ask("topic")).contains("pipeline.view", "dsl.unknown-field");
        cli.file("source/broken.tap.yml", "[");
        assertThat(ask("source")).contains("orders_db");
        assertThat(cli.run(
                        "__complete", "source", "-w", folder.resolve("nowhere").toString()))
                .isEqualTo(ExitCode.DONE);
        assertThat(cli.out() + cli.err()).isEmpty();
    }

    @Test
    void theHiddenVerbIsNotInHelp() {
        cli.run("--help");
        assertThat(cli.out()).doesNotContain("__complete");
    }

    @Test
    void theScriptsOfTheOtherShellsNameEveryVerb() throws Exception {
        assertThat(cli.run("completion", "fish")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out().lines().filter(line -> line.contains("__fish_use_subcommand")))
                .hasSizeGreaterThan(15);
        assertThat(cli.out()).contains("-l detailed-exitcode", "(tapstate __complete pipeline 2>/dev/null)");
        assertThat(cli.run("completion", "zsh")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).startsWith("#compdef tapstate\n").contains("_tapstate() {");
        assertThat(cli.run("completion", "tcsh")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).startsWith("cli.usage: ");
    }

    private List<String> ask(String what) {
        assertThat(cli.run("__complete", what)).isEqualTo(ExitCode.DONE);
        return cli.out().lines().toList();
    }

    /** What bash would offer for the last of the words. */
    private List<String> complete(String... words) throws Exception {
        assertThat(cli.run("completion", "bash")).isEqualTo(ExitCode.DONE);
        Path script = Files.writeString(folder.resolve("completion.bash"), cli.out());
        String line = "set -u; source '" + script + "'; tapstate() { local IFS=_; echo \"$*\"; }; COMP_WORDS=("
                + String.join(
                        " ", Arrays.stream(words).map(word -> "'" + word + "'").toList())
                + "); COMP_CWORD=" + (words.length - 1)
                + "; _tapstate; [ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' \"${COMPREPLY[@]}\"";
        Process bash = new ProcessBuilder("bash", "--norc", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
        return said.lines().toList();
    }
}
