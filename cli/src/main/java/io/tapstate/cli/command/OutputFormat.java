package io.tapstate.cli.command;

import java.util.Locale;

/** What {@code -o} takes. */
public enum OutputFormat {
    TEXT,
    JSON;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
