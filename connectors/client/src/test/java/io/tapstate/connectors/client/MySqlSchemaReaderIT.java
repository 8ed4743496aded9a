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
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MySqlSchemaReaderIT {
    private static final String SECRET = "s3cr3t-of-reader";

    private static TestDatabase database;

    @BeforeAll
    static void makeDatabase() {
        database = TestDatabases.freshMySql("schemas");
    }

    @AfterAll
    static void dropDatabase() {
        database.close();
    }

    @Test
    void theDemoTableIsReadAsDeclared() {
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(64), amount DECIMAL(10,2))",
                "INSERT INTO orders VALUES (1,'alice',10.00),(2,'bob',20.00)");
        TableSchema orders = table("orders");
        assertThat(orders.id()).isEqualTo(new TableId(database.name(), "orders"));
        assertThat(orders.columns())
                .extracting(ColumnSchema::name, ColumnSchema::type, ColumnSchema::nullable)
                .containsExactly(
                        tuple("id", ColumnType.INTEGER, false),
                        tuple("customer", ColumnType.STRING, true),
                        tuple("amount", ColumnType.DECIMAL, true));
        assertThat(orders.columns().get(2).nativeType()).isEqualTo("decimal(10,2)");
        assertThat(orders.primaryKey()).containsExactly("id");
        assertThat(orders.uniqueIndexes()).isEmpty();
        assertThat(orders.beforeImage()).isEqualTo(BeforeImage.FULL);
        assertThat(orders.rowEstimate()).hasValue(2);
    }

    @Test
    void keysComeInKeyOrderAndOnlyWholeUniqueIndexesIdentify() {
        database.execute("CREATE TABLE placed (a INT, b VARCHAR(20) NOT NULL, c INT NOT NULL, d INT,"
                + " PRIMARY KEY (c, a), UNIQUE KEY u_db (d, b), UNIQUE KEY u_bc (b, c), KEY plain (d))");
        TableSchema placed = table("placed");
        assertThat(placed.primaryKey()).containsExactly("c", "a");
        assertThat(placed.uniqueIndexes())
                .containsExactlyInAnyOrder(
                        new UniqueIndex("u_db", List.of("d", "b"), false),
                        new UniqueIndex("u_bc", List.of("b", "c"), true));
    }

    @Test
    void tablesComeSortedWithoutViewsAndWithoutOtherDatabases() {
        try (TestDatabase other = TestDatabases.freshMySql("other");
                TestDatabase mine = TestDatabases.freshMySql("mine")) {
            other.execute("CREATE TABLE hidden (id INT PRIMARY KEY)");
            mine.execute(
                    "CREATE TABLE b (id INT PRIMARY KEY)",
                    "CREATE TABLE a (id INT)",
                    "CREATE TABLE `odd name` (`a b` INT PRIMARY KEY)",
                    "CREATE VIEW v AS SELECT * FROM a");
            List<TableSchema> tables =
                    Sources.read("mysql", Sources.settings(mine), mine.server().password(), true);
            assertThat(tables).extracting(table -> table.id().name()).containsExactly("a", "b", "odd name");
            assertThat(tables.get(0).primaryKey()).isEmpty();
            assertThat(tables.get(2).primaryKey()).containsExactly("a b");
        }
    }

    @Test
    void everyColumnTypeIsCarriedExactlyOrRefused() {
        Map<String, ColumnType> types = new LinkedHashMap<>();
        types.put("tinyint(1)", ColumnType.BOOLEAN);
        types.put("boolean", ColumnType.BOOLEAN);
        for (String integer :
                List.of("tinyint", "tinyint unsigned", "smallint", "mediumint", "int", "bigint", "year")) {
            types.put(integer, ColumnType.INTEGER);
        }
        types.put("int unsigned", ColumnType.INTEGER);
        types.put("bigint unsigned", ColumnType.DECIMAL);
        types.put("decimal(34,30)", ColumnType.DECIMAL);
        types.put("decimal(65,30)", ColumnType.DECIMAL);
        types.put("float", ColumnType.DOUBLE);
        types.put("double", ColumnType.DOUBLE);
        types.put("bit(1)", ColumnType.BOOLEAN);
        types.put("bit(2)", ColumnType.STRING);
        for (String text : List.of("char(3)", "varchar(9)", "tinytext", "text", "longtext", "enum('a')", "set('a')")) {
            types.put(text, ColumnType.STRING);
        }
        for (String binary : List.of("binary(3)", "varbinary(9)", "tinyblob", "blob", "longblob")) {
            types.put(binary, ColumnType.BINARY);
        }
        types.put("date", ColumnType.DATE);
        types.put("time(6)", ColumnType.TIME);
        types.put("datetime(6)", ColumnType.DATETIME);
        types.put("timestamp(3) null", ColumnType.TIMESTAMP);
        types.put("timestamp(4) null", ColumnType.TIMESTAMP_MICROS);
        types.put("geometry", ColumnType.GEOMETRY);
        types.put("point", ColumnType.GEOMETRY);
        StringBuilder columns = new StringBuilder();
        types.keySet()
                .forEach(type -> columns.append(columns.length() == 0 ? "" : ", ")
                        .append("`")
                        .append(type.replace("'", ""))
                        .append("` ")
                        .append(type));
        database.execute("CREATE TABLE every_type (" + columns + ")");
        assertThat(table("every_type").columns())
                .allSatisfy(column -> assertThat(column.type())
                        .as(column.name())
                        .isEqualTo(types.entrySet().stream()
                                .filter(type -> type.getKey().replace("'", "").equals(column.name()))
                                .findFirst()
                                .orElseThrow()
                                .getValue()))
                .hasSize(types.size());
    }

    @Test
    void aWrongPasswordIsALoginRefusal() {
        Diagnostic fault = Sources.refusal("mysql", Sources.settings(database), "wrong-" + SECRET, true);
        assertThat(fault.code()).isEqualTo("connection.login-refused");
        assertThat(fault.parameters())
                .containsEntry("username", database.server().user())
                .containsEntry("address", address());
    }

    @Test
    void aMissingDatabaseIsNamed() {
        Diagnostic fault = refusal(Sources.with(Sources.settings(database), "database", "no such ?x=1&"), false);
        assertThat(fault.code()).isEqualTo("connection.database-missing");
        assertThat(fault.parameters()).containsEntry("database", "no such ?x=1&");
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
        Diagnostic smuggled = refusal(Sources.with(settings, "host", "127.0.0.1/x?allowLoadLocalInfile=true"), false);
        assertThat(smuggled.message()).contains("not a host name");
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
    void anUnsetVariableIsReportedBeforeConnecting() {
        Diagnostic fault = refusal(Sources.with(Sources.settings(database), "username", "${NOT_SET}"), false);
        assertThat(fault.code()).isEqualTo("dsl.undefined-variable");
    }

    @Test
    void capturingNeedsBothReplicationPrivilegesAndReadingNeither() {
        String user = TestDatabases.uniqueName("reader");
        database.execute(
                "CREATE USER '" + user + "'@'%' IDENTIFIED BY '" + SECRET + "'",
                "GRANT SELECT ON " + database.name() + ".* TO '" + user + "'@'%'");
        try {
            Map<String, String> settings = Sources.with(Sources.settings(database), "username", user);
            assertThat(Sources.read("mysql", settings, SECRET, false)).isNotNull();
            Diagnostic first = Sources.refusal("mysql", settings, SECRET, true);
            assertThat(first.code()).isEqualTo("connection.privilege-missing");
            assertThat(first.parameters()).containsEntry("privilege", "REPLICATION CLIENT");
            database.execute("GRANT REPLICATION CLIENT ON *.* TO '" + user + "'@'%'");
            Diagnostic second = Sources.refusal("mysql", settings, SECRET, true);
            assertThat(second.parameters()).containsEntry("privilege", "REPLICATION SLAVE");
            database.execute(second.parameters().get("statement"));
            assertThat(Sources.read("mysql", settings, SECRET, true)).isNotNull();
        } finally {
            database.execute("DROP USER '" + user + "'@'%'");
        }
    }

    @Test
    void aLogThatLeavesOutColumnsOrRowsIsRefusedForCaptureOnly() {
        for (String image : List.of("MINIMAL", "NOBLOB")) {
            Diagnostic fault = refusalUnder("binlog_row_image", image, "FULL");
            assertThat(fault.code()).isEqualTo("connection.binlog-row-image");
            assertThat(fault.parameters()).containsEntry("image", image);
        }
        for (String format : List.of("MIXED", "STATEMENT")) {
            Diagnostic fault = refusalUnder("binlog_format", format, "ROW");
            assertThat(fault.code()).isEqualTo("connection.binlog-format");
            assertThat(fault.parameters()).containsEntry("format", format);
        }
        assertThat(refusalUnder("binlog_row_value_options", "PARTIAL_JSON", "").code())
                .isEqualTo("connection.binlog-partial-json");
    }

    private static Diagnostic refusalUnder(String variable, String value, String restored) {
        try {
            database.execute("SET GLOBAL " + variable + " = '" + value + "'");
            assertThat(Sources.read(
                            "mysql",
                            Sources.settings(database),
                            database.server().password(),
                            false))
                    .isNotNull();
            return refusal(Sources.settings(database), true);
        } finally {
            database.execute("SET GLOBAL " + variable + " = '" + restored + "'");
        }
    }

    private static Diagnostic refusal(Map<String, String> settings, boolean capture) {
        return Sources.refusal("mysql", settings, database.server().password(), capture);
    }

    private static String address() {
        return database.server().host() + ":" + database.server().port();
    }

    private static TableSchema table(String name) {
        return Sources.read(
                        "mysql", Sources.settings(database), database.server().password(), true)
                .stream()
                .filter(table -> table.id().name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
