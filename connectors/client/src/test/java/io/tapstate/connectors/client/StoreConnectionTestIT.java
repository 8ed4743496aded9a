package io.tapstate.connectors.client;

import static io.tapstate.connectors.client.Reports.item;
import static io.tapstate.connectors.client.Reports.onlyFailure;
import static io.tapstate.connectors.client.Reports.outcomes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.client.ConnectionCheck.Status;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.embedded.TestDatabases;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every item of a document store as a target. */
class StoreConnectionTestIT {
    @Test
    void aStoreThatTakesWritesPassesAndNothingIsLeftBehind() {
        String name = TestDatabases.uniqueName("probed");
        String uri = TestDatabases.store().uri(name);
        ConnectionReport report = Reports.target(Map.of("uri", uri), "");
        assertThat(outcomes(report))
                .containsOnlyKeys("settings", "address", "login", "version", "write", "index", "cleanup")
                .allSatisfy((item, status) -> assertThat(status).as(item).isNotIn(Status.FAILED, Status.SKIPPED));
        for (String item : new String[] {"address", "login", "write", "index", "cleanup"}) {
            assertThat(item(report, item).status()).as(item).isEqualTo(Status.PASSED);
        }
        try (DocumentReader reader = DocumentReader.open(uri)) {
            assertThat(reader.collections()).isEmpty();
        }
    }

    @Test
    void anAddressInPartsIsTheSameStore() {
        Map<String, String> parts = Map.of(
                "isUri",
                "false",
                "host",
                TestDatabases.store().host() + ":" + TestDatabases.store().port(),
                "database",
                TestDatabases.uniqueName("probed"));
        assertThat(Reports.target(parts, "").outcome()).isNotEqualTo(Status.FAILED);
    }

    @Test
    void aClosedPortFailsTheAddressAndSkipsTheRest() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        ConnectionReport report =
                Reports.target(Map.of("uri", "mongodb://u:${STORE_PASSWORD}@127.0.0.1:" + closed + "/views"), "s3cr3t");
        assertThat(onlyFailure(report, "address").code()).isEqualTo("store.unreachable");
        assertThat(item(report, "cleanup").message()).isEqualTo("not looked at, because `address` failed");
    }

    @Test
    void aLoginTheStoreDoesNotKnowFails() {
        String address =
                TestDatabases.store().host() + ":" + TestDatabases.store().port();
        ConnectionReport report =
                Reports.target(Map.of("uri", "mongodb://ann:${STORE_PASSWORD}@" + address + "/views"), "s3cr3t");
        assertThat(onlyFailure(report, "login").code()).isEqualTo("store.login-refused");
        assertThat(item(report, "write").status()).isEqualTo(Status.SKIPPED);
    }

    @ParameterizedTest
    @CsvSource({
        "insert, write, insert documents",
        "update, write, update documents",
        "delete, write, delete documents",
        "createIndexes, index, create indexes",
        "drop, cleanup, drop collections"
    })
    void aCommandTheStoreRefusesFailsItsItem(String command, String item, String action) {
        try (RefusingStore store = new RefusingStore(command)) {
            ConnectionReport report = Reports.target(Map.of("uri", store.uri()), "");
            Diagnostic fault = onlyFailure(report, item);
            assertThat(fault.code()).isEqualTo("store.write-refused");
            assertThat(fault.parameters()).containsEntry("action", action);
            assertThat(fault.message()).contains("not authorized on views");
            try (DocumentReader reader = DocumentReader.open(store.uri())) {
                boolean kept = command.equals("drop");
                assertThat(reader.collections()).hasSize(kept ? 1 : 0);
            }
            if (command.equals("insert")) {
                assertThat(item(report, "cleanup").message()).isEqualTo("not looked at, because `write` failed");
            }
        }
    }

    @Test
    void whatIsNoUriFailsTheSettingsAndIsNotRepeated() {
        Diagnostic fault = onlyFailure(Reports.target(Map.of("uri", "http://u:s3cr3t@h"), "s3cr3t"), "settings");
        assertThat(fault.code()).isEqualTo("store.invalid-uri");
    }

    @Test
    void aSettingThatIsNotActedOnIsAWarning() {
        ConnectionReport report = Reports.target(
                Map.of("uri", TestDatabases.store().uri(TestDatabases.uniqueName("probed")), "schemaLimit", "7"), "");
        assertThat(item(report, "settings").status()).isEqualTo(Status.WARNING);
        assertThat(Reports.reason(report, "settings").code()).isEqualTo("connection.setting-not-acted-on");
        assertThat(item(report, "write").status()).isEqualTo(Status.PASSED);
    }

    @Test
    void aConnectorThatCannotBeUsedThatWayIsRefused() {
        ConnectionTest test = new ConnectionTest(name -> null);
        ConnectionConfig config = new ConnectionConfig(Map.of());
        assertThatThrownBy(() -> test.target("mysql", config))
                .hasMessageContaining("connector.capability-missing")
                .hasMessageContaining("`mysql` to write documents");
        assertThatThrownBy(() -> test.source("oracle", config, true, TableSelection.ALL))
                .hasMessageContaining("connector.capability-missing")
                .hasMessageContaining("`oracle` to read tables");
        assertThatThrownBy(() -> new LiveSchemas(name -> null).tables("s", "db2", config, true))
                .hasMessageContaining("connector.capability-missing");
    }
}
