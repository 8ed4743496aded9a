package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.MongoServerException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import io.tapstate.connectors.api.OptionReader;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.SinkRequest;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * Where one view is kept. Holds the uri with its password, so it prints only hosts and database.
 *
 * @param uri with a short server selection timeout unless the user gave one
 * @param name hosts and database, for messages
 */
record ViewStore(
        String uri, String name, String database, String collection, List<String> primaryKey, List<String> indexes)
        implements Serializable {
    private static final String CONNECTOR = "mongodb";
    private static final String DEFAULT_DATABASE = "views";
    private static final String SELECTION_TIMEOUT = "serverSelectionTimeoutMS";
    private static final int SELECTION_MILLIS = 5_000;
    private static final String ID = "_id";

    /** @throws TapException {@code actuation.view-store-unreachable} when the uri is none */
    static ViewStore of(SinkRequest request) {
        String uri = new OptionReader(CONNECTOR, request.config()).required("uri");
        ConnectionString parsed;
        try {
            parsed = new ConnectionString(uri);
        } catch (IllegalArgumentException e) {
            // Its message may quote the uri, and a uri may hold a password.
            throw TapException.of(
                    ViewStoreError.VIEW_STORE_UNREACHABLE,
                    "store",
                    "views",
                    "reason",
                    "its uri is not of the form mongodb://user:password@host:port/database");
        }
        String database = parsed.getDatabase() == null ? DEFAULT_DATABASE : parsed.getDatabase();
        return new ViewStore(
                withTimeout(uri),
                String.join(",", parsed.getHosts()) + "/" + database,
                database,
                request.collection(),
                List.copyOf(request.primaryKey()),
                List.copyOf(request.indexes()));
    }

    /**
     * Reaches the store and makes the indexes that are missing.
     *
     * @throws TapException {@code actuation.view-store-unreachable}, {@code actuation.view-index-refused}
     */
    void prepare() {
        try (MongoClient client = MongoClients.create(uri)) {
            MongoDatabase views = client.getDatabase(database);
            views.runCommand(new BsonDocument("ping", new BsonInt32(1)));
            MongoCollection<?> target = views.getCollection(collection);
            if (!primaryKey.equals(List.of(ID))) {
                index(target, primaryKey, true);
            }
            for (String column : indexes) {
                if (!primaryKey.equals(List.of(column)) && !column.equals(ID)) {
                    index(target, List.of(column), false);
                }
            }
        } catch (MongoException e) {
            throw unreachable(e);
        }
    }

    TapException unreachable(MongoException cause) {
        return TapException.because(
                cause, ViewStoreError.VIEW_STORE_UNREACHABLE, "store", name, "reason", StoreFaults.reason(cause));
    }

    // Several subtasks ask at the same time; asking for what is there is not an error.
    private void index(MongoCollection<?> target, List<String> columns, boolean unique) {
        try {
            target.createIndex(Indexes.ascending(columns), new IndexOptions().unique(unique));
        } catch (MongoServerException e) {
            if (StoreFaults.passing(e)) {
                throw e;
            }
            // Without the cause: the server's message quotes keys.
            throw TapException.of(
                    ViewStoreError.VIEW_INDEX_REFUSED,
                    "collection",
                    collection,
                    "index",
                    String.join(",", columns),
                    "reason",
                    StoreFaults.reason(e));
        }
    }

    static String withTimeout(String uri) {
        if (uri.toLowerCase(Locale.ROOT).contains(SELECTION_TIMEOUT.toLowerCase(Locale.ROOT) + "=")) {
            return uri;
        }
        String option = SELECTION_TIMEOUT + "=" + SELECTION_MILLIS;
        if (uri.indexOf('?') >= 0) {
            return uri + (uri.endsWith("?") || uri.endsWith("&") ? "" : "&") + option;
        }
        boolean hasPath = uri.indexOf('/', uri.indexOf("://") + 3) >= 0;
        return uri + (hasPath ? "?" : "/?") + option;
    }

    @Override
    public String toString() {
        return name + "." + collection;
    }
}
