package io.tapstate.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.cli.Typed;
import io.tapstate.cli.error.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormatCommandTest {
    private static final String UNTIDY = """
            # who: the shop team
            kind: source
            version: 'tapstate/v1'
            id: "orders_db"
            tables:
              - orders   # the big one
            mode: cdc
            connector: mysql
            config: { username: app, host: db1, database: shop, password: "${PW}" }
            """;

    @TempDir
    private Path folder;

    private Typed cli;
    private Path file;

    @BeforeEach
    void begin() {
        cli = new Typed(folder);
        file = cli.file("source/orders_db.tap.yml", UNTIDY);
    }

    @Test
    void filesAreWrittenInTheirCanonicalFormAndNamed() throws IOException {
        assertThat(cli.run("fmt")).as(cli.err()).isEqualTo(ExitCode.DONE);
        assertThat(cli.outWithShortPaths()).isEqualTo("tap-work/source/orders_db.tap.yml\n");
        assertThat(cli.err()).isEqualTo("1 file, 1 changed\n");
        assertThat(Files.readString(file))
                .startsWith("# who: the shop team\nversion: tapstate/v1\nkind: source\nid: orders_db\n")
                .contains("# the big one")
                .doesNotContain("'tapstate/v1'");
        assertThat(cli.run("fmt")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.run("validate")).isEqualTo(ExitCode.DONE);
    }

    @Test
    void aCheckWritesNothingAndShowsWhatWouldChange() {
        assertThat(cli.run("fmt", "--check")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.out()).contains("  - version: 'tapstate/v1'\n", "  + version: tapstate/v1\n");
        assertThat(cli.err()).isEqualTo("1 file, 1 would change\n");
        assertThat(file).hasContent(UNTIDY);
        assertThat(cli.run("fmt")).isEqualTo(ExitCode.DONE);
        assertThat(cli.run("fmt", "--check")).isEqualTo(ExitCode.DONE);
    }

    @Test
    void aFileWithFaultsIsLeftAloneAndTheOthersAreNot() {
        Path broken = cli.file("source/broken.tap.yml", "kind:   source\nid: [\n");
        assertThat(cli.run("fmt")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("dsl.malformed-yaml: ", "broken.tap.yml");
        assertThat(broken).hasContent("kind:   source\nid: [\n");
        assertThat(file).content().isNotEqualTo(UNTIDY);
    }

    @Test
    void onlyTheNamedPathsAreTouched() {
        Path other = cli.file("source/other.tap.yml", UNTIDY.replace("orders_db", "other"));
        assertThat(cli.run("fmt", other.toString())).isEqualTo(ExitCode.DONE);
        assertThat(file).hasContent(UNTIDY);
        assertThat(cli.run("fmt", other.toString(), folder.resolve("nowhere").toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).startsWith("workspace.not-found: ");
    }

    @Test
    void permissionsAndLinksStay() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Path link = Files.createSymbolicLink(cli.workspace().resolve("source/link.tap.yml"), file);
        assertThat(cli.run("fmt", link.toString())).isEqualTo(ExitCode.DONE);
        assertThat(link).isSymbolicLink();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(file).content().isNotEqualTo(UNTIDY);
        assertThat(file.getParent()).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void jsonSaysWhatChanged() throws IOException {
        assertThat(cli.run("fmt", "--check", "-o", "json")).isEqualTo(ExitCode.REFUSED);
        JsonNode answer = new ObjectMapper().readTree(cli.out());
        assertThat(answer.get("status").asText()).isEqualTo("unformatted");
        assertThat(answer.get("changed").get(0).asText()).endsWith("orders_db.tap.yml");
        assertThat(answer.get("diagnostics")).isEmpty();
        assertThat(cli.err()).isEmpty();
    }
}
