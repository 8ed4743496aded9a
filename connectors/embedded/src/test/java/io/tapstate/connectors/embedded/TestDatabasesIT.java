package io.tapstate.connectors.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The seam that the tests of other modules use. */
class TestDatabasesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    static Stream<DatabaseServer> servers() {
        return Stream.of(TestDatabases.mysql(), TestDatabases.postgres());
    }

    @ParameterizedTest
    @MethodSource("servers")
    void freshDatabasesDoNotSeeEachOtherAndAreDropped(DatabaseServer server) throws SQLException {
        TestDatabase first = TestDatabases.freshDatabase(server, "shop");
        try (TestDatabase second = TestDatabases.freshDatabase(server, "shop")) {
            first.execute("CREATE TABLE notes (id INT PRIMARY KEY)", "INSERT INTO notes VALUES (1)");
            second.execute("CREATE TABLE notes (id INT PRIMARY KEY)");
            assertThat(ServersIT.ask(server, first.name(), "SELECT count(*) FROM notes"))
                    .isEqualTo("1");
            assertThat(ServersIT.ask(server, second.name(), "SELECT count(*) FROM notes"))
                    .isEqualTo("0");
        }
        first.close();
        assertThatThrownBy(first::connect).isInstanceOf(SQLException.class);
    }

    @Test
    void droppingAPostgresDatabaseDropsItsSlotsAndSessions() throws SQLException {
        DatabaseServer server = TestDatabases.postgres();
        TestDatabase database = TestDatabases.freshPostgres("slots");
        String slot = TestDatabases.uniqueName("slot");
        database.execute("SELECT pg_create_logical_replication_slot('" + slot + "', 'pgoutput')");
        try (var session = database.connect()) {
            assertThat(session.isValid(5)).isTrue();
            database.close();
            assertThat(session.isValid(5)).isFalse();
        }
        assertThat(ServersIT.ask(
                        server,
                        "postgres",
                        "SELECT count(*) FROM pg_replication_slots WHERE slot_name = '" + slot + "'"))
                .isEqualTo("0");
    }

    @Test
    void aGivenEndpointServesLikeAStartedOne() throws SQLException {
        for (DatabaseServer server : List.of(TestDatabases.mysql(), TestDatabases.postgres())) {
            String endpoint = server.user() + ":" + server.password() + "@" + server.host() + ":" + server.port();
            DatabaseServer given = server == TestDatabases.mysql()
                    ? GivenServer.mysql(URI.create("mysql://" + endpoint))
                    : GivenServer.postgres(URI.create("postgresql://" + endpoint));
            assertThat(given.product()).isEqualTo(server.product());
            assertThat(given.toString()).doesNotContain(server.password());
            try (TestDatabase database = TestDatabases.freshDatabase(given, "given")) {
                database.execute("CREATE TABLE notes (id INT PRIMARY KEY)");
                assertThat(ServersIT.ask(server, database.name(), "SELECT count(*) FROM notes"))
                        .isEqualTo("0");
            }
            given.close();
            assertThat(ProcessHandle.of(server.pid()))
                    .as("closing a given server leaves it running")
                    .isPresent();
        }
    }

    @Test
    void startsEachServerOnce() {
        assertThat(TestDatabases.mysql()).isSameAs(TestDatabases.mysql());
        assertThat(TestDatabases.postgres()).isSameAs(TestDatabases.postgres());
        assertThat(TestDatabases.store()).isSameAs(TestDatabases.store());
    }

    @Test
    void theStoreTakesDocuments() {
        String name = TestDatabases.uniqueName("views");
        try (MongoClient client = MongoClients.create(TestDatabases.store().uri(name))) {
            client.getDatabase(name).getCollection("orders").insertOne(new Document("_id", 1));
            assertThat(client.getDatabase(name).getCollection("orders").countDocuments())
                    .isEqualTo(1);
        }
    }

    @Test
    void theServersOfAKilledTestProcessGoWithIt() throws Exception {
        Process owner = Owner.startTestDatabases();
        ProcessHandle server;
        try {
            server = ProcessHandle.of(Owner.serverProcess(owner)).orElseThrow();
        } finally {
            owner.destroyForcibly().waitFor();
        }
        server.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(server.isAlive()).isFalse();
    }
}
