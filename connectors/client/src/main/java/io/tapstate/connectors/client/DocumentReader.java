package io.tapstate.connectors.client;

import com.mongodb.MongoException;
import com.mongodb.MongoServerException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.tapstate.connectors.diagnostics.TapException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * Reads the documents of one database of a MongoDB store: collections, finds, counts and watches. Safe for use by
 * several threads. Every method throws {@link TapException} with a {@link StoreError}.
 */
public final class DocumentReader implements AutoCloseable {
    /** How often a store without change streams is asked for changes. */
    public static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    // BadValue, FailedToParse, TypeMismatch, and the two codes for unknown operators.
    private static final Set<Integer> FILTER_REFUSALS = Set.of(2, 9, 14, 17287, 51091);

    private final StoreAddress address;
    private final MongoClient client;
    private final MongoDatabase database;
    private final Queue<DocumentWatch> watches = new ConcurrentLinkedQueue<>();

    private DocumentReader(StoreAddress address, MongoClient client) {
        this.address = address;
        this.client = client;
        this.database = client.getDatabase(address.database());
    }

    /**
     * Connects, and fails within seconds when the store does not answer.
     *
     * @param uri connection string; its path names the database, {@code views} when it has none
     */
    public static DocumentReader open(String uri) {
        StoreAddress address = StoreAddress.of(uri);
        DocumentReader reader = new DocumentReader(address, MongoClients.create(address.settings()));
        try {
            reader.answered("", () -> reader.database.runCommand(new BsonDocument("ping", new BsonInt32(1))));
        } catch (TapException e) {
            reader.close();
            throw e;
        }
        return reader;
    }

    /** Name of the database that is read. */
    public String database() {
        return address.database();
    }

    /** Where the store is, without user and password. */
    public String address() {
        return address.toString();
    }

    /** Names of the collections, sorted, without the store's own. */
    public List<String> collections() {
        return answered("", () -> {
            List<String> names = new ArrayList<>();
            for (String name : database.listCollectionNames()) {
                if (!name.startsWith("system.")) {
                    names.add(name);
                }
            }
            names.sort(null);
            return names;
        });
    }

    /**
     * Documents that match, all in memory. A collection that does not exist has none.
     *
     * @param sort field to 1 or -1; empty for the store's order
     * @param limit most documents to hand back; 0 for all
     */
    public List<BsonDocument> find(String collection, BsonDocument filter, BsonDocument sort, int limit) {
        return answered(collection, filter, () -> {
            FindIterable<BsonDocument> found = database.getCollection(collection, BsonDocument.class)
                    .find(filter)
                    .limit(limit);
            return (sort.isEmpty() ? found : found.sort(sort)).into(new ArrayList<>());
        });
    }

    /** How many documents match. */
    public long count(String collection, BsonDocument filter) {
        return answered(
                collection, filter, () -> database.getCollection(collection).countDocuments(filter));
    }

    /** As {@link #watch(String, BsonDocument, Duration, Consumer)}, polling at {@link #POLL_INTERVAL}. */
    public DocumentWatch watch(String collection, BsonDocument filter, Consumer<DocumentEvent> listener) {
        return watch(collection, filter, POLL_INTERVAL, listener);
    }

    /**
     * Tells what happens to the documents that match, beginning with those there are. Uses a change stream where the
     * store has them, else asks again and again. Remembers the last version of every matching document, so the filter
     * should be narrow. Versions that follow each other too fast are skipped, the last one never is.
     *
     * @param pollInterval pause between two questions to a store without change streams
     * @param listener called by one thread of the watch; what it throws ends the watch
     */
    public DocumentWatch watch(
            String collection, BsonDocument filter, Duration pollInterval, Consumer<DocumentEvent> listener) {
        // Faults of the filter are told to the caller, not to the thread.
        find(collection, filter, new BsonDocument(), 1);
        DocumentWatch watch = DocumentWatch.start(this, collection, filter, pollInterval, listener);
        watches.add(watch);
        return watch;
    }

    MongoDatabase store() {
        return database;
    }

    <T> T answered(String collection, BsonDocument filter, Supplier<T> question) {
        return answered(collection, () -> {
            try {
                return question.get();
            } catch (MongoServerException e) {
                if (!filter.isEmpty() && FILTER_REFUSALS.contains(e.getCode())) {
                    throw TapException.because(
                            e,
                            StoreError.FILTER_INVALID,
                            "filter",
                            filter.toJson(),
                            "reason",
                            StoreAddress.serverWords(e));
                }
                throw e;
            }
        });
    }

    <T> T answered(String collection, Supplier<T> question) {
        try {
            return question.get();
        } catch (MongoException e) {
            throw address.fault(e, collection);
        }
    }

    /** Ends all watches too. */
    @Override
    public void close() {
        watches.forEach(DocumentWatch::close);
        client.close();
    }
}
