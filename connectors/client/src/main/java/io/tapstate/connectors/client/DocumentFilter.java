package io.tapstate.connectors.client;

import io.tapstate.connectors.diagnostics.TapException;
import org.bson.BSONException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.json.JsonParseException;

/** Filters as people type them: relaxed JSON, keys without quotes. */
public final class DocumentFilter {
    private DocumentFilter() {}

    /**
     * The filter that a text holds; blank text matches everything.
     *
     * @throws TapException {@code find.filter-invalid}
     */
    public static BsonDocument parse(String text) {
        if (text.isBlank()) {
            return new BsonDocument();
        }
        BsonArray parsed;
        try {
            // A lone document may be followed by anything unnoticed; inside both kinds of bracket nothing can hide.
            BsonDocument.parse("{filter: " + text + "\n}");
            parsed = BsonArray.parse("[" + text + "\n]");
        } catch (JsonParseException | BSONException | IllegalArgumentException e) {
            throw TapException.because(
                    e, StoreError.FILTER_INVALID, "filter", text, "reason", String.valueOf(e.getMessage()));
        }
        if (parsed.size() != 1 || !parsed.get(0).isDocument()) {
            throw TapException.of(StoreError.FILTER_INVALID, "filter", text, "reason", "it is not one JSON document");
        }
        return parsed.get(0).asDocument();
    }
}
