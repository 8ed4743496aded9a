package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;

/** Reads what users type after {@code find} and {@code watch}. */
final class ViewQuery {
    private static final String PREFIX = "views.";

    private ViewQuery() {}

    /**
     * The collection of {@code views.order_state}.
     *
     * @throws TapException {@code cli.invalid-collection}
     */
    static String collection(String name) {
        if (!name.startsWith(PREFIX) || name.length() == PREFIX.length()) {
            throw TapException.of(CliError.INVALID_COLLECTION, "name", name);
        }
        return name.substring(PREFIX.length());
    }

    /**
     * How many documents to show.
     *
     * @throws TapException {@code cli.invalid-limit}
     */
    static int limit(int limit) {
        if (limit < 1) {
            throw TapException.of(CliError.INVALID_LIMIT, "value", limit);
        }
        return limit;
    }
}
