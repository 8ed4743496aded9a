package io.tapstate.connectors.client;

import com.mongodb.client.MongoCollection;
import io.tapstate.connectors.mongodb.DeadLetterFields;
import io.tapstate.connectors.mongodb.DeadLetterFields.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/**
 * The dead letters of one store, for people: reads them, asks for them to be tried again, puts them aside. A letter is
 * changed only while it is in a state that allows it, whatever a running job does at the same time. Every method throws
 * {@link io.tapstate.connectors.diagnostics.TapException} with a {@link StoreError}.
 */
public final class DeadLetterBox {
    /** What cannot be an id. */
    private static final Pattern HEX = Pattern.compile("[0-9a-f]+");

    private static final Bson WITHOUT_ROWS =
            new BsonDocument(DeadLetterFields.ROW, new BsonInt32(0)).append(DeadLetterFields.BEFORE, new BsonInt32(0));

    private final DocumentReader reader;
    private final MongoCollection<BsonDocument> letters;

    /** @param reader of the store; stays the caller's to close */
    public DeadLetterBox(DocumentReader reader) {
        this.reader = reader;
        this.letters = reader.store().getCollection(DeadLetterFields.COLLECTION, BsonDocument.class);
    }

    /** Letters without their rows, the one that failed last first; {@code limit} at most. */
    public List<BsonDocument> list(DeadLetterSelection selection, int limit) {
        return reader.answered(
                DeadLetterFields.COLLECTION,
                () -> letters.find(selection.filter())
                        .projection(WITHOUT_ROWS)
                        .sort(new BsonDocument(DeadLetterFields.LAST_SEEN, new BsonInt32(-1))
                                .append(DeadLetterFields.ID, new BsonInt32(1)))
                        .limit(limit)
                        .into(new ArrayList<>()));
    }

    /** Whole letters whose id begins with these letters, two at most: one is found, two are too many. */
    public List<BsonDocument> beginningWith(String prefix) {
        if (!HEX.matcher(prefix).matches()) {
            return List.of();
        }
        return reader.answered(
                DeadLetterFields.COLLECTION,
                () -> letters.find(DeadLetterSelection.idPrefix(prefix))
                        .limit(2)
                        .into(new ArrayList<>()));
    }

    public long count(DeadLetterSelection selection) {
        return reader.answered(DeadLetterFields.COLLECTION, () -> letters.countDocuments(selection.filter()));
    }

    /** How many letters there are by pipeline, step, code and status. */
    public List<Count> counts(DeadLetterSelection selection) {
        BsonDocument group = new BsonDocument();
        for (String field : List.of(
                DeadLetterFields.PIPELINE, DeadLetterFields.STEP, DeadLetterFields.CODE, DeadLetterFields.STATUS)) {
            group.append(field, new BsonString("$" + field));
        }
        List<Bson> stages = List.of(
                new BsonDocument("$match", selection.filter()),
                new BsonDocument(
                        "$group",
                        new BsonDocument("_id", group).append("letters", new BsonDocument("$sum", new BsonInt32(1)))));
        Map<String, Count> counts = new TreeMap<>();
        reader.answered(
                        DeadLetterFields.COLLECTION,
                        () -> letters.aggregate(stages).into(new ArrayList<>()))
                .forEach(found -> {
                    BsonDocument of = found.getDocument("_id");
                    Count count = new Count(
                            text(of, DeadLetterFields.PIPELINE),
                            text(of, DeadLetterFields.STEP),
                            text(of, DeadLetterFields.CODE),
                            text(of, DeadLetterFields.STATUS),
                            found.getNumber("letters").longValue());
                    counts.put(of.toJson(), count);
                });
        return List.copyOf(counts.values());
    }

    private static String text(BsonDocument document, String field) {
        return document.getString(field).getValue();
    }

    /** Asks for letters to be tried again: those that stand open and hold the whole record. Gives how many. */
    public long request(DeadLetterSelection selection) {
        BsonDocument filter = selection.in(List.of(Status.OPEN)).filter();
        filter.append(DeadLetterFields.REPLAYABLE, BsonBoolean.TRUE);
        return set(filter, Status.REQUESTED);
    }

    /** Puts letters aside that stand open, or wait to be tried again. Gives how many. */
    public long discard(DeadLetterSelection selection) {
        return set(selection.in(List.of(Status.OPEN, Status.REQUESTED)).filter(), Status.DISCARDED);
    }

    private long set(BsonDocument filter, Status status) {
        BsonDocument update =
                new BsonDocument("$set", new BsonDocument(DeadLetterFields.STATUS, new BsonString(status.stored())));
        return reader.answered(
                DeadLetterFields.COLLECTION,
                () -> letters.updateMany(filter, update).getModifiedCount());
    }

    /** @param letters how many */
    public record Count(String pipeline, String step, String code, String status, long letters) {}
}
