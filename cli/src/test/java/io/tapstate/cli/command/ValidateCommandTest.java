package io.tapstate.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.cli.Typed;
import io.tapstate.cli.error.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private Typed cli;

    @BeforeEach
    void begin() {
        cli = new Typed(folder);
    }

    @Test
    void aValidWorkspaceIsSaidToBeSo() {
        SampleFiles.write(cli);
        assertThat(cli.run("validate")).isEqualTo(ExitCode.DONE);
        assertThat(cli.outWithShortPaths()).isEqualTo("valid: 2 resources in tap-work\n");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void theFlagWinsOverTheVariable() throws IOException {
        Path file = folder.resolve("other/source/orders_db.tap.yml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, SampleFiles.ORDERS_DB);
        assertThat(cli.run("validate", "-w", folder.resolve("other").toString()))
                .isEqualTo(ExitCode.DONE);
        assertThat(cli.outWithShortPaths()).isEqualTo("valid: 1 resource in other\n");
    }

    @Test
    void allFaultsOfAllFilesAreToldWithTheirPlacesAndFixes() {
        cli.file("source/orders_db.tap.yml", SampleFiles.ORDERS_DB.replace("mode: cdc", "modus: cdc"));
        cli.file("pipeline/orders.tap.yml", SampleFiles.ORDERS.replace("primary_key", "primarykey"));
        assertThat(cli.run("validate")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.errWithShortPaths())
                .contains(
                        "dsl.unknown-field: `modus`",
                        "tap-work/source/orders_db.tap.yml:10:1",
                        "    10 | modus: cdc\n       | ^\n  fix: ",
                        "dsl.unknown-field: `primarykey`",
                        "tap-work/pipeline/orders.tap.yml:8:3")
                .doesNotContain("\tat ");
        assertThat(cli.outWithShortPaths()).startsWith("invalid: ").endsWith(" faults in 2 resources in tap-work\n");
    }

    @Test
    void jsonIsTheWholeAnswer() throws IOException {
        cli.file("source/orders_db.tap.yml", SampleFiles.ORDERS_DB.replace("mode: cdc", "modus: cdc"));
        assertThat(cli.run("validate", "-o", "json")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).isEmpty();
        JsonNode answer = JSON.readTree(cli.out());
        assertThat(answer.get("status").asText()).isEqualTo("invalid");
        assertThat(answer.get("resourceCount").asInt()).isOne();
        JsonNode fault = answer.get("diagnostics").get(0);
        assertThat(fault.get("code").asText()).isEqualTo("dsl.unknown-field");
        assertThat(fault.get("severity").asText()).isEqualTo("error");
        assertThat(fault.get("message").asText()).contains("modus");
        assertThat(fault.get("solution").asText()).isNotBlank();
        assertThat(fault.get("source").asText()).endsWith("tap-work/source/orders_db.tap.yml");
        assertThat(fault.get("line").asInt()).isEqualTo(10);
        assertThat(fault.get("column").asInt()).isOne();
        assertThat(fault.get("path").asText()).isEqualTo("modus");
        assertThat(fault.get("params").get("field").asText()).isEqualTo("modus");
    }

    @Test
    void aValidAnswerHasNoDiagnostics() throws IOException {
        SampleFiles.write(cli);
        assertThat(cli.run("validate", "-o", "json")).isEqualTo(ExitCode.DONE);
        assertThat(JSON.readTree(cli.out()))
                .isEqualTo(JSON.readTree("{\"status\": \"valid\", \"resourceCount\": 2, \"diagnostics\": []}"));
        assertThat(cli.run("validate", "-o", "yaml")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).isEqualTo("status: valid\nresourceCount: 2\ndiagnostics: []\n");
    }

    @Test
    void aNamedFileMayLieAnywhereAndHaveAnyName() throws IOException {
        Path file = Files.writeString(folder.resolve("draft.yaml"), SampleFiles.ORDERS_DB);
        assertThat(cli.run("validate", file.toString())).isEqualTo(ExitCode.DONE);
        assertThat(cli.outWithShortPaths()).isEqualTo("valid: 1 resource in draft.yaml\n");
    }

    @Test
    void aNamedFolderNeedsNoFoldersOfKindsAndAWorkspaceDoes() {
        cli.file("drafts/orders_db.tap.yml", SampleFiles.ORDERS_DB);
        assertThat(cli.run("validate")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("cli.kind-dir-mismatch: ");
        assertThat(cli.run("validate", cli.workspace().toString())).isEqualTo(ExitCode.DONE);
    }

    @Test
    void whatIsNotThereIsWrongUsageInEveryFormat() throws IOException {
        assertThat(cli.run("validate")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).startsWith("workspace.not-found: ");
        assertThat(cli.run("validate", "-o", "json")).isEqualTo(ExitCode.USAGE);
        assertThat(JSON.readTree(cli.out()).at("/diagnostics/0/code").asText()).isEqualTo("workspace.not-found");
        Files.createDirectories(cli.workspace());
        assertThat(cli.run("validate")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).startsWith("workspace.empty: ");
    }

    @Test
    void aFileThatIsNoTextDoesNotHideTheFaultsOfOthers() throws IOException {
        cli.file("source/orders_db.tap.yml", SampleFiles.ORDERS_DB.replace("mode: cdc", "modus: cdc"));
        Files.write(cli.workspace().resolve("source/bytes.tap.yml"), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertThat(cli.run("validate")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("workspace.not-utf8: ", "dsl.unknown-field: ");
    }

    @Test
    void coloursAreForScreensThatWantThem() {
        cli.file("source/orders_db.tap.yml", SampleFiles.ORDERS_DB.replace("mode: cdc", "modus: cdc"));
        cli.run("validate");
        assertThat(cli.err()).doesNotContain("\u001b");
        cli.onAScreen().run("validate");
        assertThat(cli.err()).contains("\u001b[");
        cli.run("validate", "--no-color");
        assertThat(cli.err()).doesNotContain("\u001b");
    }

    @Test
    void anUnknownFormatIsWrongUsageAndTheFormatsAreNamed() {
        assertThat(cli.run("validate", "-o", "xml")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err())
                .startsWith("cli.usage: ")
                .contains("expected text, json or yaml, not `xml`", "tapstate validate --help");
    }
}
