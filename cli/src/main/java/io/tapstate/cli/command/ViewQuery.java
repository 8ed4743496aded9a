package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.json.JsonParseException;

/** Reads what users type after {@code find} and {@code watch}. */
final class ViewQuery {
    private static final String PREFIX = "views.";

    private ViewQuery() {}

    /** The collection of {@code views.order_state}. */
    static String collection(String name) {
        if (!name.startsWith(PREFIX) || name.length() == PREFIX.length()) {
            throw TapException.of(CliError.INVALID_COLLECTION, "name", name);
        }
        return name.substring(PREFIX.length());
    }

    /** Relaxed JSON: {@code {id: 1}} needs no quotes around names. */
    static BsonDocument document(String option, String text) {
        try {
            return BsonDocument.parse(text);
        } catch (JsonParseException | BsonInvalidOperationException e) {
            throw TapException.because(
                    e, CliError.INVALID_FILTER, "option", option, "text", text, "reason", e.getMessage());
        }
    }
}
