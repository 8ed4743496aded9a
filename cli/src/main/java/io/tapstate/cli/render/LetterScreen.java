package io.tapstate.cli.render;

import io.tapstate.connectors.client.DeadLetterBox;
import io.tapstate.connectors.mongodb.DeadLetterFields;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Dead letters in columns. */
public final class LetterScreen {
    /** As much of an id as is shown; any unique beginning names a letter. */
    private static final int ID_LENGTH = 12;

    private LetterScreen() {}

    public static String table(List<BsonDocument> letters, Style style) {
        TextTable table = new TextTable("ID", "PIPELINE", "STEP", "TABLE", "KEY", "REASON", "STATUS", "TIMES", "LAST");
        letters.forEach(letter -> table.row(
                text(letter, DeadLetterFields.ID).substring(0, ID_LENGTH),
                text(letter, DeadLetterFields.PIPELINE),
                text(letter, DeadLetterFields.STEP),
                text(letter, DeadLetterFields.TABLE),
                key(letter),
                text(letter, DeadLetterFields.CODE),
                text(letter, DeadLetterFields.STATUS),
                Long.toString(letter.getNumber(DeadLetterFields.COUNT).longValue()),
                Instant.ofEpochMilli(
                                letter.getDateTime(DeadLetterFields.LAST_SEEN).getValue())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString()));
        return table.render(style);
    }

    /** The counts as documents, for programs. */
    public static List<BsonDocument> counts(List<DeadLetterBox.Count> counts) {
        return counts.stream()
                .map(count -> new BsonDocument(DeadLetterFields.PIPELINE, new BsonString(count.pipeline()))
                        .append(DeadLetterFields.STEP, new BsonString(count.step()))
                        .append(DeadLetterFields.CODE, new BsonString(count.code()))
                        .append(DeadLetterFields.STATUS, new BsonString(count.status()))
                        .append("letters", new BsonInt64(count.letters())))
                .toList();
    }

    public static String countTable(List<BsonDocument> counts, Style style) {
        TextTable table = new TextTable("PIPELINE", "STEP", "REASON", "STATUS", "LETTERS");
        counts.forEach(count -> table.row(
                text(count, DeadLetterFields.PIPELINE),
                text(count, DeadLetterFields.STEP),
                text(count, DeadLetterFields.CODE),
                text(count, DeadLetterFields.STATUS),
                Long.toString(count.getInt64("letters").getValue())));
        return table.render(style);
    }

    private static String text(BsonDocument document, String field) {
        return document.getString(field).getValue();
    }

    private static String key(BsonDocument letter) {
        if (!letter.containsKey(DeadLetterFields.KEY)) {
            return "-";
        }
        BsonDocument key = letter.getDocument(DeadLetterFields.KEY);
        return key.size() == 1 ? DocumentRenderer.value(key.values().iterator().next()) : DocumentRenderer.line(key);
    }
}
