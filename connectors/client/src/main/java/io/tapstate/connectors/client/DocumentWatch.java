package io.tapstate.connectors.client;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.tapstate.connectors.diagnostics.TapException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * A running watch. Both ways of noticing changes end in the same question, "what matches now?", whose answer is compared
 * with what was seen last; a change stream only tells when to ask, and about which document.
 */
public final class DocumentWatch implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 1_000;

    private final DocumentReader reader;
    private final MongoCollection<BsonDocument> documents;
    private final String collection;
    private final BsonDocument filter;
    private final Duration pollInterval;
    private final Consumer<DocumentEvent> listener;
    private final Map<BsonValue, BsonDocument> seen = new LinkedHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile RuntimeException failure;
    private boolean begun;

    private DocumentWatch(
            DocumentReader reader,
            String collection,
            BsonDocument filter,
            Duration pollInterval,
            Consumer<DocumentEvent> listener) {
        this.reader = reader;
        this.documents = reader.store().getCollection(collection, BsonDocument.class);
        this.collection = collection;
        this.filter = filter;
        this.pollInterval = pollInterval;
        this.listener = listener;
        this.thread = new Thread(this::run, "watch-" + collection);
        thread.setDaemon(true);
    }

    static DocumentWatch start(
            DocumentReader reader,
            String collection,
            BsonDocument filter,
            Duration pollInterval,
            Consumer<DocumentEvent> listener) {
        DocumentWatch watch = new DocumentWatch(reader, collection, filter, pollInterval, listener);
        watch.thread.start();
        return watch;
    }

    /**
     * Waits until the watch is closed.
     *
     * @throws TapException when the store failed while it was watched
     */
    public void await() throws InterruptedException {
        thread.join();
        if (failure != null) {
            throw failure;
        }
    }

    /** Ends the watch; no event comes after this returns, unless the listener itself closes. */
    @Override
    public void close() {
        closed.countDown();
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            // A question on its way is let finish, unless the store leaves it unanswered.
            thread.join(PATIENCE_MILLIS);
            thread.interrupt();
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private void run() {
        try {
            boolean streams = true;
            while (!isClosed()) {
                Optional<MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>>> stream =
                        streams ? changeStream() : Optional.empty();
                streams = stream.isPresent();
                if (streams) {
                    follow(stream.get());
                } else {
                    poll();
                }
            }
        } catch (RuntimeException e) {
            // What a closed watch was interrupted in is nobody's concern.
            failure = isClosed() ? null : e;
        } catch (InterruptedException e) {
            closed.countDown();
        }
    }

    private Optional<MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>>> changeStream() {
        return reader.answered(collection, () -> {
            try {
                Bson keysOnly = Aggregates.project(
                        new BsonDocument("documentKey", new BsonInt32(1)).append("operationType", new BsonInt32(1)));
                return Optional.of(documents
                        .watch(List.of(keysOnly))
                        .maxAwaitTime(pollInterval.toMillis(), TimeUnit.MILLISECONDS)
                        .cursor());
            } catch (MongoCommandException e) {
                // No such stage, or not for this deployment, or not for this user: asking works everywhere.
                return Optional.empty();
            }
        });
    }

    // The stream stands before the first question is asked, so nothing falls between the two.
    private void follow(MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> stream) {
        try (stream) {
            compareAll();
            while (!isClosed()) {
                ChangeStreamDocument<BsonDocument> change = reader.answered(collection, stream::tryNext);
                if (change != null && change.getDocumentKey() != null) {
                    compare(change.getDocumentKey().get("_id"));
                } else if (change != null || stream.getServerCursor() == null) {
                    // Dropped or renamed: look at everything anew, on a new stream.
                    return;
                }
            }
        }
    }

    private void poll() throws InterruptedException {
        long before = System.nanoTime();
        compareAll();
        // A question that takes long is asked less often, so that it never is most of what the store does.
        long pause = Math.max(pollInterval.toNanos(), 4 * (System.nanoTime() - before));
        closed.await(pause, TimeUnit.NANOSECONDS);
    }

    private void compareAll() {
        Set<BsonValue> missing = new LinkedHashSet<>(seen.keySet());
        for (BsonDocument document : reader.find(collection, filter, new BsonDocument(), 0)) {
            missing.remove(document.get("_id"));
            note(document.get("_id"), document);
        }
        for (BsonValue id : missing) {
            note(id, null);
        }
        begun = true;
    }

    private void compare(BsonValue id) {
        BsonDocument one = new BsonDocument("$and", new BsonArray(List.of(new BsonDocument("_id", id), filter)));
        List<BsonDocument> found = reader.find(collection, one, new BsonDocument(), 1);
        note(id, found.isEmpty() ? null : found.get(0));
    }

    private void note(BsonValue id, BsonDocument now) {
        BsonDocument before = now == null ? seen.remove(id) : seen.put(id, now);
        if (isClosed() || Objects.equals(before, now)) {
            return;
        }
        DocumentEvent.Kind kind;
        if (now == null) {
            kind = DocumentEvent.Kind.GONE;
        } else if (before != null) {
            kind = DocumentEvent.Kind.CHANGED;
        } else {
            kind = begun ? DocumentEvent.Kind.APPEARED : DocumentEvent.Kind.PRESENT;
        }
        listener.accept(new DocumentEvent(kind, before, now));
    }
}
