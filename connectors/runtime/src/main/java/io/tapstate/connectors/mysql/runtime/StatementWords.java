package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.api.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement of the log as words, read from left to right; past its end are empty names. Texts in quotes and comments are
 * left out. Of statements that can change no table only the first word is there.
 */
final class StatementWords {
    private static final Set<String> FIRST_WORDS = Set.of("TRUNCATE", "DROP", "RENAME", "ALTER", "CREATE");
    // Comments that the server executes count as text.
    private static final Pattern TOKEN =
            Pattern.compile("(?<skipped>/\\*(?!M?!)(?s:.*?)\\*/|/\\*M?!\\d*|\\*/|--(?=\\s).*|#.*)"
                    + "|`(?<back>(?:[^`]++|``)*+)`|\"(?<twice>(?:[^\"]++|\"\")*+)\"|'(?:[^'\\\\]++|\\\\.|'')*+'"
                    + "|(?<word>[\\p{L}\\p{N}_$]++)|(?<sign>[^\\s\\p{L}\\p{N}_$])");

    private final List<Token> tokens;
    private final String database;
    private int next;

    private StatementWords(List<Token> tokens, String database) {
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

    /** Whether the next word is one of these, unquoted; it stays. */
    boolean at(Set<String> words) {
        return more() && words.stream().anyMatch(tokens.get(next)::is);
    }

    /** As {@link #at}, of the word after the next. */
    boolean followedBy(String word) {
        return next + 1 < tokens.size() && tokens.get(next + 1).is(word);
    }

    /**
     * Goes behind the comma that ends this item of a list.
     *
     * @return whether there is another item; false at the bracket that closes the list, and at the statement's end
     */
    boolean nextItem() {
        for (int depth = 0; more() && depth >= 0; next++) {
            Token token = tokens.get(next);
            if (depth == 0 && token.is(",")) {
                next++;
                return true;
            }
            depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
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

    /** Takes {@code IF EXISTS} or {@code IF NOT EXISTS}. */
    boolean takeCondition() {
        if (!take("IF")) {
            return false;
        }
        take("NOT");
        take("EXISTS");
        return true;
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

    /** @param database the one that names without a database belong to; may be null */
    static StatementWords of(String statement, String database) {
        return new StatementWords(tokens(statement), database);
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
}
