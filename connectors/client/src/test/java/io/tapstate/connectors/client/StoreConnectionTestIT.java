package io.tapstate.connectors.client;

import static io.tapstate.connectors.client.Reports.item;
import static io.tapstate.connectors.client.Reports.onlyFailure;
import static io.tapstate.connectors.client.Reports.outcomes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.ReadOnlyProxy;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.client.ConnectionCheck.Status;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.embedded.TestDatabases;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;

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

    @Test
    void aStoreThatRefusesWritesFailsTheWrite() {
        MongoServer server = new MongoServer(new ReadOnlyProxy(H2Backend.inMemory()));
        try {
            InetSocketAddress address = server.bind();
            ConnectionReport report = Reports.target(
                    Map.of("uri", "mongodb://" + address.getHostString() + ":" + address.getPort() + "/views"), "");
            Diagnostic fault = onlyFailure(report, "write");
            assertThat(fault.code()).isEqualTo("store.write-refused");
            assertThat(fault.parameters()).containsEntry("action", "insert documents");
            assertThat(item(report, "index").status()).isEqualTo(Status.SKIPPED);
            assertThat(item(report, "cleanup").status()).isEqualTo(Status.SKIPPED);
        } finally {
            server.shutdownNow();
        }
    }

    @Test
    void whatIsNoUriFailsTheSettingsAndIsNotRepeated() {
        Diagnostic fault = onlyFailure(Reports.target(Map.of("uri", "http://u:s3cr3t@h"), "s3cr3t"), "settings");
        assertThat(fault.code()).isEqualTo("store.invalid-uri");
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
