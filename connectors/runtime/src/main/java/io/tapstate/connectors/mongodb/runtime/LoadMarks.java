package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.SinkRequest.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;

/**
 * Removes what a load from the start did not write: documents of rows that went away while nobody looked.
 *
 * <p>A load into a collection that holds documents notes each {@code _id} beside it, in a collection of its own, before
 * the document is written. When the load is in, every subtask looks at the documents that only it may write
 * ({@link DocumentOwner}) and removes those without a note. It does so in the thread that writes, so nothing comes
 * between looking and removing. Readers see the old documents until then, and never an empty collection.
 *
 * <p>The owner's document says which load is going on, so that a start from a checkpoint goes on with it:
 * {@code load: {id, sweeps, swept: [subtask]}}.
 */
final class LoadMarks {
    static final String PREFIX = "tapstate_load_";
    private static final int CHUNK = 1_000;
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
    private static final String LOAD = "load";
    private static final String LOAD_ID = "load.id";
    private static final String SWEPT = "load.swept";

    /**
     * A start of one subtask.
     *
     * @param load names the load that begins if none goes on: the same for all subtasks of one attempt
     * @param restored whether it goes on from a checkpoint
     */
    record Start(String load, boolean restored, int subtask, int subtasks) {}

    private final MongoCollection<RawBsonDocument> documents;
    private final MongoCollection<RawBsonDocument> notes;
    private final MongoCollection<Document> owners;
    private final List<String> key;
    private final Start start;
    private final String load;
    private final byte[] loadField;
    private boolean active;

    private LoadMarks(MongoDatabase database, Target target, Start start) {
        String collection = target.collection();
        this.key = target.primaryKey();
        this.documents = database.getCollection(collection, RawBsonDocument.class);
        this.notes = database.getCollection(PREFIX + collection, RawBsonDocument.class);
        this.owners = database.getCollection(TargetOwnership.COLLECTION);
        this.start = start;
        Document current = start == null ? null : start.restored() ? current() : begun();
        this.active = current != null && current.getBoolean("sweeps", false);
        this.load = active ? current.getString("id") : "";
        this.loadField = RowWriter.encode(new BsonDocument(LOAD, new BsonString(load)));
    }

    /** Joins the load that goes on, or begins one. The collection is owned. */
    static LoadMarks of(MongoDatabase database, Target target, Start start) {
        return new LoadMarks(database, target, start);
    }

    /** Of a writer that never removes what it did not write. */
    static LoadMarks none(MongoDatabase database, Target target) {
        return new LoadMarks(database, target, null);
    }

    /** Whether a load goes on in a collection that will remove what it does not write. */
    static boolean sweeps(MongoDatabase database, String collection) {
        Document load = current(database.getCollection(TargetOwnership.COLLECTION), collection);
        return load != null && load.getBoolean("sweeps", false);
    }

    private String collection() {
        return documents.getNamespace().getCollectionName();
    }

    private Document current() {
        return current(owners, collection());
    }

    private static Document current(MongoCollection<Document> owners, String collection) {
        Document owner = owners.find(Filters.eq(collection)).first();
        return owner == null ? null : owner.get(LOAD, Document.class);
    }

    // The first subtask decides for all; none writes before that.
    private Document begun() {
        boolean sweeps = documents.find().first() != null;
        owners.updateOne(
                Filters.and(Filters.eq(collection()), Filters.ne(LOAD_ID, start.load())),
                Updates.set(
                        LOAD,
                        new Document("id", start.load())
                                .append("sweeps", sweeps)
                                .append("swept", List.of())));
        return current();
    }

    boolean active() {
        return active;
    }

    /**
     * Notes documents that are about to be written.
     *
     * @param ids each a document of nothing but {@code _id}
     */
    void note(List<byte[]> ids) {
        if (!active || ids.isEmpty()) {
            return;
        }
        List<WriteModel<RawBsonDocument>> writes = new ArrayList<>(ids.size());
        for (byte[] id : ids) {
            byte[] note = new RowWriter().fields(id).fields(loadField).finish();
            writes.add(new ReplaceOneModel<>(new RawBsonDocument(id), new RawBsonDocument(note), UPSERT));
        }
        notes.bulkWrite(writes, new BulkWriteOptions().ordered(false));
    }

    /**
     * Removes old documents that have the keys of new ones and other {@code _id}s, as others or an older release made them.
     * The load would remove them in the end, and until then the index of the key keeps the new ones out.
     *
     * @param news whole documents
     * @return how many are gone
     */
    long removeSupplanted(List<byte[]> news) {
        if (!active || news.isEmpty()) {
            return 0;
        }
        List<Bson> old = new ArrayList<>(news.size());
        for (byte[] document : news) {
            RawBsonDocument fields = new RawBsonDocument(document);
            List<Bson> same = new ArrayList<>();
            key.forEach(column -> same.add(Filters.eq(column, fields.get(column))));
            same.add(Filters.ne(DocumentId.FIELD, fields.get(DocumentId.FIELD)));
            old.add(Filters.and(same));
        }
        return documents.deleteMany(Filters.or(old)).getDeletedCount();
    }

    /**
     * The load is in: removes what it did not write, and says how many. Trying again after a fault does no harm.
     *
     * @param whenDone run before the load counts as done, by the last subtask of a load that removes; may run twice
     */
    long sweep(Runnable whenDone) {
        if (!active) {
            whenDone.run();
            return 0;
        }
        long removed = 0;
        List<BsonValue> chunk = new ArrayList<>(CHUNK);
        try (MongoCursor<RawBsonDocument> ids = documents
                .find()
                .projection(Projections.include(DocumentId.FIELD))
                .batchSize(CHUNK)
                .iterator()) {
            while (ids.hasNext()) {
                BsonValue id = ids.next().get(DocumentId.FIELD);
                if (DocumentOwner.of(DocumentId.identity(id), start.subtasks()) == start.subtask()) {
                    chunk.add(id);
                }
                if (chunk.size() == CHUNK || !ids.hasNext()) {
                    removed += removeUnnoted(chunk);
                    chunk.clear();
                }
            }
        }
        finish(whenDone);
        active = false;
        return removed;
    }

    private long removeUnnoted(List<BsonValue> ids) {
        if (ids.isEmpty()) {
            return 0;
        }
        Set<RowKey> noted = new HashSet<>();
        notes.find(Filters.and(Filters.in(DocumentId.FIELD, ids), Filters.eq(LOAD, load)))
                .forEach(note -> noted.add(DocumentId.identity(note.get(DocumentId.FIELD))));
        List<BsonValue> stale = ids.stream()
                .filter(id -> !noted.contains(DocumentId.identity(id)))
                .toList();
        return stale.isEmpty()
                ? 0
                : documents.deleteMany(Filters.in(DocumentId.FIELD, stale)).getDeletedCount();
    }

    // The last subtask clears up.
    private void finish(Runnable whenDone) {
        owners.updateOne(
                Filters.and(Filters.eq(collection()), Filters.eq(LOAD_ID, load)),
                Updates.addToSet(SWEPT, start.subtask()));
        Document now = current();
        boolean last = now != null
                && load.equals(now.getString("id"))
                && now.getList("swept", Integer.class).size() >= start.subtasks();
        if (last) {
            whenDone.run();
            notes.drop();
            owners.updateOne(Filters.and(Filters.eq(collection()), Filters.eq(LOAD_ID, load)), Updates.unset(LOAD));
        }
    }
}
