package io.tapstate.planner.grammar;

import java.util.Optional;
import java.util.regex.Pattern;

/** What a text stands for: how it is called in messages, and which texts it allows. */
public enum TextRole {
    TEXT("text", "texts", true, null),
    NAME("a name", "names", false, null),
    ID("an id without dots and control characters", "ids", false, "[^.\\u0000-\\u001f\\u007f-\\u009f]+"),
    SOURCE_ID("a source id", "source ids", false, null),
    USED_ID("the id of a resource", "ids of resources", false, null),
    CONNECTOR("a connector, for example `mysql`", "connectors", false, null),
    TABLE("a table name or `/regex/`", "table names", false, null),
    REFERENCE("a table or step", "tables or steps", false, null),
    ALIAS("an alias of the step's `from`", "aliases", false, null),
    COLUMN("a column", "columns", false, null),
    PATH(
            "a field name; dots make nested objects, and none begins with `$`",
            "field names",
            false,
            "(?:(?! *\\.| *$)[^$.\\u0000-\\u001f\\u007f-\\u009f][^.\\u0000-\\u001f\\u007f-\\u009f]*)"
                    + "(?:\\.(?! *\\.| *$)[^$.\\u0000-\\u001f\\u007f-\\u009f][^.\\u0000-\\u001f\\u007f-\\u009f]*)*"),
    COLLECTION(
            "a collection name: no `$`, and not beginning with `system.`",
            "collection names",
            false,
            "(?!system\\.)[^$\\u0000]+"),
    CEL("a CEL expression", "CEL expressions", false, null),
    SCRIPT("a script", "scripts", false, null),
    SQL("an SQL query", "SQL queries", false, null),
    CRON("a cron expression", "cron expressions", false, null),
    START("`earliest`, `latest` or an instant such as `2026-01-31T00:00:00Z`", "starts", false, null);

    private final String one;
    private final String many;
    private final boolean blankAllowed;
    private final String legal;
    private final Pattern pattern;

    TextRole(String one, String many, boolean blankAllowed, String legal) {
        this.one = one;
        this.many = many;
        this.blankAllowed = blankAllowed;
        this.legal = legal;
        this.pattern = legal == null ? null : Pattern.compile(legal);
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
        return pattern == null || pattern.matcher(text).matches();
    }
}
