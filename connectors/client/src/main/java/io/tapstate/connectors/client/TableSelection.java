package io.tapstate.connectors.client;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which tables of a database are meant; all of them when neither names nor patterns are given.
 *
 * @param names as the database spells them
 * @param patterns matched against the whole name
 */
public record TableSelection(List<String> names, List<Pattern> patterns) {
    /** Every table. */
    public static final TableSelection ALL = new TableSelection(List.of(), List.of());

    public TableSelection {
        names = List.copyOf(names);
        patterns = List.copyOf(patterns);
    }

    boolean selects(String table) {
        return (names.isEmpty() && patterns.isEmpty())
                || names.contains(table)
                || patterns.stream().anyMatch(pattern -> pattern.matcher(table).matches());
    }
}
