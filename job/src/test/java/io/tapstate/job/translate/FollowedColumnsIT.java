package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.JobPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With {@code ddl: apply}, a copy of a MySQL table in MongoDB looks as the table does, older rows included. */
class FollowedColumnsIT {
    private static final String SOURCE = """
            version: tapstate/v1
            kind: source
            id: shop
            connector: mysql
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

    @TempDir
    Path folder;

    @Test
    void aCopyFollowsTheColumnsOfItsTable() throws Exception {
        String store = TestDatabases.uniqueName("copies");
        try (TestDatabase database = TestDatabases.freshMySql("followed");
                MongoClient client = MongoClients.create(TestDatabases.store().uri(store))) {
            database.execute(
                    "CREATE TABLE orders (id INT PRIMARY KEY, a INT, b INT)",
                    "INSERT INTO orders VALUES (1, 10, 100), (2, 20, 200)");
            Map<String, String> variables = Map.of(
                    "HOST", database.server().host(),
                    "PORT", Integer.toString(database.server().port()),
                    "DATABASE", database.name(),
                    "USERNAME", database.server().user(),
                    "PASSWORD", database.server().password(),
                    "STORE", TestDatabases.store().uri(store));
            var copies = client.getDatabase(store).getCollection("orders", BsonDocument.class);

            try (LoadedJob job = new LoadedJob(
                    plan(variables), variables::get, Connectors.RUNTIMES, folder, Duration.ofMillis(200))) {
                // A change of columns while the table is read would end the job; this row comes from the log.
                job.await("both rows", () -> copies.countDocuments() == 2);
                database.execute("INSERT INTO orders VALUES (4, 40, 400)");
                job.await("a row of the log", () -> copies.countDocuments() == 3);
                database.execute(
                        "ALTER TABLE orders ADD COLUMN note VARCHAR(9) DEFAULT 'none', DROP COLUMN b",
                        "ALTER TABLE orders RENAME COLUMN a TO `am``ount`, MODIFY note VARCHAR(20)",
                        "ALTER TABLE orders MODIFY `am``ount` BIGINT, ADD COLUMN `ti``ck` INT DEFAULT 5",
                        "INSERT INTO orders VALUES (3, 30, 'new', 5)");
                job.await("the last row", () -> copies.countDocuments() == 4);

                List<BsonDocument> documents = copies.find().into(new ArrayList<>());
                documents.forEach(document -> document.remove("_id"));
                assertThat(documents)
                        .containsExactlyInAnyOrder(
                                document(1, 10, "none"),
                                document(2, 20, "none"),
                                document(3, 30, "new"),
                                document(4, 40, "none"));
            }
        }
    }

    private static BsonDocument document(long id, long amount, String note) {
        return BsonDocument.parse("{id: {$numberLong: '" + id + "'}, 'am`ount': {$numberLong: '" + amount
                + "'}, note: '" + note + "', 'ti`ck': {$numberLong: '5'}}");
    }

    private static JobPlan plan(Map<String, String> variables) {
        Workspace workspace = new Workspace(List.of(
                new TapFile("source/shop.tap.yml", SOURCE),
                new TapFile("source/copies.tap.yml", TARGET),
                new TapFile("pipeline/copy.tap.yml", PIPELINE)));
        return TapPlanner.plan(workspace, "copy", new LiveSchemas(variables::get), variables::get)
                .runnable()
                .plan();
    }
}
