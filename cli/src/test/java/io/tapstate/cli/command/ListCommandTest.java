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

class ListCommandTest {
    @TempDir
    private Path folder;

    private Typed cli;

    @BeforeEach
    void begin() {
        cli = new Typed(folder);
        SampleFiles.write(cli);
    }

    @Test
    void resourcesStandByKindAndId() {
        assertThat(cli.run("ls")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out().lines())
                .hasSize(3)
                .anyMatch(line -> line.matches("KIND +ID +ABOUT +FILE"))
                .anyMatch(line -> line.matches(
                        "source +orders_db +mysql; cdc; tables orders, customers +source/orders_db.tap.yml"))
                .last()
                .asString()
                .matches("pipeline +orders +sources orders_db; view order_state +pipeline/orders.tap.yml");
    }

    @Test
    void aKindIsAskedForInTheSingularOrThePlural() {
        assertThat(cli.run("ls", "source")).isEqualTo(ExitCode.DONE);
        String one = cli.out();
        assertThat(one).contains("orders_db").doesNotContain("pipeline");
        assertThat(cli.run("ls", "sources")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).isEqualTo(one);
    }

    @Test
    void aKindThatIsNoneIsWrongUsageAndGetsASuggestion() {
        assertThat(cli.run("ls", "pipelin")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).startsWith("cli.unknown-kind: ").contains("fix: write `pipeline`");
    }

    @Test
    void brokenFilesAreListedAsUnreadable() throws IOException {
        cli.file("view/broken.tap.yml", "kind: view\n  id: [\n");
        Files.write(cli.workspace().resolve("source/bytes.tap.yml"), new byte[] {(byte) 0xff});
        assertThat(cli.run("ls")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out().lines())
                .anyMatch(line -> line.matches("view +broken +unreadable: .*view/broken.tap.yml"))
                .anyMatch(line -> line.matches("source +bytes +unreadable: .*source/bytes.tap.yml"))
                .anyMatch(line -> line.startsWith("pipeline  orders "));
        assertThat(cli.run("ls", "-o", "json")).isEqualTo(ExitCode.DONE);
        JsonNode broken = resource("broken");
        assertThat(broken.get("readable").asBoolean()).isFalse();
        assertThat(broken.get("reason").asText()).isNotBlank();
    }

    @Test
    void aFileInAnotherKindsFolderIsSaidToBeMisplaced() throws IOException {
        cli.file("view/late.tap.yml", SampleFiles.ORDERS_DB.replace("orders_db", "late"));
        assertThat(cli.run("ls", "-o", "json")).isEqualTo(ExitCode.DONE);
        JsonNode late = resource("late");
        assertThat(late.get("kind").asText()).isEqualTo("view");
        assertThat(late.get("declaredKind").asText()).isEqualTo("source");
        assertThat(late.get("misplaced").asBoolean()).isTrue();
        assertThat(cli.run("ls", "source")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).contains("late ", "misplaced: a source");
    }

    @Test
    void jsonHoldsTheFacts() throws IOException {
        assertThat(cli.run("ls", "-o", "json")).isEqualTo(ExitCode.DONE);
        assertThat(new ObjectMapper().readTree(cli.out()).get("workspace").asText())
                .isEqualTo(cli.workspace().toString());
        JsonNode source = resource("orders_db");
        assertThat(source.get("connector").asText()).isEqualTo("mysql");
        assertThat(source.get("mode").asText()).isEqualTo("cdc");
        assertThat(source.get("tables")).hasToString("[\"orders\",\"customers\"]");
        assertThat(source.has("readable")).isFalse();
        assertThat(source.has("misplaced")).isFalse();
    }

    @Test
    void yamlSaysTheSame() {
        assertThat(cli.run("ls", "pipeline", "-o", "yaml")).isEqualTo(ExitCode.DONE);
        assertThat(cli.outWithShortPaths()).isEqualTo("""
                workspace: tap-work
                resources:
                - kind: pipeline
                  id: orders
                  path: tap-work/pipeline/orders.tap.yml
                  sources:
                  - orders_db
                  view: order_state
                  collection: order_state
                """);
    }

    @Test
    void nothingToListIsSaidAndNoFault() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        assertThat(cli.run("ls", "-w", empty.toString())).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).startsWith("no resources in ");
        assertThat(cli.run("ls", "-w", folder.resolve("nowhere").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).startsWith("workspace.not-found: ");
    }

    private JsonNode resource(String id) throws IOException {
        for (JsonNode resource : new ObjectMapper().readTree(cli.out()).get("resources")) {
            if (resource.get("id").asText().equals(id)) {
                return resource;
            }
        }
        throw new AssertionError("no " + id + " in " + cli.out());
    }
}
