package io.tapstate.connectors.catalog;

import java.util.Arrays;
import java.util.Optional;

/** How a source is read; the text is what authors write under {@code mode}. */
public enum SourceMode {
    /** The rows as they stand, then every change. */
    CDC("cdc"),
    /** The rows as they stand, once. */
    SNAPSHOT("snapshot");

    private final String text;

    SourceMode(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** The mode authors write as {@code text}; exact spelling. */
    public static Optional<SourceMode> of(String text) {
        return Arrays.stream(values()).filter(mode -> mode.text.equals(text)).findFirst();
    }
}
