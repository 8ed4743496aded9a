package io.tapstate.connectors.mongodb.runtime;

import java.util.Locale;

/** Adds to a connection string what its author left out. */
final class StoreUri {
    private static final String SELECTION_TIMEOUT = "serverSelectionTimeoutMS";
    private static final int SELECTION_MILLIS = 5_000;

    private StoreUri() {}

    /** With a short server selection timeout unless it has one. */
    static String withTimeout(String uri) {
        if (uri.toLowerCase(Locale.ROOT).contains(SELECTION_TIMEOUT.toLowerCase(Locale.ROOT) + "=")) {
            return uri;
        }
        String option = SELECTION_TIMEOUT + "=" + SELECTION_MILLIS;
        if (uri.indexOf('?') >= 0) {
            return uri + (uri.endsWith("?") || uri.endsWith("&") ? "" : "&") + option;
        }
        boolean hasPath = uri.indexOf('/', uri.indexOf("://") + 3) >= 0;
        return uri + (hasPath ? "?" : "/?") + option;
    }
}
