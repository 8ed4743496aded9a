package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.mongodb.DeadLetterFields;
import io.tapstate.connectors.mongodb.DeadLetterFields.Status;
import io.tapstate.connectors.runtime.DeadLetter;
import io.tapstate.connectors.runtime.DeadLetterStore.Run;
import io.tapstate.connectors.runtime.DeadLetters;
import io.tapstate.connectors.runtime.FaultyRecord;
import io.tapstate.connectors.runtime.FinalFaults;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.flink.util.FlinkRuntimeException;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.conversions.Bson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Letters of one step in a MongoDB collection.
 *
 * <p><b>Contract.</b> The log is read again from the last checkpoint after a restart, so every write here can happen once
 * more, in the same order, and ends the same: a letter is found again by its id and stands open again if its row was left
 * out again. What a replay did is only as durable as the next checkpoint, so a letter that was being tried when the job
 * fell is tried again.
 *
 * <p>Which rows have open letters is kept as one number per row, so that good rows cost no question to the store; two rows
 * of one number cost a needless one.
 */
final class MongoDeadLetters implements DeadLetters {
    private static final Logger LOG = LoggerFactory.getLogger(MongoDeadLetters.class);
    private static final int MOST_TRIES = 6;
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final int MOST_REPLAYS = 200;
    private static final int DUPLICATE_KEY = 11_000;

    private final MongoDeadLetterStore store;
    private final MongoCollection<BsonDocument> collection;
    private final String pipeline;
    private final String step;
    private final Run run;
    private final Set<Long> open = new HashSet<>();
    private final Map<String, Tried> tried = new HashMap<>();
    private boolean streaming;

    /**
     * A letter that was tried again and has not failed.
     *
     * @param row the row's number
     * @param checkpoint the first that holds its effect; {@link #NONE} before there is one
     */
    private record Tried(long row, long checkpoint) {
        static final long NONE = Long.MAX_VALUE;
    }

    private MongoDeadLetters(
            MongoDeadLetterStore store,
            MongoCollection<BsonDocument> collection,
            String pipeline,
            String step,
            Run run) {
        this.store = store;
        this.collection = collection;
        this.pipeline = pipeline;
        this.step = step;
        this.run = run;
    }

    static MongoDeadLetters open(MongoDeadLetterStore store, String pipeline, String step, Run run) {
        MongoCollection<BsonDocument> collection = SharedClients.acquire(store.uri())
                .getDatabase(store.database())
                .getCollection(DeadLetterFields.COLLECTION, BsonDocument.class)
                .withWriteConcern(WriteConcern.MAJORITY);
        MongoDeadLetters letters = new MongoDeadLetters(store, collection, pipeline, step, run);
        try {
            letters.begin();
            return letters;
        } catch (RuntimeException e) {
            letters.close();
            throw e;
        }
    }

    private void begin() {
        persistently(() -> collection.createIndex(
                Indexes.ascending(DeadLetterFields.PIPELINE, DeadLetterFields.STEP, DeadLetterFields.STATUS)));
        Bson others = Filters.or(
                Filters.ne(DeadLetterFields.JOB, new BsonString(run.job())),
                Filters.ne(DeadLetterFields.ATTEMPT, new BsonInt64(run.attempt())));
        if (run.restored()) {
            // The attempt that tried them has fallen, perhaps before its checkpoint.
            persistently(() -> collection.updateMany(
                    Filters.and(ofStep(List.of(Status.REPLAYING)), others), status(Status.REQUESTED)));
        } else {
            persistently(() ->
                    collection.updateMany(Filters.and(ofStep(Status.UNSETTLED), others), status(Status.SUPERSEDED)));
        }
        load();
    }

    private void load() {
        open.addAll(persistently(() -> collection
                .find(ofStep(Status.UNSETTLED))
                .projection(Projections.include(DeadLetterFields.TABLE, DeadLetterFields.KEY_BYTES))
                .map(MongoDeadLetters::number)
                .into(new HashSet<>())));
    }

