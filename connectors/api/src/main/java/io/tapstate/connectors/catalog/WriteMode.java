package io.tapstate.connectors.catalog;

import java.util.Arrays;
import java.util.Optional;

/** How rows are written to a target; the text is what authors write under {@code write_mode}. */
public enum WriteMode {
    /** One row per key: inserted, replaced, deleted. */
    UPSERT("upsert"),
    /** Every row added, none changed or deleted. */
    APPEND("append");

    private final String text;

    WriteMode(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** The mode authors write as {@code text}; exact spelling. */
    public static Optional<WriteMode> of(String text) {
        return Arrays.stream(values()).filter(mode -> mode.text.equals(text)).findFirst();
    }
}
