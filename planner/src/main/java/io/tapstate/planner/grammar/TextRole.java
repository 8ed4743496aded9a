package io.tapstate.planner.grammar;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a text stands for: how it is called in messages, and which texts it allows. */
public enum TextRole {
    TEXT("text", "text", "texts", true, null),
    NAME("name", "a name", "names", false, null),
    ID("id", "an id without dots and control characters", "ids", false, "[^.\\u0000-\\u001f\\u007f-\\u009f]+"),
    SOURCE_ID("source id", "a source id", "source ids", false, null),
    USED_ID("id of a resource", "the id of a resource", "ids of resources", false, null),
    CONNECTOR("connector", "a connector, for example `mysql`", "connectors", false, null),
    TABLE("table name or `/regex/`", "a table name or `/regex/`", "table names", false, null),
    REFERENCE("table or step", "a table or step", "tables or steps", false, null),
    ALIAS("alias", "an alias of the step's `from`", "aliases", false, null),
    COLUMN("column", "a column", "columns", false, null),
    PATH(
            "field name",
            "a field name; dots make nested objects, and none begins with `$`",
            "field names",
            false,
            Parts.NAME + "(?:\\." + Parts.NAME + ")*"),
    COLLECTION(
            "collection name",
            "a collection name: no `$`, and not beginning with `system.`",
            "collection names",
            false,
            "(?!system\\.)[^$\\u0000]+"),
    CEL("CEL expression", "a CEL expression", "CEL expressions", false, null),
    SCRIPT("JavaScript", "a script", "scripts", false, null),
    SQL("SQL", "an SQL query", "SQL queries", false, null),
    CRON("cron expression", "a cron expression", "cron expressions", false, null),
    START(
            "`earliest`, `latest` or an instant",
            "`earliest`, `latest` or an instant such as `2026-01-31T00:00:00Z`",
            "starts",
            false,
            null);

    private final String label;
    private final String one;
    private final String many;
    private final boolean blankAllowed;
    private final String legal;
    private final Pattern pattern;

    TextRole(String label, String one, String many, boolean blankAllowed, String legal) {
        this.label = label;
        this.one = one;
        this.many = many;
        this.blankAllowed = blankAllowed;
        this.legal = legal;
        this.pattern = legal == null ? null : Pattern.compile(legal);
    }

    /** Without an article, for lists of fields. */
    public String label() {
        return label;
    }

    /** With its article, for messages: what is expected. */
    public String one() {
        return one;
    }

    public String many() {
        return many;
    }

    public boolean blankAllowed() {
        return blankAllowed;
    }

    /** The regular expression, without anchors and fit for ECMAScript, that a text matches whole; absent for any text. */
    public Optional<String> legal() {
        return Optional.ofNullable(legal);
    }

    /** Whether a text that is not blank may stand here. */
    public boolean allows(String text) {
        // Part by part, because matching a repeated group takes a stack as deep as the text is long.
        return this == PATH
                ? Arrays.stream(text.split("\\.", -1))
                        .allMatch(part -> Parts.PATTERN.matcher(part).matches())
                : pattern == null || pattern.matcher(text).matches();
    }

    /** The names that a {@link #PATH} is made of. */
    private static final class Parts {
        static final String NAME =
                "(?! *\\.| *$)[^$.\\u0000-\\u001f\\u007f-\\u009f][^.\\u0000-\\u001f\\u007f-\\u009f]*";
        static final Pattern PATTERN = Pattern.compile(NAME);
    }
}