    @Override
    public void write(DeadLetter letter) {
        FaultyRecord record = letter.record();
        String id = LetterDocuments.id(pipeline, step, record);
        boolean known = persistently(() -> upsert(id, letter));
        if (known) {
            persistently(() -> collection.updateOne(
                    Filters.and(
                            Filters.eq(DeadLetterFields.ID, id),
                            in(List.of(Status.SUPERSEDED, Status.REPLAYED, Status.REPLAYING))),
                    status(Status.OPEN)));
        }
        tried.remove(id);
        if (record.key() != null) {
            long number = number(record.table().toString(), record.key());
            tried.values().removeIf(other -> other.row() == number);
            if (!open.add(number)) {
                persistently(() -> collection.updateMany(
                        Filters.and(ofRow(record), Filters.ne(DeadLetterFields.ID, id)), status(Status.SUPERSEDED)));
            }
        }
    }

    /** Whether the letter was there. */
    private boolean upsert(String id, DeadLetter letter) {
        try {
            return upsert(id, letter, false);
        } catch (MongoException e) {
            if (StoreFaults.passing(e) || e.getCode() == DUPLICATE_KEY) {
                throw e;
            }
            // Older servers take no fields whose names have dots or dollars.
            return upsert(id, letter, true);
        }
    }

    private boolean upsert(String id, DeadLetter letter, boolean packed) {
        BsonDateTime now = new BsonDateTime(System.currentTimeMillis());
        BsonDocument set = new BsonDocument(DeadLetterFields.LAST_SEEN, now)
                .append(DeadLetterFields.CODE, new BsonString(letter.reason().code()))
                .append(
                        DeadLetterFields.MESSAGE,
                        LetterDocuments.text(letter.reason().message()))
                .append(
                        DeadLetterFields.FIX,
                        LetterDocuments.text(letter.reason().fix()))
                .append(DeadLetterFields.JOB, new BsonString(run.job()))
                .append(DeadLetterFields.ATTEMPT, new BsonInt64(run.attempt()));
        BsonDocument fixed = LetterDocuments.fixed(pipeline, step, letter, packed)
                .append(DeadLetterFields.FIRST_SEEN, now)
                .append(DeadLetterFields.STATUS, new BsonString(Status.OPEN.stored()));
        BsonDocument update = new BsonDocument("$set", set)
                .append("$setOnInsert", fixed)
                .append("$inc", new BsonDocument(DeadLetterFields.COUNT, new BsonInt64(1)));
        return collection
                        .updateOne(Filters.eq(DeadLetterFields.ID, id), update, new UpdateOptions().upsert(true))
                        .getUpsertedId()
                == null;
    }

    @Override
    public void passed(RowChange change) {
        if (!streaming && change.kind() != ChangeKind.READ) {
            // The snapshot is in; another subtask may have read this row in it.
            streaming = true;
            load();
        }
        if (open.isEmpty() || !open.remove(number(change.table().toString(), change.key()))) {
            return;
        }
        FaultyRecord record = FaultyRecord.of(change);
        // What is tried again at a sink passes it like every row; it is settled where it was taken up.
        Bson itself = Filters.and(
                Filters.eq(DeadLetterFields.ID, LetterDocuments.id(pipeline, step, record)),
                in(List.of(Status.REPLAYING)));
        persistently(() ->
                collection.updateMany(Filters.and(ofRow(record), Filters.nor(itself)), status(Status.SUPERSEDED)));
    }

    @Override
    public void withdrawn(FaultyRecord record) {
        persistently(() -> collection.updateOne(
                Filters.and(
                        Filters.eq(DeadLetterFields.ID, LetterDocuments.id(pipeline, step, record)),
                        in(Status.UNSETTLED)),
                status(Status.SUPERSEDED)));
    }

    @Override
    public List<RowChange> replays(Predicate<RowKey> mine) {
        List<BsonDocument> asked;
        try {
            asked = collection
                    .find(Filters.and(ofStep(List.of(Status.REQUESTED)), Filters.eq(DeadLetterFields.REPLAYABLE, true)))
                    .sort(Sorts.ascending(DeadLetterFields.FIRST_SEEN))
                    .limit(MOST_REPLAYS)
                    .into(new ArrayList<>());
        } catch (MongoException e) {
            LOG.debug("{} was not asked for dead letters to try again: {}", store, StoreFaults.reason(e));
            return List.of();
        }
        List<RowChange> replays = new ArrayList<>();
        for (BsonDocument letter : asked) {
            RowChange change = LetterDocuments.change(letter);
            if (mine.test(change.key()) && claimed(letter)) {
                String id = letter.getString(DeadLetterFields.ID).getValue();
                tried.put(id, new Tried(number(letter), Tried.NONE));
                replays.add(change);
            }
        }
        return replays;
    }

