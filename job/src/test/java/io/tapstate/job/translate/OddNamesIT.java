package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.PlanOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Names of PostgreSQL as they are, from the catalogue to the document: of a schema, of tables, keys and columns. */
class OddNamesIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String LONG = "0123456789".repeat(1_000);

    private final Map<Long, BsonDocument> documents = new ConcurrentSkipListMap<>();
    private TestDatabase database;

    @BeforeEach
    void createDatabase() {
        database = TestDatabases.freshPostgres("names");
        database.execute(
                "CREATE SCHEMA \"Größe (m)\"",
                "CREATE TABLE \"Größe (m)\".\"Bestellungen 2024\" (\"Nr.  (ü)\" int PRIMARY KEY, \"größe\" int,"
                        + " \"Größe\" text)",
                "ALTER TABLE \"Größe (m)\".\"Bestellungen 2024\" ALTER \"Größe\" SET STORAGE EXTERNAL",
                "CREATE TABLE \"Größe (m)\".\"a\\b\" (id int PRIMARY KEY, \"of order\" int)",
                "CREATE TABLE \"Größe (m)\".\"x.y\" (id int PRIMARY KEY, \"$order\" int, \"größe\" int)",
                "CREATE TABLE \"Größe (m)\".\"\"\"quoted\"\"\" (\"it's\" int PRIMARY KEY, \"😀\" text)",
                "CREATE TABLE \"Größe (m)\".\"表\" (\"列\" int PRIMARY KEY, \"表\" int)");
        Stream.of("a\\b", "x.y", "\"\"quoted\"\"", "表")
                .forEach(
                        table -> database.execute("ALTER TABLE \"Größe (m)\".\"" + table + "\" REPLICA IDENTITY FULL"));
    }

    @AfterEach
    void dropDatabase() {
        database.close();
    }

    @Test
    void aTreeIsMadeOfTablesAndColumnsOfAnyName() throws Exception {
        database.execute(
                "INSERT INTO \"Größe (m)\".\"Bestellungen 2024\" VALUES (1, 10, '" + LONG + "')",
                "INSERT INTO \"Größe (m)\".\"a\\b\" VALUES (1, 1)",
                "INSERT INTO \"Größe (m)\".\"x.y\" VALUES (1, 1, 2), (2, 1, 3)",
                "INSERT INTO \"Größe (m)\".\"\"\"quoted\"\"\" VALUES (1, 'ü')");
        PlanOutcome outcome = TapPlanner.plan(workspace(), "orders", new LiveSchemas(this::variable), this::variable);
        assertThat(outcome.refusals()).isEmpty();

        try (RealSourceJob job = new RealSourceJob(outcome.plan(), this::variable, this::keep)) {
            assertThat(job.await(PATIENCE, () -> documents.containsKey(1L))).isTrue();
            assertThat(documents.get(1L)).isEqualTo(BsonDocument.parse("""
                    {"Nr.  (ü)": {"$numberLong": "1"}, "größe": {"$numberLong": "10"}, "Größe": "%s",
                     "backslash": [{"id": {"$numberLong": "1"}, "of order": {"$numberLong": "1"}}],
                     "dot": [{"id": {"$numberLong": "2"}, "$order": {"$numberLong": "1"}, "größe": {"$numberLong": "3"}}],
                     "quotes": {"it's": {"$numberLong": "1"}, "😀": "ü"}, "beyond": []}""".formatted(LONG)));
            database.execute(
                    "UPDATE \"Größe (m)\".\"Bestellungen 2024\" SET \"größe\" = 11",
                    "DELETE FROM \"Größe (m)\".\"a\\b\"",
                    "UPDATE \"Größe (m)\".\"x.y\" SET \"größe\" = 4 WHERE id = 1",
                    "UPDATE \"Größe (m)\".\"\"\"quoted\"\"\" SET \"it's\" = 2",
                    "INSERT INTO \"Größe (m)\".\"表\" VALUES (7, 1)");
            BsonDocument then = BsonDocument.parse("""
                    {"Nr.  (ü)": {"$numberLong": "1"}, "größe": {"$numberLong": "11"}, "Größe": "%s", "backslash": [],
                     "dot": [{"id": {"$numberLong": "1"}, "$order": {"$numberLong": "1"}, "größe": {"$numberLong": "4"}},
                      {"id": {"$numberLong": "2"}, "$order": {"$numberLong": "1"}, "größe": {"$numberLong": "3"}}],
                     "beyond": [{"列": {"$numberLong": "7"}, "表": {"$numberLong": "1"}}]}""".formatted(LONG));
            job.await(PATIENCE, () -> then.equals(documents.get(1L)));

            assertThat(documents.get(1L)).isEqualTo(then);
        }
    }

    private void keep(RowChange change) {
        if (change.kind() != ChangeKind.DELETE) {
            BsonDocument document = RawRow.decode(change.after());
            documents.put(document.getInt64("Nr.  (ü)").getValue(), document);
        }
    }

    private String variable(String name) {
        return switch (name) {
            case "SHOP_PASSWORD" -> database.server().password();
            case "TAPSTATE_VIEWS_URI" -> "mongodb://127.0.0.1:1/views";
            default -> null;
        };
    }

    private Workspace workspace() {
        TapFile source = new TapFile("source/shop.tap.yml", """
                version: tapstate/v1
                kind: source
                id: shop
                connector: postgres
                config: { host: "%s", port: %d, database: %s, schema: 'Größe (m)', username: %s, password: "${SHOP_PASSWORD}" }
                mode: cdc
                """.formatted(
                        database.server().host(),
                        database.server().port(),
                        database.name(),
                        database.server().user()));
        TapFile pipeline = new TapFile("pipeline/orders.tap.yml", """
                version: tapstate/v1
                kind: pipeline
                id: orders
                source: shop
                transforms:
                  - { id: large, type: filter, from: shop.x.y, expr: 'after["größe"] > 2' }
                  - id: documents
                    type: nest
                    from: { o: Bestellungen 2024, b: 'a\\b', x: large, q: 'shop."quoted"', t: 表 }
                    root:
                      from: o
                      key: ['Nr.  (ü)']
                      embed:
                        - { from: b, on: { of order: 'Nr.  (ü)' }, as: array, path: backslash }
                        - { from: x, on: { $order: 'Nr.  (ü)' }, as: array, path: dot }
                        - { from: q, on: { "it's": 'Nr.  (ü)' }, as: object, path: quotes }
                        - { from: t, on: { 表: 'Nr.  (ü)' }, as: array, path: beyond }
                view: { primary_key: 'Nr.  (ü)' }
                """);
        return new Workspace(List.of(source, pipeline));
    }
}
