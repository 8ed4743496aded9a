package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.concurrent.TimeUnit;

/**
 * A client of the driver as everything here wants it. Unless the uri says otherwise it looks for a server for seconds
 * only, hangs on no silent connection, and takes a write for done when a majority has it: the job never sends again what a
 * checkpoint covers.
 */
final class StoreClient {
    private static final int SELECTION_SECONDS = 5;
    private static final int READ_SECONDS = 60;

    private StoreClient() {}

    /** The caller's to close. */
    static MongoClient open(String uri) {
        ConnectionString parsed = new ConnectionString(uri);
        MongoClientSettings.Builder settings = MongoClientSettings.builder()
                .applyConnectionString(parsed)
                .applicationName("tapstate")
                .applyToClusterSettings(cluster -> {
                    if (parsed.getServerSelectionTimeout() == null) {
                        cluster.serverSelectionTimeout(SELECTION_SECONDS, TimeUnit.SECONDS);
                    }
                })
                .applyToSocketSettings(socket -> {
                    if (parsed.getSocketTimeout() == null) {
                        socket.readTimeout(READ_SECONDS, TimeUnit.SECONDS);
                    }
                });
        if (parsed.getWriteConcern() == null) {
            settings.writeConcern(WriteConcern.MAJORITY);
        }
        return MongoClients.create(settings.build());
    }
}