    private boolean claimed(BsonDocument letter) {
        Bson update = Updates.combine(
                status(Status.REPLAYING),
                Updates.set(DeadLetterFields.JOB, new BsonString(run.job())),
                Updates.set(DeadLetterFields.ATTEMPT, new BsonInt64(run.attempt())));
        return persistently(() -> collection
                        .updateOne(
                                Filters.and(
                                        Filters.eq(DeadLetterFields.ID, letter.get(DeadLetterFields.ID)),
                                        in(List.of(Status.REQUESTED))),
                                update)
                        .getMatchedCount())
                > 0;
    }

    @Override
    public void saving(long checkpoint) {
        tried.replaceAll(
                (id, letter) -> letter.checkpoint() == Tried.NONE ? new Tried(letter.row(), checkpoint) : letter);
    }

    @Override
    public void saved(long checkpoint) {
        List<String> durable = new ArrayList<>();
        tried.forEach((id, letter) -> {
            if (letter.checkpoint() <= checkpoint) {
                durable.add(id);
            }
        });
        if (durable.isEmpty()) {
            return;
        }
        persistently(() -> collection.updateMany(
                Filters.and(Filters.in(DeadLetterFields.ID, durable), in(List.of(Status.REPLAYING))),
                status(Status.REPLAYED)));
        durable.forEach(id -> open.remove(tried.remove(id).row()));
    }

    @Override
    public void close() {
        SharedClients.release(store.uri());
    }

    private Bson ofStep(Collection<Status> statuses) {
        return Filters.and(
                Filters.eq(DeadLetterFields.PIPELINE, pipeline), Filters.eq(DeadLetterFields.STEP, step), in(statuses));
    }

    /** What stands open of a row. */
    private Bson ofRow(FaultyRecord record) {
        return Filters.and(
                ofStep(Status.UNSETTLED),
                Filters.eq(DeadLetterFields.TABLE, record.table().toString()),
                Filters.eq(DeadLetterFields.KEY_BYTES, new BsonBinary(LetterDocuments.keyBytes(record.key()))));
    }

    private static Bson in(Collection<Status> statuses) {
        return Filters.in(
                DeadLetterFields.STATUS, statuses.stream().map(Status::stored).toList());
    }

    private static Bson status(Status status) {
        return Updates.set(DeadLetterFields.STATUS, status.stored());
    }

    private static long number(BsonDocument letter) {
        return letter.containsKey(DeadLetterFields.KEY_BYTES)
                ? number(
                        letter.getString(DeadLetterFields.TABLE).getValue(),
                        letter.getBinary(DeadLetterFields.KEY_BYTES).getData())
                : 0;
    }

    private static long number(String table, RowKey key) {
        return number(table, LetterDocuments.keyBytes(key));
    }

    private static long number(String table, byte[] key) {
        long number = table.hashCode();
        for (byte part : key) {
            number = number * 0x5DEECE66DL + part + 11;
        }
        return number;
    }

    /** Tries again, with growing pauses, while the fault may pass. */
    private <T> T persistently(Supplier<T> action) {
        long pause = FIRST_PAUSE_MILLIS;
        for (int tries = 1; ; tries++) {
            try {
                return action.get();
            } catch (MongoException e) {
                // Two subtasks may insert one letter at the same time.
                if (!StoreFaults.passing(e) && e.getCode() != DUPLICATE_KEY) {
                    throw refused(e);
                }
                if (tries == MOST_TRIES) {
                    throw TapException.because(
                            e,
                            DeadLetterError.DEAD_LETTER_STORE_UNREACHABLE,
                            "store",
                            store,
                            "step",
                            step,
                            "reason",
                            StoreFaults.reason(e));
                }
                LOG.warn("the dead letters in {} did not answer ({}); trying again", store, StoreFaults.reason(e));
            }
            rest(pause);
            pause *= 2;
        }
    }

    // Without the cause: the server's message quotes the document.
    private RuntimeException refused(MongoException fault) {
        return FinalFaults.mark(TapException.of(
                DeadLetterError.DEAD_LETTER_REFUSED,
                "store",
                store,
                "step",
                step,
                "reason",
                StoreFaults.reason(fault)));
    }

    private static void rest(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FlinkRuntimeException("stopped while the store of the dead letters was away", e);
        }
    }
}
