package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.client.DeadLetterBox;
import io.tapstate.connectors.client.DeadLetterSelection;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.mongodb.DeadLetterFields;
import io.tapstate.connectors.mongodb.DeadLetterFields.Status;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;

/** Reads what users type to name dead letters. */
final class Letters {
    private Letters() {}

    /**
     * The letter whose id begins so.
     *
     * @throws TapException {@code cli.dead-letter-not-found}
     */
    static BsonDocument only(DeadLetterBox box, String id) {
        List<BsonDocument> found = box.beginningWith(id);
        if (found.size() == 1) {
            return found.get(0);
        }
        throw TapException.of(
                CliError.DEAD_LETTER_NOT_FOUND, "id", id, "found", found.isEmpty() ? "no dead letter" : "several");
    }

    /**
     * The letters that are named by id, by a filter, or as all.
     *
     * @param allowed states in which a letter that is named by id must be
     * @throws TapException {@code cli.dead-letters-not-chosen}, {@code cli.dead-letter-not-found}, {@code
     *     cli.dead-letter-settled}
     */
    static DeadLetterSelection chosen(
            DeadLetterBox box, List<String> prefixes, LetterFilter filter, boolean all, List<Status> allowed) {
        if (prefixes.isEmpty() && filter.isEmpty() && !all) {
            throw TapException.of(CliError.DEAD_LETTERS_NOT_CHOSEN);
        }
        List<String> ids = new ArrayList<>();
        for (String prefix : prefixes) {
            BsonDocument letter = only(box, prefix);
            String status = letter.getString(DeadLetterFields.STATUS).getValue();
            if (allowed.stream().map(Status::stored).noneMatch(status::equals)) {
                throw TapException.of(CliError.DEAD_LETTER_SETTLED, "id", prefix, "status", status);
            }
            ids.add(letter.getString(DeadLetterFields.ID).getValue());
        }
        return filter.selection(ids, allowed);
    }
}
