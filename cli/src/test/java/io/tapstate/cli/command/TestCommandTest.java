package io.tapstate.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.cli.Typed;
import io.tapstate.cli.error.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code test} and {@code discover-schema} say where no database answers. */
class TestCommandTest {
    @TempDir
    private Path folder;

    private Typed cli;

    @BeforeEach
    void begin() {
        cli = new Typed(folder);
        SampleFiles.write(cli);
    }

    @Test
    void anUnsetVariableFailsTheSettings() {
        assertThat(cli.run("test", "orders_db")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.out())
                .startsWith(
                        "orders_db  mysql, as a source\n  FAILED   settings  the variable `ORDERS_DB_HOST` is not set")
                .contains("dsl.undefined-variable", "fix: set it in the environment")
                .endsWith("orders_db: FAILED (1 failed)\n");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void aClosedPortFailsTheAddressAndNoSecretIsShown() throws IOException {
        closedPort();
        for (String format : new String[] {"text", "json", "yaml"}) {
            assertThat(cli.run("test", "orders_db", "-o", format)).isEqualTo(ExitCode.REFUSED);
            assertThat(cli.out())
                    .contains("connection.unreachable", "not looked at, because `address` failed")
                    .doesNotContain("s3cret");
        }
        assertThat(cli.run("test", "orders_db", "-o", "json")).isEqualTo(ExitCode.REFUSED);
        JsonNode result = new ObjectMapper().readTree(cli.out()).at("/results/0");
        assertThat(result.get("connectionId").asText()).isEqualTo("orders_db");
        assertThat(result.get("role").asText()).isEqualTo("source");
        assertThat(result.get("outcome").asText()).isEqualTo("FAILED");
        assertThat(result.at("/checks/1/name").asText()).isEqualTo("address");
        assertThat(result.at("/checks/1/diagnostics/0/code").asText()).isEqualTo("connection.unreachable");
        assertThat(result.at("/checks/2/status").asText()).isEqualTo("SKIPPED");
    }

    @Test
    void theRoleIsThatOfTheResourceUnlessAskedOtherwise() {
        cli.file("source/views.tap.yml", """
                version: tapstate/v1
                kind: source
                id: store
                connector: mongodb
                config: { uri: "mongodb://u:s3cret@127.0.0.1:1/v" }
                """);
        assertThat(cli.run("test", "store")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.out()).startsWith("store  mongodb, as a target\n").doesNotContain("s3cret");
        assertThat(cli.run("test", "store", "--role", "source")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("connector.capability-missing: ").contains("`mongodb` to read tables");
        assertThat(cli.run("test", "orders_db", "--role", "target")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("`mysql` to write documents");
    }

    @Test
    void whatIsNoSourceIsRefusedAndTheOthersAreTested() throws IOException {
        assertThat(cli.run("test", "order_db", "orders", "orders_db", "-o", "json"))
                .isEqualTo(ExitCode.REFUSED);
        JsonNode results = new ObjectMapper().readTree(cli.out()).get("results");
        assertThat(results.at("/0/diagnostics/0/code").asText()).isEqualTo("cli.resource-not-found");
        assertThat(results.at("/0/diagnostics/0/solution").asText()).contains("`orders_db`");
        assertThat(results.at("/1/diagnostics/0/code").asText()).isEqualTo("cli.not-a-source");
        assertThat(results.at("/2/checks/0/name").asText()).isEqualTo("settings");
        assertThat(cli.run("test")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aFileWithFaultsIsNotAsked() {
        cli.file("source/orders_db.tap.yml", SampleFiles.ORDERS_DB.replace("database:", "databse:"));
        assertThat(cli.run("test", "orders_db")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("databse", "orders_db.tap.yml:7:3");
        assertThat(cli.run("discover-schema")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.out()).isEqualTo("orders_db: failed\n");
        assertThat(cli.err()).contains("databse");
    }

    @Test
    void discoveryNeedsASourceThatIsRead() {
        cli.file("source/orders_db.tap.yml", SampleFiles.ORDERS_DB.replaceAll("(?m)^(mode|tables):.*\n", ""));
        assertThat(cli.run("discover")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("cli.no-sources: ");
    }

    @Test
    void aDatabaseThatDoesNotAnswerRecordsNothing() throws IOException {
        closedPort();
        assertThat(cli.run("discover", "orders_db", "-o", "json")).isEqualTo(ExitCode.REFUSED);
        JsonNode source = new ObjectMapper().readTree(cli.out()).at("/sources/0");
        assertThat(source.get("status").asText()).isEqualTo("failed");
        assertThat(source.at("/diagnostics/0/code").asText()).isEqualTo("connection.unreachable");
        assertThat(cli.workspace().resolve("schemas")).doesNotExist();
    }

    private void closedPort() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        cli.with("ORDERS_DB_HOST", "127.0.0.1").with("ORDERS_DB_PASSWORD", "s3cret");
        cli.file(
                "source/orders_db.tap.yml",
                SampleFiles.ORDERS_DB.replace("database:", "port: " + closed + "\n  database:"));
    }
}
