package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.api.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a statement in the log does to a table as a whole, naming no rows.
 *
 * <p>Read from the text, because the log has nothing else. Names are compared without regard to case: whether case counts
 * is a setting of the server, and a stop too many is better than a loss that goes unnoticed.
 *
 * @param table as it was asked for
 * @param dropped whether the table is gone or goes by another name; else it is there and has lost rows
 */
record TableLoss(TableId table, boolean dropped) {
    private static final Set<String> ROWS_LEAVE_WITH_PARTITION =
            Set.of("TRUNCATE", "DROP", "EXCHANGE", "CONVERT", "DISCARD");

    /**
     * @param database the one that names without a database belong to; may be null
     * @param captured tables that matter
     */
    static Optional<TableLoss> in(String statement, String database, Set<TableId> captured) {
        StatementWords words = StatementWords.of(statement, database);
        if (words.take("TRUNCATE")) {
            words.take("TABLE");
            return first(List.of(words.table()), captured, false);
        }
        if (words.take("DROP")) {
            return dropped(words, captured);
        }
        if (words.take("RENAME")) {
            return renamed(words, captured);
        }
        if (words.take("ALTER")) {
            return altered(words, captured);
        }
        if (words.take("CREATE") && words.take("OR") && words.take("REPLACE") && words.take("TABLE")) {
            return first(List.of(words.table()), captured, false);
        }
        return Optional.empty();
    }

    private static Optional<TableLoss> dropped(StatementWords words, Set<TableId> captured) {
        if (words.take("DATABASE") || words.take("SCHEMA")) {
            words.takeCondition();
            String database = words.name();
            return captured.stream()
                    .filter(table -> table.namespace().equalsIgnoreCase(database))
                    .findFirst()
                    .map(table -> new TableLoss(table, true));
        }
        if (!words.take("TABLE") && !words.take("TABLES")) {
            return Optional.empty();
        }
        words.takeCondition();
        List<TableId> tables = new ArrayList<>();
        do {
            tables.add(words.table());
        } while (words.take(","));
        return first(tables, captured, true);
    }

    // Where a name is taken over by another table in the same statement, as tools do that change large tables, the
    // table
    // is still there.
    private static Optional<TableLoss> renamed(StatementWords words, Set<TableId> captured) {
        if (!words.take("TABLE") && !words.take("TABLES")) {
            return Optional.empty();
        }
        words.takeCondition();
        List<TableId> gone = new ArrayList<>();
        Set<String> there = new TreeSet<>();
        do {
            gone.add(words.table());
            words.skipTo("TO");
            there.add(folded(words.table()));
        } while (words.take(","));
        gone.removeIf(table -> there.contains(folded(table)));
        return first(gone, captured, true);
    }

    private static Optional<TableLoss> altered(StatementWords words, Set<TableId> captured) {
        words.take("ONLINE");
        words.take("IGNORE");
        if (!words.take("TABLE")) {
            return Optional.empty();
        }
        words.takeCondition();
        TableId table = words.table();
        while (words.more()) {
            if (words.takePair(ROWS_LEAVE_WITH_PARTITION, "PARTITION")) {
                return first(List.of(table), captured, false);
            }
            if (words.take("RENAME")) {
                if (words.take("COLUMN") || words.take("INDEX") || words.take("KEY")) {
                    continue;
                }
                words.takeOne("TO", "AS", "=");
                if (!folded(words.table()).equals(folded(table))) {
                    return first(List.of(table), captured, true);
                }
            } else {
                words.skip();
            }
        }
        return Optional.empty();
    }

    private static Optional<TableLoss> first(List<TableId> lost, Set<TableId> captured, boolean dropped) {
        return lost.stream()
                .flatMap(table -> TableAlteration.captured(table, captured).stream())
                .findFirst()
                .map(table -> new TableLoss(table, dropped));
    }

    private static String folded(TableId table) {
        return table.toString().toLowerCase(Locale.ROOT);
    }
}
