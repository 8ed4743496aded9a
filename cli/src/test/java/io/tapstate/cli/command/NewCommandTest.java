package io.tapstate.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.cli.Typed;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.catalog.SourceMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewCommandTest {
    @TempDir
    private Path folder;

    private Typed cli;

    @BeforeEach
    void begin() {
        cli = new Typed(folder);
    }

    static List<String> everyCombination() {
        List<String> combinations = new ArrayList<>();
        for (ConnectorDescriptor connector : ConnectorCatalog.all()) {
            combinations.add("--connector " + connector.id());
            combinations.add("--connector " + connector.id() + " --mode none");
            for (SourceMode mode : connector.modes()) {
                combinations.add("--connector " + connector.id() + " --mode " + mode.text());
                combinations.add("--connector " + connector.id() + " --mode " + mode.text() + " --table a --table b");
            }
        }
        combinations.add("--kind pipeline --source orders_db");
        combinations.add("--kind pipeline --source orders_db --table customers --primary-key id,region");
        combinations.add("--kind pipeline");
        combinations.add("--kind pipeline --source orders_db --sync-to target");
        combinations.add("--kind pipeline --source orders_db --sync-to target --table orders");
        for (String type : List.of("filter", "map", "js", "union", "nest", "join")) {
            combinations.add("--kind transform --type " + type);
        }
        combinations.add("--kind view");
        combinations.add("--kind view --primary-key id,region");
        combinations.add("--kind serve --sync-to target");
        return combinations;
    }

    @ParameterizedTest
    @MethodSource("everyCombination")
    void whatIsWrittenIsValid(String options) {
        SampleFiles.write(cli);
        cli.file("source/target.tap.yml", SampleFiles.TARGET);
        List<String> command = new ArrayList<>(List.of("new", "-y", "--id", "fresh"));
        command.addAll(Arrays.asList(options.split(" ", -1)));
        assertThat(cli.run(command.toArray(String[]::new))).as(cli.err()).isEqualTo(ExitCode.DONE);
        assertThat(cli.outWithShortPaths()).matches("created tap-work/[a-z]+/fresh.tap.yml\n");
        assertThat(cli.run("validate")).as(cli.err()).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).startsWith("valid: 4 resources");
    }

    @Test
    void whatIsWrittenIsCanonicalAlready() throws IOException {
        SampleFiles.write(cli);
        for (String options : List.of(
                "-c mysql",
                "--kind pipeline --source orders_db --table orders",
                "--kind transform --type nest",
                "--kind view")) {
            List<String> command = new ArrayList<>(List.of("new", "-y", "--id", "f" + options.length()));
            command.addAll(Arrays.asList(options.split(" ", -1)));
            assertThat(cli.run(command.toArray(String[]::new))).as(cli.err()).isEqualTo(ExitCode.DONE);
            String file = cli.out().substring("created ".length()).strip();
            assertThat(cli.run("fmt", "--check", file)).as(cli.out()).isEqualTo(ExitCode.DONE);
        }
    }

    @Test
    void secretsBecomeReferencesAndSettingsWhatWasGiven() throws IOException {
        assertThat(cli.run("new", "-y", "-c", "mysql", "--id", "orders_db", "--set", "host=db1", "--set", "port=3307"))
                .isEqualTo(ExitCode.DONE);
        assertThat(Files.readString(cli.workspace().resolve("source/orders_db.tap.yml")))
                .contains(
                        "  host: db1\n",
                        "  port: 3307\n",
                        "  database: ${ORDERS_DB_DATABASE}\n",
                        "  password: ${ORDERS_DB_PASSWORD}\n");
    }

    @Test
    void aSecretInTheCommandLineIsRefusedAndAReferenceIsNot() throws IOException {
        assertThat(cli.run("new", "-y", "-c", "mysql", "--id", "a", "--set", "password=s3cret"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(cli.err())
                .startsWith("cli.secret-in-argument: ")
                .contains("${A_PASSWORD}")
                .doesNotContain("s3cret");
        assertThat(cli.run("new", "-y", "-c", "mysql", "--id", "a", "--set", "password=${PW}"))
                .isEqualTo(ExitCode.DONE);
        assertThat(Files.readString(cli.workspace().resolve("source/a.tap.yml")))
                .contains("password: ${PW}\n");
    }

    @Test
    void idsThatReadAsSomethingElseAreQuoted() throws IOException {
        for (String id : List.of("yes", "123", "a b", "ünïcode", "#x", "a: b", "c/d")) {
            assertThat(cli.run("new", "-y", "-c", "mysql", "--id", id))
                    .as(id + cli.err())
                    .isEqualTo(ExitCode.DONE);
        }
        assertThat(cli.run("validate")).as(cli.err()).isEqualTo(ExitCode.DONE);
        assertThat(cli.run("ls", "-o", "json")).isEqualTo(ExitCode.DONE);
        assertThat(new ObjectMapper().readTree(cli.out()).get("resources").findValuesAsText("id"))
                .containsExactlyInAnyOrder("yes", "123", "a b", "ünïcode", "#x", "a: b", "c/d");
    }

    @Test
    void nothingIsOverwrittenUnlessForced() throws IOException {
        SampleFiles.write(cli);
        Path file = cli.workspace().resolve("source/orders_db.tap.yml");
        assertThat(cli.run("new", "-y", "-c", "postgres", "--id", "orders_db")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("cli.artifact-exists: ");
        assertThat(file).hasContent(SampleFiles.ORDERS_DB);
        assertThat(cli.run("new", "-y", "-c", "mysql", "--id", "orders_db", "--force"))
                .isEqualTo(ExitCode.DONE);
        assertThat(file).content().isNotEqualTo(SampleFiles.ORDERS_DB);
    }

    @Test
    void anIdThatAnotherFileHoldsIsTakenEvenWithForce() {
        SampleFiles.write(cli);
        assertThat(cli.run("new", "-y", "-c", "mysql", "--id", "orders", "--force"))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(cli.errWithShortPaths()).startsWith("cli.artifact-exists: `tap-work/pipeline/orders.tap.yml`");
    }

    @Test
    void aDryRunPrintsTheFileAndWritesNothing() throws IOException {
        assertThat(cli.run("new", "-y", "-c", "mysql", "--id", "orders_db", "--dry-run"))
                .isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).startsWith("version: tapstate/v1\nkind: source\nid: orders_db\nconnector: mysql\n");
        assertThat(cli.err()).startsWith("would create ");
        assertThat(cli.workspace()).doesNotExist();
    }

    @Test
    void whatWouldNotBeValidIsNotWritten() throws IOException {
        SampleFiles.write(cli);
        assertThat(cli.run("new", "-y", "--kind", "pipeline", "--id", "p", "--source", "order_db", "--table", "t"))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("dsl.missing-reference: ", "order_db");
        try (Stream<Path> files = Files.list(cli.workspace().resolve("pipeline"))) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void faultsOfOtherFilesDoNotStandInTheWay() {
        cli.file("source/broken.tap.yml", "kind: [\n");
        assertThat(cli.run("new", "-y", "-c", "mysql", "--id", "a"))
                .as(cli.err())
                .isEqualTo(ExitCode.DONE);
    }

    @Test
    void outIsAFlatFolder() {
        Path drafts = folder.resolve("drafts");
        assertThat(cli.run("new", "-y", "-c", "mysql", "--id", "a", "--out", drafts.toString()))
                .isEqualTo(ExitCode.DONE);
        assertThat(drafts.resolve("a.tap.yml")).exists();
        assertThat(cli.workspace()).doesNotExist();
    }

    @Test
    void jsonSaysWhatWasMade() throws IOException {
        assertThat(cli.run("new", "-y", "-c", "mysql", "--id", "a", "--table", "t", "-o", "json"))
                .isEqualTo(ExitCode.DONE);
        JsonNode answer = new ObjectMapper().readTree(cli.out());
        assertThat(answer.get("status").asText()).isEqualTo("created");
        assertThat(answer.get("kind").asText()).isEqualTo("source");
        assertThat(answer.get("id").asText()).isEqualTo("a");
        assertThat(answer.get("connector").asText()).isEqualTo("mysql");
        assertThat(answer.get("path").asText()).endsWith("tap-work/source/a.tap.yml");
    }

    @Test
    void questionsAreAskedWithDefaultsAndAskedAgain() throws IOException {
        cli.answering(
                "", "oracel", "mysql", "orders_db", "", "db1", "70000", "3307", "shop", "", "DB_PW", "orders, items");
        assertThat(cli.run("new")).as(cli.err()).isEqualTo(ExitCode.DONE);
        assertThat(cli.err())
                .contains("kind (source, pipeline", "[source]: ", "  write one of `", "  write a port number");
        assertThat(Files.readString(cli.workspace().resolve("source/orders_db.tap.yml")))
                .isEqualTo("""
                version: tapstate/v1
                kind: source
                id: orders_db
                connector: mysql
                config:
                  database: shop
                  host: db1
                  password: ${DB_PW}
                  port: 3307
                  username: ${ORDERS_DB_USERNAME}
                mode: cdc
                tables: [orders, items]
                """);
    }

    @Test
    void inputThatEndsLeavesNothingBehind() {
        cli.answering("source", "mysql");
        assertThat(cli.run("new")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains("cli.missing-answer: ");
        assertThat(cli.workspace()).doesNotExist();
    }

    @Test
    void questionsNeedATerminal() {
        assertThat(cli.run("new")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).startsWith("cli.questions-need-a-terminal: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-y|cli.missing-answer|--connector",
                "-y -c mysqll|cli.unknown-connector|`mysql`",
                "-y -c mysql --set passwort=x|cli.unknown-setting|`password`",
                "-y -c mysql --set port=abc|cli.invalid-answer|port number",
                "-y -c mysql --mode stream|cli.invalid-answer|cdc",
                "-y --kind sauce|cli.invalid-answer|`source`",
                "-y -c mysql --id a.b|cli.invalid-answer|without a dot",
                "-y -c mysql --set port|cli.usage|--set",
                "-y --kind pipeline|cli.missing-answer|--source",
                "-y --kind serve|cli.missing-answer|--sync-to",
                "-y --kind transform --type nset|cli.invalid-answer|`nest`"
            })
    void badOptionsAreNamedWithAWayOut(String example) {
        String[] parts = example.split("\\|", -1);
        List<String> command = new ArrayList<>(List.of("new"));
        command.addAll(Arrays.asList(parts[0].split(" ", -1)));
        assertThat(cli.run(command.toArray(String[]::new))).isIn(ExitCode.USAGE, ExitCode.REFUSED);
        assertThat(cli.err()).startsWith(parts[1] + ": ").contains(parts[2]);
        assertThat(cli.workspace()).doesNotExist();
    }
}
