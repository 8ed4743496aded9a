package io.tapstate.cli.workspace;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds of resources; each has a folder of its name in a workspace. */
public enum ResourceKind {
    SOURCE,
    PIPELINE,
    TRANSFORM,
    VIEW,
    SERVE;

    /** As files spell it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of that spelling; the plural is understood too. */
    public static Optional<ResourceKind> of(String text) {
        String word = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> word.equals(kind.text()) || word.equals(kind.text() + "s"))
                .findFirst();
    }

    public static List<String> spellings() {
        return Arrays.stream(values()).map(ResourceKind::text).toList();
    }
}
