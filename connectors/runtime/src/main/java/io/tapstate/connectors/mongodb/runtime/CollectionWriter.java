package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.WriteModel;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.mongodb.runtime.DocumentWrites.Write;
import io.tapstate.connectors.runtime.FinalFaults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.bson.BSONException;
import org.bson.RawBsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What waits to be written to one collection: of each document the newest write, so a batch has no order to keep and one
 * document that is refused holds up no other.
 *
 * <p>A fault of the store that may pass is tried again with growing pauses, for half a minute; replaying a batch
 * does no harm. A duplicate key is tried again a few times at once: the document that has the key may be about to lose it.
 */
final class CollectionWriter {
    private static final Logger LOG = LoggerFactory.getLogger(CollectionWriter.class);
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final int MOST_DOUBLINGS = 4;
    private static final int KEY_AND_DOCUMENT = 0;
    private static final int MOST_CLASHES = 3;
    private static final long CLASH_PAUSE_MILLIS = 20;

    private final TargetStore store;
    private final MongoCollection<RawBsonDocument> collection;
    private final LoadMarks marks;
    private final Map<RowKey, Write> pending = new LinkedHashMap<>();

    CollectionWriter(TargetStore store, MongoDatabase database, String collection, LoadMarks marks) {
        this.store = store;
        this.collection = database.getCollection(collection, RawBsonDocument.class);
        this.marks = marks;
    }

    MongoCollection<RawBsonDocument> collection() {
        return collection;
    }

    LoadMarks marks() {
        return marks;
    }

    void add(Write write) {
        pending.put(write.identity(), write);
    }

    /**
     * Writes all that waits.
     *
     * @param done told of each write that the store has acknowledged
     * @param refused told of each write that it does not take, and why
     * @throws TapException coded, when the store cannot be used
     */
    void flush(Consumer<Write> done, BiConsumer<TapException, Write> refused) throws InterruptedException {
        List<Write> open = List.copyOf(pending.values());
        Round round = new Round(done, refused);
        Patience patience = new Patience();
        int clashes = 0;
        while (!open.isEmpty()) {
            round.begin();
            round.send(open);
            if (round.fault != null) {
                patience.pause(round.fault);
            } else if (!round.again.isEmpty() && round.again.size() == open.size()) {
                boolean first = clashes++ == 0;
                if (clashes > MOST_CLASHES) {
                    round.again.forEach(write -> refused.accept(refusal(StoreFaults.DUPLICATE_KEY, write), write));
                    round.again.clear();
                } else if (!first || !makeRoom(round.again)) {
                    Thread.sleep(CLASH_PAUSE_MILLIS << clashes);
                }
            }
            open = List.copyOf(round.again);
        }
        pending.clear();
    }

    // While a load replaces what was there, an old document may have the key of a new one under another _id.
    private boolean makeRoom(List<Write> writes) {
        try {
            return marks.removeSupplanted(writes.stream()
                            .filter(write -> write.document() != null)
                            .map(Write::document)
                            .toList())
                    > 0;
        } catch (MongoException e) {
            throw store.unreachable(e);
        }
    }

    /**
     * Makes the documents that are there follow a change of columns; nothing may wait.
     *
     * @throws TapException coded, when the store cannot be used
     */
    void apply(RowChange ddl) {
        try {
            ColumnChanges.apply(collection, ddl);
        } catch (MongoException e) {
            throw store.unreachable(e);
        }
    }

    private String name() {
        return collection.getNamespace().getCollectionName();
    }

    // Without the server's message: it quotes the document.
    private TapException refusal(int error, Write write) {
        return error == KEY_AND_DOCUMENT || StoreFaults.keyTooLarge(error)
                ? TapException.of(TargetError.KEY_TOO_LARGE, "collection", name(), "bytes", write.id().length)
                : TapException.of(TargetError.WRITE_REFUSED, "collection", name(), "reason", "error " + error);
    }

    /** Counts from the first fault: a connection that is silent may take longer to be given up than all of it. */
    private final class Patience {
        private long began;
        private int faults;

