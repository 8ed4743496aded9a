package io.tapstate.connectors.client;

import io.tapstate.connectors.mongodb.DeadLetterFields;
import io.tapstate.connectors.mongodb.DeadLetterFields.Status;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;

/**
 * Which dead letters are meant.
 *
 * @param ids whole ids; empty does not choose by id
 * @param statuses empty for all
 */
public record DeadLetterSelection(
        List<String> ids,
        Optional<String> pipeline,
        Optional<String> step,
        Optional<String> code,
        List<Status> statuses) {
    public DeadLetterSelection {
        ids = List.copyOf(ids);
        statuses = List.copyOf(statuses);
    }

    /** The same letters, as far as they are in one of these states. */
    public DeadLetterSelection in(List<Status> others) {
        return new DeadLetterSelection(ids, pipeline, step, code, others);
    }

    /** Letters whose id begins so. */
    static BsonDocument idPrefix(String prefix) {
        return new BsonDocument(DeadLetterFields.ID, new BsonRegularExpression("^" + prefix));
    }

    BsonDocument filter() {
        BsonDocument filter = new BsonDocument();
        if (!ids.isEmpty()) {
            filter.append(DeadLetterFields.ID, anyOf(ids));
        }
        pipeline.ifPresent(id -> filter.append(DeadLetterFields.PIPELINE, new BsonString(id)));
        step.ifPresent(id -> filter.append(DeadLetterFields.STEP, new BsonString(id)));
        code.ifPresent(name -> filter.append(DeadLetterFields.CODE, new BsonString(name)));
        if (!statuses.isEmpty()) {
            filter.append(
                    DeadLetterFields.STATUS,
                    anyOf(statuses.stream().map(Status::stored).toList()));
        }
        return filter;
    }

    private static BsonDocument anyOf(List<String> texts) {
        return new BsonDocument(
                "$in", new BsonArray(texts.stream().map(BsonString::new).toList()));
    }
}
