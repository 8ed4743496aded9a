package io.tapstate.connectors.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PostgresSchemaReaderIT {
    private static final String SECRET = "s3cr3t-of-reader";

    private static TestDatabase database;

    @BeforeAll
    static void makeDatabase() {
        database = TestDatabases.freshPostgres("schemas");
    }

    @AfterAll
    static void dropDatabase() {
        database.close();
    }

    @Test
    void theDemoTableIsReadAsDeclared() {
        database.execute(
                "CREATE TABLE shipments (id INT PRIMARY KEY, order_id INT NOT NULL, carrier VARCHAR(64),"
                        + " status VARCHAR(32))",
                "INSERT INTO shipments VALUES (1,1,'dhl','delivered'),(2,1,'ups','in_transit')");
        TableSchema shipments = table("shipments");
        assertThat(shipments.id()).isEqualTo(new TableId("public", "shipments"));
        assertThat(shipments.columns())
                .extracting(ColumnSchema::name, ColumnSchema::nativeType, ColumnSchema::type, ColumnSchema::nullable)
                .containsExactly(
                        tuple("id", "integer", ColumnType.INTEGER, false),
                        tuple("order_id", "integer", ColumnType.INTEGER, false),
                        tuple("carrier", "character varying(64)", ColumnType.STRING, true),
                        tuple("status", "character varying(32)", ColumnType.STRING, true));
        assertThat(shipments.primaryKey()).containsExactly("id");
        assertThat(shipments.uniqueIndexes()).isEmpty();
        assertThat(shipments.beforeImage()).isEqualTo(BeforeImage.KEY);
    }

    @Test
    void theRowEstimateIsMissingUntilTheServerHasOne() {
        database.execute(
                "CREATE TABLE counted (id INT PRIMARY KEY) WITH (autovacuum_enabled = false)",
                "INSERT INTO counted SELECT * FROM generate_series(1, 300)");
        assertThat(table("counted").rowEstimate()).isEmpty();
        database.execute("ANALYZE counted");
        assertThat(table("counted").rowEstimate()).hasValue(300);
    }

    @Test
    void theReplicaIdentityDecidesTheBeforeImage() {
        database.execute(
                "CREATE TABLE whole (id INT PRIMARY KEY, x INT)",
                "ALTER TABLE whole REPLICA IDENTITY FULL",
                "CREATE TABLE by_index (id INT PRIMARY KEY, x INT NOT NULL UNIQUE)",
                "ALTER TABLE by_index REPLICA IDENTITY USING INDEX by_index_x_key",
                "CREATE TABLE by_wider_index (id INT PRIMARY KEY, x INT NOT NULL, UNIQUE (x, id))",
                "ALTER TABLE by_wider_index REPLICA IDENTITY USING INDEX by_wider_index_x_id_key",
                "CREATE TABLE by_key (id INT PRIMARY KEY)",
                "CREATE TABLE by_nothing (id INT PRIMARY KEY)",
                "ALTER TABLE by_nothing REPLICA IDENTITY NOTHING",
                "CREATE TABLE without_key (id INT)");
        assertThat(table("whole").beforeImage()).isEqualTo(BeforeImage.FULL);
        assertThat(table("by_index").beforeImage())
                .as("the log tells the index's columns and not those of the key")
                .isEqualTo(BeforeImage.NONE);
        assertThat(table("by_wider_index").beforeImage()).isEqualTo(BeforeImage.KEY);
        assertThat(table("by_key").beforeImage()).isEqualTo(BeforeImage.KEY);
        assertThat(table("by_nothing").beforeImage()).isEqualTo(BeforeImage.NONE);
        assertThat(table("without_key").beforeImage()).isEqualTo(BeforeImage.NONE);
    }

    @Test
    void keysComeInKeyOrderAndOnlyWholeUniqueIndexesIdentify() {
        database.execute(
                "CREATE TABLE placed (gone INT, a INT, b VARCHAR(20) NOT NULL, c INT NOT NULL, d INT,"
                        + " PRIMARY KEY (c, a))",
                "ALTER TABLE placed DROP COLUMN gone",
                "CREATE UNIQUE INDEX u_db ON placed (d, b)",
                "CREATE UNIQUE INDEX u_bc ON placed (b, c) INCLUDE (d)",
                "CREATE UNIQUE INDEX u_partial ON placed (b) WHERE d > 1",
                "CREATE UNIQUE INDEX u_expression ON placed (lower(b), c)",
                "ALTER TABLE placed ADD CONSTRAINT u_late UNIQUE (b) DEFERRABLE",
                "CREATE INDEX plain ON placed (d)");
        TableSchema placed = table("placed");
        assertThat(placed.columns()).extracting(ColumnSchema::name).containsExactly("a", "b", "c", "d");
        assertThat(placed.primaryKey()).containsExactly("c", "a");
        assertThat(placed.uniqueIndexes())
                .containsExactlyInAnyOrder(
                        new UniqueIndex("u_db", List.of("d", "b"), false),
                        new UniqueIndex("u_bc", List.of("b", "c"), true));
    }

    @Test
    void onlyOrdinaryTablesOfTheConfiguredSchemaComeSorted() {
        database.execute(
                "CREATE SCHEMA \"Sales X\"",
                "CREATE TABLE \"Sales X\".b (id INT PRIMARY KEY)",
                "CREATE TABLE \"Sales X\".\"A b\" (\"C d\" INT PRIMARY KEY)",
                "CREATE VIEW \"Sales X\".v AS SELECT 1 AS one",
                "CREATE UNLOGGED TABLE \"Sales X\".z (id INT)");
        Map<String, String> settings = Sources.with(Sources.settings(database), "schema", "Sales X");
        List<TableSchema> captured =
                Sources.read("postgres", settings, database.server().password(), true);
        assertThat(captured).extracting(table -> table.id().name()).containsExactly("A b", "b");
        assertThat(captured.get(0).id().namespace()).isEqualTo("Sales X");
        assertThat(captured.get(0).primaryKey()).containsExactly("C d");
        assertThat(Sources.described("postgres", settings, database.server().password(), true))
                .isEqualTo(captured);
        assertThat(Sources.read("postgres", settings, database.server().password(), false))
                .extracting(table -> table.id().name())
                .as("without capture an unlogged table can be read")
                .containsExactly("A b", "b", "z");
    }

    @Test
    void everyColumnTypeIsCarriedExactlyOrRefused() {
        database.execute(
                "CREATE TYPE mood AS ENUM ('sad', 'ok')",
                "CREATE TYPE pair AS (x int, y int)",
                "CREATE DOMAIN price AS numeric(12,2) NOT NULL",
                "CREATE DOMAIN dear AS price",
                "CREATE DOMAIN feeling AS mood",
                "CREATE DOMAIN many AS int[]");
        Map<String, ColumnType> types = new LinkedHashMap<>();
        for (String integer : List.of("smallint", "integer", "bigint", "oid", "serial")) {
            types.put(integer, ColumnType.INTEGER);
        }
        types.put("numeric(34,10)", ColumnType.DECIMAL);
        types.put("numeric(5,-2)", ColumnType.DECIMAL);
        types.put("numeric(3,9)", ColumnType.DECIMAL);
        types.put("numeric(35,0)", ColumnType.DECIMAL);
        types.put("numeric", ColumnType.DECIMAL);
        types.put("price", ColumnType.DECIMAL);
        types.put("dear", ColumnType.DECIMAL);
        types.put("real", ColumnType.DOUBLE);
        types.put("double precision", ColumnType.DOUBLE);
        types.put("boolean", ColumnType.BOOLEAN);
        types.put("bit", ColumnType.BOOLEAN);
        for (String text : List.of(
                "text",
                "varchar",
                "char(4)",
                "\"char\"",
                "name",
                "mood",
                "feeling",
                "bit(4)",
                "bit varying",
                "timetz",
                "interval",
                "inet",
                "int4range",
                "point",
                "tsvector",
                "xml",
                "pair")) {
            types.put(text, ColumnType.STRING);
        }
        types.put("bytea", ColumnType.BINARY);
        types.put("date", ColumnType.DATE);
        types.put("time(0)", ColumnType.TIME);
        types.put("time(4)", ColumnType.TIME);
        types.put("time", ColumnType.TIME);
        types.put("timestamp", ColumnType.DATETIME);
        types.put("timestamptz(3)", ColumnType.TIMESTAMP);
        types.put("timestamptz", ColumnType.TIMESTAMP_MICROS);
        types.put("money", ColumnType.DECIMAL);
        types.put("int[]", ColumnType.ARRAY);
        types.put("many", ColumnType.ARRAY);
        types.put("json", ColumnType.JSON);
        types.put("jsonb", ColumnType.JSON);
        types.put("uuid", ColumnType.UUID);
        for (String refused : List.of("regclass", "regtype[]", "aclitem", "int GENERATED ALWAYS AS (1) STORED")) {
            types.put(refused, ColumnType.UNSUPPORTED);
        }
        List<String> names = List.copyOf(types.keySet());
        StringBuilder columns = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            columns.append(i == 0 ? "" : ", ").append("c").append(i).append(' ').append(names.get(i));
        }
        database.execute("CREATE TABLE every_type (" + columns + ")");
        List<ColumnSchema> read = table("every_type").columns();
        assertThat(read).hasSize(names.size());
        for (int i = 0; i < names.size(); i++) {
            assertThat(read.get(i).type()).as(names.get(i)).isEqualTo(types.get(names.get(i)));
        }
        assertThat(read.get(names.indexOf("price")).nullable())
                .as("a NOT NULL domain")
                .isFalse();
        assertThat(
                        Sources.described(
                                        "postgres",
                                        Sources.settings(database),
                                        database.server().password(),
                                        false)
                                .stream()
                                .filter(described -> described.id().name().equals("every_type"))
                                .flatMap(described -> described.columns().stream())
                                .filter(column -> column.nativeType().endsWith(" generated")))
                .as("a snapshot has what the log has not")
                .extracting(ColumnSchema::type)
                .containsExactly(ColumnType.INTEGER);
    }

    @Test
    void aWrongPasswordIsALoginRefusal() {
        Diagnostic fault = Sources.refusal("postgres", Sources.settings(database), "wrong-" + SECRET, true);
        assertThat(fault.code()).isEqualTo("connection.login-refused");
        assertThat(fault.parameters())
                .containsEntry("username", database.server().user());
    }

    @Test
    void anAbsentPasswordIsALoginRefusal() {
        Map<String, String> settings = Sources.settings(database);
        settings.remove("password");
        Diagnostic fault = refusal(settings, true);
        assertThat(fault.code()).isEqualTo("connection.login-refused");
    }

    @Test
    void aMissingDatabaseAndAMissingSchemaAreNamed() {
        Map<String, String> settings = Sources.settings(database);
        Diagnostic noDatabase = refusal(Sources.with(settings, "database", "no such ?x=1&"), false);
        assertThat(noDatabase.code()).isEqualTo("connection.database-missing");
        assertThat(noDatabase.parameters()).containsEntry("database", "no such ?x=1&");
        Diagnostic noSchema = refusal(Sources.with(settings, "schema", "nowhere"), false);
        assertThat(noSchema.code()).isEqualTo("connection.schema-missing");
        assertThat(noSchema.parameters()).containsEntry("schema", "nowhere");
    }

    @Test
    void aClosedPortAndAnUnknownHostAreUnreachable() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        Map<String, String> settings = Sources.settings(database);
        Diagnostic refused = refusal(Sources.with(settings, "port", Integer.toString(closed)), false);
        assertThat(refused.code()).isEqualTo("connection.unreachable");
        assertThat(refused.message()).contains("127.0.0.1:" + closed).contains("refused");
        Diagnostic unknown = refusal(Sources.with(settings, "host", "nowhere.invalid"), false);
        assertThat(unknown.code()).isEqualTo("connection.unreachable");
        assertThat(unknown.message()).contains("nowhere.invalid");
    }

    @Test
    @Timeout(20)
    void aServerThatSaysNothingIsUnreachableWithinSeconds() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            long before = System.nanoTime();
            Diagnostic fault = refusal(
                    Sources.with(Sources.settings(database), "port", Integer.toString(silent.getLocalPort())), false);
            assertThat(fault.code()).isEqualTo("connection.unreachable");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(12));
        }
    }

    @Test
    void capturingNeedsARoleThatMayReplicateAndReadingDoesNot() {
        String role = TestDatabases.uniqueName("reader");
        database.execute("CREATE ROLE " + role + " LOGIN PASSWORD '" + SECRET + "'");
        try {
            Map<String, String> settings = Sources.with(Sources.settings(database), "username", role);
            assertThat(Sources.read("postgres", settings, SECRET, false)).isNotNull();
            Diagnostic fault = Sources.refusal("postgres", settings, SECRET, true);
            assertThat(fault.code()).isEqualTo("connection.privilege-missing");
            database.execute(fault.parameters().get("statement"));
            assertThat(Sources.read("postgres", settings, SECRET, true)).isNotNull();
        } finally {
            database.execute("DROP ROLE " + role);
        }
    }

    @Test
    void capturingNeedsAFreeReplicationSlot() throws SQLException {
        String prefix = TestDatabases.uniqueName("taken");
        try {
            int free;
            try (Connection connection = database.connect();
                    ResultSet row = connection
                            .createStatement()
                            .executeQuery("SELECT current_setting('max_replication_slots')::int"
                                    + " - (SELECT count(*) FROM pg_replication_slots)")) {
                row.next();
                free = row.getInt(1);
            }
            assertThat(free).isPositive();
            for (int i = 0; i < free; i++) {
                assertThat(Sources.read(
                                "postgres",
                                Sources.settings(database),
                                database.server().password(),
                                true))
                        .isNotNull();
                database.execute("SELECT pg_create_physical_replication_slot('" + prefix + "_" + i + "')");
            }
            Diagnostic fault = refusal(Sources.settings(database), true);
            assertThat(fault.code()).isEqualTo("connection.no-free-slot");
            database.execute(
                    "SELECT pg_drop_replication_slot('" + prefix + "_0')",
                    "SELECT pg_create_logical_replication_slot('tapstate_" + prefix + "', 'pgoutput')");
            assertThat(Sources.read(
                            "postgres",
                            Sources.settings(database),
                            database.server().password(),
                            true))
                    .as("a pipeline that has its slot already needs no other")
                    .isNotNull();
            assertThat(Sources.read(
                            "postgres",
                            Sources.settings(database),
                            database.server().password(),
                            false))
                    .isNotNull();
        } finally {
            database.execute(
                    "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name LIKE '%"
                            + prefix + "%'");
        }
    }

    private static Diagnostic refusal(Map<String, String> settings, boolean capture) {
        return Sources.refusal("postgres", settings, database.server().password(), capture);
    }

    private static TableSchema table(String name) {
        return Sources.read(
                        "postgres",
                        Sources.settings(database),
                        database.server().password(),
                        true)
                .stream()
                .filter(table -> table.id().name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
