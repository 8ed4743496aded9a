package io.tapstate.connectors.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.nio.file.Path;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded document store, through the real driver. */
class DocumentStoreIT {
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
}
