package io.tapstate.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.cli.Typed;
import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.explain.CodePage;
import io.tapstate.planner.grammar.GrammarReference;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
    @TempDir
    private Path folder;

    private Typed cli;

    @BeforeEach
    void begin() {
        cli = new Typed(folder);
    }

    @Test
    void withoutATopicTheKindsAreListed() {
        assertThat(cli.run("explain")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).contains("  source ", "  pipeline ", "  transform ", "  view ", "  serve ");
    }

    @Test
    void everyPathOfTheLanguageIsExplained() {
        for (String path : GrammarReference.paths()) {
            assertThat(cli.run("explain", path)).as(path + cli.err()).isEqualTo(ExitCode.DONE);
            assertThat(cli.out()).startsWith(path + "  ");
        }
    }

    @Test
    void everyCodeOnThePageIsExplained() {
        CodePage page = CodePage.read();
        assertThat(page.codes()).hasSizeGreaterThan(30).contains(CliError.USAGE.code());
        for (String code : page.codes()) {
            CodePage.Entry entry = page.find(code).orElseThrow();
            assertThat(entry.message()).as(code).isNotBlank();
            assertThat(entry.fix()).as(code).isNotBlank();
            assertThat(entry.errorClass()).as(code).isIn("user", "external", "resource", "internal");
        }
        assertThat(cli.run("explain", "dsl.unknown-field")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out())
                .startsWith("dsl.unknown-field  error, in your files")
                .contains("  says: ", "  fix:  ");
    }

    @Test
    void positionsInListsDoNotMatter() {
        assertThat(cli.run("explain", "pipeline.transforms[0].nest.root.embed[2]"))
                .isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).startsWith("pipeline.transforms.nest.root.embed  ");
    }

    @Test
    void programsGetTheFacts() throws IOException {
        assertThat(cli.run("explain", "pipeline", "-o", "json")).isEqualTo(ExitCode.DONE);
        JsonNode pipeline = new ObjectMapper().readTree(cli.out());
        assertThat(pipeline.get("path").asText()).isEqualTo("pipeline");
        assertThat(pipeline.get("fields").findValuesAsText("path")).contains("pipeline.source", "pipeline.view");
        assertThat(cli.run("explain", "dsl.unknown-field", "-o", "yaml")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).startsWith("code: dsl.unknown-field\nseverity: error\nclass: user\n");
    }

    @Test
    void aMisspeltTopicGetsTheNearestOne() {
        assertThat(cli.run("explain", "dsl.unknown-feild")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("cli.unknown-topic: ").contains("fix: write `dsl.unknown-field`");
        assertThat(cli.run("explain", "pipeline.veiw")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("fix: write `pipeline.view`");
        assertThat(cli.run("explain", "pipeline.view.nothing_like_that_is_there"))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("fix: write `pipeline.view`");
        assertThat(cli.run("explain", "zzzzzz")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("a path that begins with a kind");
    }
}
