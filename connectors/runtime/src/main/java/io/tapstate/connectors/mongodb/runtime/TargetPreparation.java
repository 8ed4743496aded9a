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
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

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
        this.ownership = new TargetOwnership(
                database, store, plan.pipeline(), plan.settings().adoption());
    }

    /**
     * @throws TapException {@code actuation.target-missing}, {@code actuation.index-refused}, and those of {@link
     *     TargetOwnership#claim}
     * @throws com.mongodb.MongoException when the store cannot be used
     */
    void run() {
        database.runCommand(new BsonDocument("ping", new BsonInt32(1)));
        if (!plan.settings().creates()) {
            plan.targets().all().forEach(this::demand);
        }
        plan.targets().all().forEach(ownership::claim);
        plan.targets().all().forEach(this::make);
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

    private void make(Target target) {
        List<String> key = target.primaryKey();
        boolean keyed = plan.mode() == WriteMode.UPSERT && !key.equals(List.of(DocumentId.FIELD));
        if (!exists(target)) {
            create(target);
        }
        MongoCollection<?> collection = database.getCollection(target.collection());
        if (keyed) {
            index(collection, key, true);
        }
        for (String column : target.indexes()) {
            boolean there = column.equals(DocumentId.FIELD) || (keyed && key.equals(List.of(column)));
            if (!there) {
                index(collection, List.of(column), false);
            }
        }
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
