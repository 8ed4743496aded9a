package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.tapstate.connectors.catalog.WriteMode;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.SinkRequest.Adoption;
import io.tapstate.connectors.runtime.SinkRequest.Target;
import java.util.Date;
import java.util.Locale;
import org.bson.Document;

/**
 * Who owns the collections of a database: one document per collection, {@code {_id: collection, pipeline, step, key,
 * mode, since}}, in the collection {@value #COLLECTION} beside them. Whoever inserts it first owns the collection; what has
 * documents and no owner belongs to somebody else.
 */
final class TargetOwnership {
    static final String COLLECTION = "tapstate_targets";
    private static final int INDEX_NOT_FOUND = 27;
    private static final String PIPELINE = "pipeline";
    private static final String STEP = "step";
    private static final String KEY = "key";
    private static final String MODE = "mode";
    private static final String UPSERTS = WriteMode.UPSERT.name().toLowerCase(Locale.ROOT);

    private final MongoDatabase database;
    private final MongoCollection<Document> owners;
    private final TargetStore store;
    private final String pipeline;
    private final Adoption adoption;
    private final String mode;

    TargetOwnership(MongoDatabase database, TargetStore store, SinkPlan plan) {
        this.database = database;
        this.owners = database.getCollection(COLLECTION);
        this.store = store;
        this.pipeline = plan.pipeline();
        this.adoption = plan.settings().adoption();
        this.mode = plan.mode().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Makes a collection this pipeline's, or finds that it is.
     *
     * @throws TapException {@code actuation.target-not-empty}, {@code actuation.target-owned}, {@code
     *     actuation.target-written-twice}
     */
    void claim(Target target) {
        while (true) {
            Document owner = owner(target);
            if (owner != null) {
                if (judged(owner, target)) {
                    return;
                }
            } else if (adoption == Adoption.NOTHING && !isEmpty(target)) {
                // Another subtask of ours may have claimed it and written meanwhile.
                if (owner(target) == null) {
                    throw notEmpty(target);
                }
            } else if (inserted(target)) {
                return;
            }
        }
    }

    private Document owner(Target target) {
        return owners.find(Filters.eq(target.collection())).first();
    }

    private boolean isEmpty(Target target) {
        return database.getCollection(target.collection()).find().first() == null;
    }

    /** False when somebody else was faster. */
    private boolean inserted(Target target) {
        try {
            owners.insertOne(new Document("_id", target.collection())
                    .append(PIPELINE, pipeline)
                    .append(STEP, store.step())
                    .append(KEY, target.primaryKey())
                    .append(MODE, mode)
                    .append("since", new Date()));
            return true;
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() == ErrorCategory.DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }

    /** False when the owner has changed since it was read. */
    private boolean judged(Document owner, Target target) {
        String named = String.valueOf(owner.get(PIPELINE));
        String step = String.valueOf(owner.get(STEP));
        if (!named.equals(pipeline) && adoption != Adoption.EVERYTHING) {
            throw TapException.of(
                    TargetError.TARGET_OWNED,
                    "collection",
                    target.collection(),
                    "store",
                    store.name(),
                    PIPELINE,
                    pipeline,
                    STEP,
                    store.step(),
                    "owner",
                    named,
                    "ownerStep",
                    step);
        }
        if (named.equals(pipeline)
                && !step.equals(store.step())
                && target.rivals().contains(step)) {
            throw TapException.of(
                    TargetError.TARGET_WRITTEN_TWICE,
                    "collection",
                    target.collection(),
                    "store",
                    store.name(),
                    STEP,
                    store.step(),
                    "other",
                    step);
        }
        boolean writtenAlike = writtenAlike(owner, target);
        if (named.equals(pipeline) && step.equals(store.step()) && writtenAlike) {
            return true;
        }
        if (!writtenAlike) {
            dropKeyIndex(owner, target);
        }
        return owners.updateOne(
                                Filters.and(
                                        Filters.eq(target.collection()),
                                        Filters.eq(PIPELINE, named),
                                        Filters.eq(STEP, step)),
                                Updates.combine(
                                        Updates.set(PIPELINE, pipeline),
                                        Updates.set(STEP, store.step()),
                                        Updates.set(KEY, target.primaryKey()),
                                        Updates.set(MODE, mode)))
                        .getMatchedCount()
                == 1;
    }

    private boolean writtenAlike(Document owner, Target target) {
        return target.primaryKey().equals(owner.getList(KEY, String.class)) && mode.equals(owner.get(MODE, UPSERTS));
    }

    // The former key's index would keep out documents that are different by the new key.
    private void dropKeyIndex(Document owner, Target target) {
        if (!owner.get(MODE, UPSERTS).equals(UPSERTS)) {
            return;
        }
        MongoCollection<Document> collection = database.getCollection(target.collection());
        for (Document index : TargetPreparation.indexes(collection, owner.getList(KEY, String.class))) {
            if (index.getBoolean("unique", false)) {
                drop(collection, index.getString("name"));
            }
        }
    }

    // Several subtasks see it at the same time.
    private static void drop(MongoCollection<Document> collection, String index) {
        try {
            collection.dropIndex(index);
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != INDEX_NOT_FOUND) {
                throw e;
            }
        }
    }

    private TapException notEmpty(Target target) {
        return TapException.of(
                TargetError.TARGET_NOT_EMPTY,
                "collection",
                target.collection(),
                "store",
                store.name(),
                STEP,
                store.step(),
                "documents",
                database.getCollection(target.collection()).estimatedDocumentCount());
    }
}
