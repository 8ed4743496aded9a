package io.tapstate.connectors.postgres.runtime;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether values of one column type are the same in a document when their column has the other. */
final class SameTexts {
    private static final List<String> INTEGERS = List.of("smallint", "integer", "bigint");
    private static final Pattern SIZED = Pattern.compile("(character varying|numeric)\\((\\d+)(,-?\\d+)?\\)");

    private SameTexts() {}

    /** @param before as {@code format_type} prints them */
    static boolean keeps(String before, String after) {
        if (before.equals(after) || (INTEGERS.contains(before) && INTEGERS.contains(after))) {
            return true;
        }
        boolean unbounded = after.equals("text") || after.equals("character varying");
        if (before.equals("text") || before.equals("character varying")) {
            return unbounded;
        }
        Matcher old = SIZED.matcher(before);
        if (!old.matches()) {
            return false;
        }
        if (unbounded) {
            return old.group(1).equals("character varying");
        }
        Matcher now = SIZED.matcher(after);
        return now.matches()
                && now.group(1).equals(old.group(1))
                && Integer.parseInt(now.group(2)) >= Integer.parseInt(old.group(2))
                && String.valueOf(now.group(3)).equals(String.valueOf(old.group(3)));
    }
}
