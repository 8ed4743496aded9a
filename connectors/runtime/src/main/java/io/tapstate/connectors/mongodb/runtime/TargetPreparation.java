package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoServerException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import io.tapstate.connectors.catalog.WriteMode;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.SinkRequest.Target;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;

/** What is done before the first write: the store is reached, collections are claimed and made, indexes too. */
final class TargetPreparation {
    private static final int NAMESPACE_EXISTS = 48;

    private final MongoDatabase database;
    private final TargetStore store;
    private final SinkPlan plan;
    private final TargetOwnership ownership;

    TargetPreparation(MongoDatabase database, TargetStore store, SinkPlan plan) {
        this.database = database;
        this.store = store;
        this.plan = plan;
        this.ownership = new TargetOwnership(database, store, plan);
    }

    /**
     * @param restored whether the writer goes on from a checkpoint
     * @throws TapException {@code actuation.target-missing}, {@code actuation.index-refused}, and those of {@link
     *     TargetOwnership#claim}
     * @throws com.mongodb.MongoException when the store cannot be used
     */
    void run(boolean restored) {
        database.runCommand(new BsonDocument("ping", new BsonInt32(1)));
        if (!plan.settings().creates()) {
            plan.targets().all().forEach(this::demand);
        }
        plan.targets().all().forEach(ownership::claim);
        plan.targets().all().forEach(target -> make(target, restored));
    }

    private void demand(Target target) {
        if (!exists(target)) {
            throw TapException.of(
                    TargetError.TARGET_MISSING,
                    "collection",
                    target.collection(),
                    "store",
                    store.name(),
                    "step",
                    store.step());
        }
    }

    private boolean exists(Target target) {
        return database.listCollectionNames()
                        .filter(Filters.eq("name", target.collection()))
                        .first()
                != null;
    }

    private void make(Target target, boolean restored) {
        List<String> key = target.primaryKey();
        if (!exists(target)) {
            create(target);
        }
        MongoCollection<?> collection = database.getCollection(target.collection());
        if (isKeyed(target) && !waitsForLoad(target, restored)) {
            index(collection, key, true);
        }
        for (String column : target.indexes()) {
            boolean there = column.equals(DocumentId.FIELD) || (isKeyed(target) && key.equals(List.of(column)));
            if (!there) {
                index(collection, List.of(column), false);
            }
        }
    }

    private boolean isKeyed(Target target) {
        return plan.mode() == WriteMode.UPSERT && !target.primaryKey().equals(List.of(DocumentId.FIELD));
    }

    /** Makes the index of the key if it is not there: the load is in. */
    void indexKey(Target target) {
        if (isKeyed(target)) {
            index(database.getCollection(target.collection()), target.primaryKey(), true);
        }
    }

    /** Whether old documents may stand against the index of the key that are replaced by the load. */
    private boolean waitsForLoad(Target target, boolean restored) {
        MongoCollection<Document> collection = database.getCollection(target.collection());
        boolean replaced = plan.sweeps()
                && (restored
                        ? LoadMarks.sweeps(database, target.collection())
                        : collection.find().first() != null);
        return replaced && indexes(collection, target.primaryKey()).isEmpty();
    }

    /** The server's descriptions of the indexes that are of these columns, upwards. */
    static List<Document> indexes(MongoCollection<?> collection, List<String> columns) {
        Document key = new Document();
        columns.forEach(column -> key.append(column, 1));
        List<Document> indexes = collection.listIndexes().into(new ArrayList<>());
        indexes.removeIf(index -> !key.equals(index.get("key")));
        return indexes;
    }

    // Several subtasks ask at the same time; asking for what is there is not an error.
    private void create(Target target) {
        try {
            database.createCollection(target.collection());
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != NAMESPACE_EXISTS) {
                throw e;
            }
        }
    }

    private void index(MongoCollection<?> collection, List<String> columns, boolean unique) {
        try {
            collection.createIndex(Indexes.ascending(columns), new IndexOptions().unique(unique));
        } catch (MongoServerException e) {
            if (StoreFaults.passing(e)) {
                throw e;
            }
            // Without the cause: the server's message quotes keys.
            throw TapException.of(
                    TargetError.INDEX_REFUSED,
                    "collection",
                    collection.getNamespace().getCollectionName(),
                    "index",
                    String.join(",", columns),
                    "reason",
                    StoreFaults.reason(e));
        }
    }
}
