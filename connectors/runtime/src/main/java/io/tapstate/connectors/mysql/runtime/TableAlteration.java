package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.row.ColumnChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a statement in the log may do to the columns of a table that stays.
 *
 * <p>The library's own reading of the statement is not enough: the columns that it knows are at first those that the table
 * had when somebody asked, which may be later than the statement, so that a column seems to be there already.
 *
 * @param table as it was asked for
 * @param changes what the statement says of itself: columns that come, go or get another name, without the values of those
 *     that come. What a definition that is written anew changes, only a comparison tells
 * @param replaced whether another table takes over the name, as tools do that change large tables
 */
record TableAlteration(TableId table, List<ColumnChange> changes, boolean replaced) {
    private static final Set<String> NOT_A_COLUMN = Set.of(
            "INDEX", "KEY", "UNIQUE", "FULLTEXT", "SPATIAL", "PRIMARY", "FOREIGN", "CONSTRAINT", "CHECK", "PARTITION");

    TableAlteration {
        changes = List.copyOf(changes);
    }

    /** What the statement says of itself, for people. */
    String words() {
        return changes.stream().map(ColumnChange::words).collect(Collectors.joining(", "));
    }

    /**
     * @param database the one that names without a database belong to; may be null
     * @param captured tables that matter
     * @return empty for every other statement
     */
    static Optional<TableAlteration> in(String statement, String database, Set<TableId> captured) {
        StatementWords words = StatementWords.of(statement, database);
        if (words.take("RENAME")) {
            return replaced(words, captured);
        }
        if (!words.take("ALTER")) {
            return Optional.empty();
        }
        words.take("ONLINE");
        words.take("IGNORE");
        if (!words.take("TABLE")) {
            return Optional.empty();
        }
        words.takeCondition();
        TableId table = words.table();
        return captured(table, captured).map(known -> new TableAlteration(known, changes(words), false));
    }

    /** The name that a table takes which a statement renames, where it renames one; the library tells one by one. */
    static Optional<TableId> taken(String statement, String database) {
        StatementWords words = StatementWords.of(statement, database);
        if (!words.take("RENAME") || !(words.take("TABLE") || words.take("TABLES"))) {
            return Optional.empty();
        }
        words.table();
        words.skipTo("TO");
        return Optional.of(words.table());
    }

    /** Whether a statement defines a generated column, which the library does not tell from others. */
    static boolean computes(String statement, String database) {
        StatementWords words = StatementWords.of(statement, database);
        while (words.more()) {
            if (words.at(Set.of("AS")) && words.followedBy("(")) {
                return true;
            }
            words.skip();
        }
        return false;
    }

    /** Whether two names are one where case may not count. */
    static boolean isSame(TableId one, TableId other) {
        return folded(one).equals(folded(other));
    }

    private static Optional<TableAlteration> replaced(StatementWords words, Set<TableId> captured) {
        if (!words.take("TABLE") && !words.take("TABLES")) {
            return Optional.empty();
        }
        words.takeCondition();
        List<TableId> left = new ArrayList<>();
        List<TableId> taken = new ArrayList<>();
        do {
            left.add(words.table());
            words.skipTo("TO");
            taken.add(words.table());
        } while (words.take(","));
        return taken.stream()
                .filter(table -> left.stream().anyMatch(one -> folded(one).equals(folded(table))))
                .flatMap(table -> captured(table, captured).stream())
                .findFirst()
                .map(table -> new TableAlteration(table, List.of(), true));
    }

    private static List<ColumnChange> changes(StatementWords words) {
        List<ColumnChange> changes = new ArrayList<>();
        do {
            if (words.take("ADD")) {
                added(words, changes);
            } else if (words.take("DROP")) {
                if (isColumn(words) && !words.takeCondition()) {
                    changes.add(ColumnChange.dropped(words.name()));
                }
            } else if (words.take("CHANGE")) {
                words.take("COLUMN");
                if (!words.takeCondition()) {
                    renamed(words.name(), words.name(), changes);
                }
            } else if (words.take("RENAME") && words.take("COLUMN") && !words.takeCondition()) {
                String before = words.name();
                words.take("TO");
                renamed(before, words.name(), changes);
            }
        } while (words.nextItem());
        return changes;
    }

    private static void added(StatementWords words, List<ColumnChange> changes) {
        if (!isColumn(words) || words.takeCondition()) {
            return;
        }
        if (!words.take("(")) {
            changes.add(ColumnChange.added(words.name(), null));
            return;
        }
        do {
            if (isColumn(words)) {
                changes.add(ColumnChange.added(words.name(), null));
            }
        } while (words.nextItem());
    }

    private static void renamed(String before, String after, List<ColumnChange> changes) {
        if (!before.equals(after)) {
            changes.add(ColumnChange.renamed(before, after));
        }
    }

    /** Whether what follows names a column; takes the word that says so, if it is there. */
    private static boolean isColumn(StatementWords words) {
        boolean period = words.at(Set.of("PERIOD")) && words.followedBy("FOR");
        boolean versioning = words.at(Set.of("SYSTEM")) && words.followedBy("VERSIONING");
        return words.take("COLUMN") || !(words.at(NOT_A_COLUMN) || period || versioning);
    }

    /** The captured table that a name means: the one that is written so, else one that differs from it by case alone. */
    static Optional<TableId> captured(TableId table, Set<TableId> captured) {
        if (captured.contains(table)) {
            return Optional.of(table);
        }
        return captured.stream()
                .filter(one -> folded(one).equals(folded(table)))
                .findFirst();
    }

    private static String folded(TableId table) {
        return table.toString().toLowerCase(Locale.ROOT);
    }
}