        void pause(MongoException fault) throws InterruptedException {
            if (faults == 0) {
                began = System.nanoTime();
            } else if (System.nanoTime() - began > PATIENCE_NANOS) {
                throw store.unreachable(fault);
            }
            LOG.warn("writing to {}.{} failed ({}); trying again", store, name(), StoreFaults.reason(fault));
            Thread.sleep(FIRST_PAUSE_MILLIS << Math.min(faults, MOST_DOUBLINGS));
            faults++;
        }
    }

    /** One attempt at what is open. */
    private final class Round {
        private final Consumer<Write> done;
        private final BiConsumer<TapException, Write> refused;
        private final List<Write> again = new ArrayList<>();
        private MongoException fault;

        Round(Consumer<Write> done, BiConsumer<TapException, Write> refused) {
            this.done = done;
            this.refused = refused;
        }

        void begin() {
            again.clear();
            fault = null;
        }

        void send(List<Write> all) throws InterruptedException {
            List<Write> writes = all;
            try {
                writes = noted(all);
                if (writes.isEmpty()) {
                    return;
                }
                collection.bulkWrite(writes.stream().map(this::model).toList(), UNORDERED);
                writes.forEach(done);
            } catch (MongoInterruptedException e) {
                throw (InterruptedException) new InterruptedException("while writing to the store").initCause(e);
            } catch (MongoBulkWriteException e) {
                sort(writes, e, done);
            } catch (MongoException e) {
                failed(writes, e);
            } catch (BSONException e) {
                // The driver's own limit: key and document go in one statement, and together they are too large.
                split(writes, KEY_AND_DOCUMENT);
            }
        }

        /** Those that may be written now. */
        private List<Write> noted(List<Write> writes) {
            List<Write> puts =
                    writes.stream().filter(write -> write.document() != null).toList();
            try {
                marks.note(puts.stream().map(Write::id).toList());
                return writes;
            } catch (MongoBulkWriteException e) {
                List<Write> ready = new ArrayList<>(writes);
                ready.removeAll(puts);
                sort(puts, e, ready::add);
                return ready;
            }
        }

        private WriteModel<RawBsonDocument> model(Write write) {
            RawBsonDocument id = new RawBsonDocument(write.id());
            return write.document() == null
                    ? new DeleteOneModel<>(id)
                    : new ReplaceOneModel<>(id, new RawBsonDocument(write.document()), UPSERT);
        }

        /** Single writes were refused, or are not yet durable. */
        private void sort(List<Write> writes, MongoBulkWriteException outcome, Consumer<Write> good) {
            if (outcome.getWriteConcernError() != null
                    || outcome.getWriteErrors().isEmpty()) {
                fault = outcome;
                again.addAll(writes);
                return;
            }
            Map<Integer, BulkWriteError> errors = new LinkedHashMap<>();
            outcome.getWriteErrors().forEach(error -> errors.put(error.getIndex(), error));
            for (int i = 0; i < writes.size(); i++) {
                Write write = writes.get(i);
                BulkWriteError error = errors.get(i);
                if (error == null) {
                    good.accept(write);
                } else if (error.getCode() == StoreFaults.DUPLICATE_KEY) {
                    again.add(write);
                } else if (StoreFaults.passing(error)) {
                    fault = outcome;
                    again.add(write);
                } else if (StoreFaults.ofDocument(error)) {
                    refused.accept(refusal(error.getCode(), write), write);
                } else {
                    throw FinalFaults.mark(refusal(error.getCode(), write));
                }
            }
        }

        /** The whole batch failed. */
        private void failed(List<Write> writes, MongoException e) throws InterruptedException {
            if (StoreFaults.passing(e)) {
                fault = e;
                again.addAll(writes);
            } else if (StoreFaults.ofDocument(e)) {
                split(writes, e.getCode());
            } else {
                throw FinalFaults.mark(TapException.of(
                        TargetError.WRITE_REFUSED, "collection", name(), "reason", StoreFaults.reason(e)));
            }
        }

        /** One of them makes the store refuse all. */
        private void split(List<Write> writes, int error) throws InterruptedException {
            if (writes.size() == 1) {
                refused.accept(refusal(error, writes.get(0)), writes.get(0));
                return;
            }
            int half = writes.size() / 2;
            send(writes.subList(0, half));
            send(writes.subList(half, writes.size()));
        }
    }
}
