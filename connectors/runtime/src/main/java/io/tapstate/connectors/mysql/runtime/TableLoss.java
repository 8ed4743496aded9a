package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.api.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final Set<String> FIRST_WORDS = Set.of("TRUNCATE", "DROP", "RENAME", "ALTER", "CREATE");
    private static final Set<String> ROWS_LEAVE_WITH_PARTITION =
            Set.of("TRUNCATE", "DROP", "EXCHANGE", "CONVERT", "DISCARD");
    // Comments that the server executes count as text.
    private static final Pattern TOKEN =
            Pattern.compile("(?<skipped>/\\*(?!M?!)(?s:.*?)\\*/|/\\*M?!\\d*|\\*/|--(?=\\s).*|#.*)"
                    + "|`(?<back>(?:[^`]++|``)*+)`|\"(?<twice>(?:[^\"]++|\"\")*+)\"|'(?:[^'\\\\]++|\\\\.|'')*+'"
                    + "|(?<word>[\\p{L}\\p{N}_$]++)|(?<sign>[^\\s\\p{L}\\p{N}_$])");

    /**
     * @param database the one that names without a database belong to; may be null
     * @param captured tables that matter
     */
    static Optional<TableLoss> in(String statement, String database, Set<TableId> captured) {
        Words words = new Words(tokens(statement), database);
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

    private static Optional<TableLoss> dropped(Words words, Set<TableId> captured) {
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
    private static Optional<TableLoss> renamed(Words words, Set<TableId> captured) {
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

    private static Optional<TableLoss> altered(Words words, Set<TableId> captured) {
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
        return captured.stream()
                .filter(table -> lost.stream().anyMatch(one -> folded(one).equals(folded(table))))
                .findFirst()
                .map(table -> new TableLoss(table, dropped));
    }

    private static String folded(TableId table) {
        return table.toString().toLowerCase(Locale.ROOT);
    }

    private static List<Token> tokens(String statement) {
        List<Token> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(statement);
        while (matcher.find()) {
            if (matcher.group("word") != null) {
                tokens.add(new Token(matcher.group("word"), false));
            } else if (matcher.group("back") != null) {
                tokens.add(new Token(matcher.group("back").replace("``", "`"), true));
            } else if (matcher.group("twice") != null) {
                tokens.add(new Token(matcher.group("twice").replace("\"\"", "\""), true));
            } else if (matcher.group("sign") != null) {
                tokens.add(new Token(matcher.group("sign"), false));
            }
            // Definitions of routines are long, and nothing in them matters.
            if (tokens.size() == 1 && !FIRST_WORDS.contains(tokens.get(0).text().toUpperCase(Locale.ROOT))) {
                return tokens;
            }
        }
        return tokens;
    }

    private record Token(String text, boolean quoted) {
        boolean is(String word) {
            return !quoted && text.equalsIgnoreCase(word);
        }
    }

    /** Reads a statement from left to right; past its end are empty names. */
    private static final class Words {
        private final List<Token> tokens;
        private final String database;
        private int next;

        Words(List<Token> tokens, String database) {
            this.tokens = tokens;
            this.database = database == null ? "" : database;
        }

        boolean more() {
            return next < tokens.size();
        }

        void skip() {
            next++;
        }

        boolean take(String word) {
            if (more() && tokens.get(next).is(word)) {
                next++;
                return true;
            }
            return false;
        }

        void takeOne(String... words) {
            for (String word : words) {
                if (take(word)) {
                    return;
                }
            }
        }

        boolean takePair(Set<String> firsts, String second) {
            boolean there = next + 1 < tokens.size()
                    && firsts.stream().anyMatch(tokens.get(next)::is)
                    && tokens.get(next + 1).is(second);
            next += there ? 2 : 0;
            return there;
        }

        void takeCondition() {
            if (take("IF")) {
                take("NOT");
                take("EXISTS");
            }
        }

        void skipTo(String word) {
            while (more() && !take(word)) {
                next++;
            }
        }

        String name() {
            return more() ? tokens.get(next++).text() : "";
        }

        TableId table() {
            String name = name();
            return take(".") ? new TableId(name, name()) : new TableId(database, name);
        }
    }
}
