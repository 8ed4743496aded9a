package io.tapstate.connectors.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded document store, through the real driver. */
class DocumentStoreIT {
    private static final int LINES = 1_000;

    @TempDir
    Path folder;

    @Test
    void keepsDocumentsAndPortAcrossARestart() {
        int port;
        try (DocumentStore store = DocumentStore.start(folder, line -> {});
                MongoClient client = MongoClients.create(store.uri("views"))) {
            port = store.port();
            client.getDatabase("views")
                    .getCollection("orders")
                    .insertOne(new Document("_id", 1L).append("city", "Köln"));
        }
        try (DocumentStore store = DocumentStore.start(folder, line -> {});
                MongoClient client = MongoClients.create(store.uri("views"))) {
            assertThat(store.port()).isEqualTo(port);
            assertThat(client.getDatabase("views").getCollection("orders").find())
                    .containsExactly(new Document("_id", 1L).append("city", "Köln"));
        }
    }

    @Test
    void documentsWhoseIdsAreDocumentsAreFoundAgainBeforeAndAfterARestart() {
        for (int start = 1; start <= 2; start++) {
            try (DocumentStore store = DocumentStore.start(folder, ServerOptions.FAST, line -> {});
                    MongoClient client = MongoClients.create(store.uri("views"))) {
                MongoCollection<Document> lines = client.getDatabase("views").getCollection("lines");
                for (int version = 1; version <= 2; version++) {
                    lines.bulkWrite(replacements(10 * start + version), new BulkWriteOptions().ordered(false));
                }
                assertThat(lines.countDocuments()).isEqualTo(LINES);
                assertThat(lines.countDocuments(new Document("version", 10 * start + 2)))
                        .isEqualTo(LINES);
                assertThat(lines.deleteOne(replacements(0).get(LINES - 1).getFilter())
                                .getDeletedCount())
                        .isEqualTo(1);
            }
        }
    }

    private static List<ReplaceOneModel<Document>> replacements(int version) {
        return IntStream.range(0, LINES)
                .mapToObj(number -> {
                    Document id = new Document("order", (long) number / 5)
                            .append("line", number % 5L)
                            .append("place", List.of(new Document("shelf", "s" + number)));
                    return new ReplaceOneModel<>(
                            new Document("_id", id),
                            new Document("_id", id).append("version", version),
                            new ReplaceOptions().upsert(true));
                })
                .toList();
    }
}
