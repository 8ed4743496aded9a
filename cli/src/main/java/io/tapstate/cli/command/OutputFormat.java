package io.tapstate.cli.command;

import io.tapstate.cli.render.StructuredText;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/** What {@code -o} takes. */
public enum OutputFormat {
    TEXT,
    JSON,
    YAML;

    /** The format of that spelling, in any case. */
    public static OutputFormat of(String spelling) {
        return Arrays.stream(values())
                .filter(format -> format.toString().equals(spelling.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("expected text, json or yaml, not `" + spelling + "`"));
    }

    /** A document for programs; never for {@link #TEXT}, which each verb lays out by itself. */
    String write(Object answer) {
        return switch (this) {
            case JSON -> StructuredText.json(answer);
            case YAML -> StructuredText.yaml(answer);
            case TEXT -> throw new IllegalStateException("text has no common layout");
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
