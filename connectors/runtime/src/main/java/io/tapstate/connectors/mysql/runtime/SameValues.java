package io.tapstate.connectors.mysql.runtime;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether values of one column type are the same bytes in a document as when their column has another. */
final class SameValues {
    private static final List<String> INTEGERS = List.of("tinyint", "smallint", "mediumint", "int", "bigint");
    private static final List<String> TEXTS = List.of("varchar", "text", "mediumtext", "longtext");
    private static final List<String> BYTES = List.of("varbinary", "blob", "mediumblob", "longblob");
    private static final Pattern SIZED = Pattern.compile("([a-z]+)\\((\\d+)(?:,(\\d+))?\\)(.*)");

    private SameValues() {}

    /** @param before as {@link LoggedColumns} writes them */
    static boolean keeps(String before, String after) {
        if (before.equals(after)) {
            return true;
        }
        if (isWider(INTEGERS, integer(before), integer(after))) {
            return true;
        }
        Matcher old = SIZED.matcher(before);
        if (!old.matches()) {
            return isWider(TEXTS, before, after) || isWider(BYTES, before, after);
        }
        Matcher now = SIZED.matcher(after);
        if (!now.matches()) {
            boolean short16 = Long.parseLong(old.group(2)) <= 16_383;
            return short16 && (isWider(TEXTS, old.group(1), after) || isWider(BYTES, old.group(1), after));
        }
        boolean grows = List.of("varchar", "varbinary", "decimal").contains(old.group(1))
                && old.group(1).equals(now.group(1))
                && old.group(4).equals(now.group(4));
        String scale = String.valueOf(old.group(3));
        return grows
                && scale.equals(String.valueOf(now.group(3)))
                && Long.parseLong(now.group(2)) >= Long.parseLong(old.group(2));
    }

    // The one digit of a truth value stays, and so does what is not signed.
    private static String integer(String type) {
        return type.equals("integer") ? "int" : type;
    }

    private static boolean isWider(List<String> order, String before, String after) {
        return order.contains(before) && order.indexOf(after) >= order.indexOf(before);
    }
}
