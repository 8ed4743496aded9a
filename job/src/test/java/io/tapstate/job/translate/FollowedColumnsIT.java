package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.JobPlan;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With {@code ddl: apply}, a copy of a table in MongoDB looks as the table does, older rows included. */
class FollowedColumnsIT {
    private static final String SOURCE = """
            version: tapstate/v1
            kind: source
            id: shop
            connector: %s
            config:
              host: ${HOST}
              port: ${PORT}
              database: ${DATABASE}
              username: ${USERNAME}
              password: ${PASSWORD}
            mode: cdc
            """;
    private static final String TARGET = """
            version: tapstate/v1
            kind: source
            id: copies
            connector: mongodb
            config: { uri: "${STORE}" }
            """;
    private static final String PIPELINE = """
            version: tapstate/v1
            kind: pipeline
            id: copy
            source: shop
            serve:
              from: shop.orders
              sync:
                - { id: copy, source: copies, ddl: apply }
            """;

    private static final int TURNS = 24;

    @TempDir
    Path folder;

    private TestDatabase database;
    private MongoClient client;
    private MongoCollection<BsonDocument> copies;
    private Map<String, String> variables;

    @AfterEach
    void closeAll() {
        client.close();
        database.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "postgres"})
    void aCopyFollowsTheColumnsOfItsTable(String connector) throws Exception {
        open(connector);
        String amount = connector.equals("mysql") ? "`am``ount`" : "\"am`ount\"";
        String tick = connector.equals("mysql") ? "`ti``ck`" : "\"ti`ck\"";
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, a INT, b INT)",
                "INSERT INTO orders VALUES (1, 10, 100), (2, 20, 200)");

        try (LoadedJob job = start(connector)) {
            // A change of columns while the table is read would end the job; this row comes from the log.
            job.await("both rows", () -> copies.countDocuments() == 2);
            database.execute("INSERT INTO orders VALUES (4, 40, 400)");
            job.await("a row of the log", () -> copies.countDocuments() == 3);
            database.execute(
                    "ALTER TABLE orders ADD COLUMN note VARCHAR(9) DEFAULT 'none', DROP COLUMN b",
                    "ALTER TABLE orders RENAME COLUMN a TO " + amount,
                    "ALTER TABLE orders ADD COLUMN " + tick + " INT DEFAULT 5",
                    connector.equals("mysql")
                            ? "ALTER TABLE orders MODIFY note VARCHAR(20), MODIFY " + amount + " BIGINT"
                            : "ALTER TABLE orders ALTER note TYPE VARCHAR(20)",
                    "INSERT INTO orders VALUES (3, 30, 'new', 5)");
            job.await("the last row", () -> copies.countDocuments() == 4);

            assertThat(documents())
                    .containsExactlyInAnyOrder(
                            document(1, 10, "none"),
                            document(2, 20, "none"),
                            document(3, 30, "new"),
                            document(4, 40, "none"));

            job.checkpoint();
            database.execute(
                    // Writes the table anew, after which PostgreSQL no longer has what older rows show in new columns.
                    connector.equals("mysql")
                            ? "ALTER TABLE orders MODIFY note VARCHAR(30)"
                            : "ALTER TABLE orders ALTER " + amount + " TYPE BIGINT",
                    "ALTER TABLE orders ADD COLUMN later VARCHAR(9)",
                    "UPDATE orders SET later = 'l' WHERE id = 1",
                    connector.equals("mysql")
                            ? "ALTER TABLE orders DROP COLUMN note, RENAME COLUMN later TO note"
                            : "ALTER TABLE orders DROP COLUMN note; ALTER TABLE orders RENAME COLUMN later TO note",
                    "INSERT INTO orders (id, " + amount + ", note) VALUES (5, 50, 'five')");
            job.await("the row after a replacement", () -> copies.countDocuments() == 5);
            assertThat(documents())
                    .contains(document(1, 10, "l"), document(5, 50, "five"))
                    .allSatisfy(document ->
                            assertThat(document.keySet()).containsExactlyInAnyOrder("id", "am`ount", "note", "ti`ck"));
        }
    }

    @Test
    void aCopyIsItsTableAfterAnyHistoryThatIsFollowed() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        open("postgres");
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, turn INT, c0 INT, c1 TEXT)",
                "INSERT INTO orders SELECT i, 0, i * 10, 'text ' || i FROM generate_series(1, 20) i",
                "INSERT INTO orders VALUES (0, 0, 0, repeat('large ', 5000))");
        AlteredTable table = new AlteredTable(new Random(seed));
        try (LoadedJob job = start("postgres")) {
            job.await("all rows", () -> copies.countDocuments() == 21);
            database.execute("INSERT INTO orders VALUES (50, 0, 0, 'of the log')");
            job.await("a row of the log", () -> copies.countDocuments() == 22);
            for (int turn = 1; turn <= TURNS; turn++) {
                List<String> statements = table.turn(turn);
                database.execute(statements.toArray(String[]::new));
                if (turn % 4 == 2) {
                    job.kill();
                }
                int now = turn;
                job.await(
                        "turn " + turn + " of seed " + seed,
                        () -> copies.countDocuments(new Document("id", 1L).append("turn", (long) now)) == 1);
                assertThat(documents())
                        .as("seed %d, turn %d: %s", seed, turn, statements)
                        .containsExactlyInAnyOrderElementsOf(rows());
            }
        }
    }

    /** What happens to a table: each column changes once in a turn, and no name is used twice. */
    private static final class AlteredTable {
        private final Random random;
        private final List<String> columns = new ArrayList<>(List.of("c0", "c1"));
        private int named = 2;
        private int inserted = 100;

        AlteredTable(Random random) {
            this.random = random;
        }

        List<String> turn(int turn) {
            List<String> statements = new ArrayList<>();
            List<String> untouched = new ArrayList<>(columns);
            for (int step = random.nextInt(4); step >= 0; step--) {
                statements.add(row());
                alter(untouched).ifPresent(change -> statements.add("ALTER TABLE orders " + change));
            }
            // In the log this is behind everything else.
            statements.add("UPDATE orders SET turn = " + turn + " WHERE id = 1");
            return statements;
        }

        private Optional<String> alter(List<String> untouched) {
            String name = "c" + named++;
            if (untouched.isEmpty() || random.nextInt(3) == 0) {
                columns.add(name);
                String type = random.nextBoolean() ? " INT" : " TEXT";
                return Optional.of("ADD COLUMN " + name + type + (random.nextBoolean() ? "" : " DEFAULT " + named));
            }
            String column = untouched.remove(random.nextInt(untouched.size()));
            columns.remove(column);
            if (random.nextBoolean()) {
                return Optional.of("DROP COLUMN " + column);
            }
            columns.add(name);
            return Optional.of("RENAME COLUMN " + column + " TO " + name);
        }

        private String row() {
            return switch (random.nextInt(4)) {
                case 0 -> "INSERT INTO orders (id) VALUES (" + inserted++ + ")";
                case 1 -> "DELETE FROM orders WHERE id = " + (2 + random.nextInt(19));
                default ->
                    columns.isEmpty()
                            ? "UPDATE orders SET turn = -1 WHERE id > 15"
                            : "UPDATE orders SET " + columns.get(random.nextInt(columns.size())) + " = "
                                    + random.nextInt(1000) + " WHERE id % 5 = " + random.nextInt(5);
            };
        }
    }

    private List<BsonDocument> rows() throws SQLException {
        List<BsonDocument> rows = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM orders")) {
            ResultSetMetaData columns = row.getMetaData();
            while (row.next()) {
                BsonDocument document = new BsonDocument();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    Object value = row.getObject(i);
                    document.append(
                            columns.getColumnName(i),
                            value == null
                                    ? BsonNull.VALUE
                                    : value instanceof Integer number
                                            ? new BsonInt64(number)
                                            : new BsonString((String) value));
                }
                rows.add(document);
            }
        }
        return rows;
    }

    private List<BsonDocument> documents() {
        List<BsonDocument> documents = copies.find().into(new ArrayList<>());
        documents.forEach(document -> document.remove("_id"));
        return documents;
    }

    private void open(String connector) {
        database = connector.equals("mysql")
                ? TestDatabases.freshMySql("followed")
                : TestDatabases.freshPostgres("followed");
        String store = TestDatabases.uniqueName("copies");
        client = MongoClients.create(TestDatabases.store().uri(store));
        copies = client.getDatabase(store).getCollection("orders", BsonDocument.class);
        variables = Map.of(
                "HOST", database.server().host(),
                "PORT", Integer.toString(database.server().port()),
                "DATABASE", database.name(),
                "USERNAME", database.server().user(),
                "PASSWORD", database.server().password(),
                "STORE", TestDatabases.store().uri(store));
    }

    private LoadedJob start(String connector) throws Exception {
        return new LoadedJob(plan(connector), variables::get, Connectors.RUNTIMES, folder, Duration.ofMillis(200));
    }

    private static BsonDocument document(long id, long amount, String note) {
        return BsonDocument.parse("{id: {$numberLong: '" + id + "'}, 'am`ount': {$numberLong: '" + amount
                + "'}, note: '" + note + "', 'ti`ck': {$numberLong: '5'}}");
    }

    private JobPlan plan(String connector) {
        Workspace workspace = new Workspace(List.of(
                new TapFile("source/shop.tap.yml", SOURCE.formatted(connector)),
                new TapFile("source/copies.tap.yml", TARGET),
                new TapFile("pipeline/copy.tap.yml", PIPELINE)));
        return TapPlanner.plan(workspace, "copy", new LiveSchemas(variables::get), variables::get)
                .runnable()
                .plan();
    }
}
