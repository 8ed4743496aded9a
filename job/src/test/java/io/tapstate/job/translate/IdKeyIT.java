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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a table's key is named {@code _id}, so is that of its documents; below the root it is a column like others. */
class IdKeyIT {
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
            config: { uri: "${TAPSTATE_VIEWS_URI}" }
            """;
    private static final String PIPELINE = """
            version: tapstate/v1
            kind: pipeline
            id: orders
            source: shop
            transforms:
              - type: nest
                from: { o: shop.orders, l: shop.lines }
                root:
                  from: o
                  key: [_id]
                  embed:
                    - { from: l, on: { order_id: _id }, as: array, path: lines }
            view: { id: nested, primary_key: _id }
            serve:
              from: shop.lines
              sync:
                - { id: copy, source: copies }
            """;

    @TempDir
    Path folder;

    @Test
    void aKeyNamedIdIsThatOfTheDocuments() throws Exception {
        String store = TestDatabases.uniqueName("ids");
        try (TestDatabase database = TestDatabases.freshMySql("ids");
                MongoClient client = MongoClients.create(TestDatabases.store().uri(store))) {
            database.execute(
                    "CREATE TABLE orders (_id INT PRIMARY KEY, v INT)",
                    "CREATE TABLE `lines` (v INT, order_id INT NOT NULL, _id VARCHAR(9) PRIMARY KEY)",
                    "INSERT INTO orders VALUES (1, 10), (2, 20)",
                    "INSERT INTO `lines` VALUES (7, 1, 'a'), (8, 1, 'b')");
            Map<String, String> variables = Map.of(
                    "HOST", database.server().host(),
                    "PORT", Integer.toString(database.server().port()),
                    "DATABASE", database.name(),
                    "USERNAME", database.server().user(),
                    "PASSWORD", database.server().password(),
                    "TAPSTATE_VIEWS_URI", TestDatabases.store().uri(store));
            Workspace workspace = new Workspace(List.of(
                    new TapFile("source/shop.tap.yml", SOURCE),
                    new TapFile("source/copies.tap.yml", TARGET),
                    new TapFile("pipeline/orders.tap.yml", PIPELINE)));
            var plan = TapPlanner.plan(workspace, "orders", new LiveSchemas(variables::get), variables::get)
                    .runnable()
                    .plan();
            var nested = client.getDatabase(store).getCollection("nested", BsonDocument.class);
            var lines = client.getDatabase(store).getCollection("lines", BsonDocument.class);

            try (LoadedJob job =
                    new LoadedJob(plan, variables::get, Connectors.RUNTIMES, folder, Duration.ofMillis(200))) {
                job.await("the load", () -> nested.countDocuments() == 2 && lines.countDocuments() == 2);
                database.execute(
                        "UPDATE `lines` SET v = 80, order_id = 2 WHERE _id = 'b'",
                        "UPDATE orders SET _id = 3 WHERE _id = 1",
                        "UPDATE `lines` SET order_id = 3 WHERE _id = 'a'",
                        "INSERT INTO `lines` VALUES (9, 2, 'c')");
                job.await(
                        "the last row",
                        () -> lines.countDocuments() == 3 && json(nested).contains("'c'"));

                job.await(
                        "all",
                        () -> json(nested)
                                .equals("[{'_id': 2, 'v': 20, 'lines': [{'v': 80, 'order_id': 2, '_id': 'b'},"
                                        + " {'v': 9, 'order_id': 2, '_id': 'c'}]},"
                                        + " {'_id': 3, 'v': 10, 'lines': [{'v': 7, 'order_id': 3, '_id': 'a'}]}]"));
                assertThat(json(lines))
                        .isEqualTo("[{'_id': 'a', 'v': 7, 'order_id': 3}, {'_id': 'b', 'v': 80, 'order_id': 2},"
                                + " {'_id': 'c', 'v': 9, 'order_id': 2}]");
            }
        }
    }

    private static String json(MongoCollection<BsonDocument> collection) {
        return collection
                .find()
                .sort(BsonDocument.parse("{_id: 1}"))
                .map(BsonDocument::toJson)
                .into(new ArrayList<>())
                .toString()
                .replace('"', '\'');
    }
}
