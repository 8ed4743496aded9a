package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.api.TableId;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A statement that writes all text of a table in another character set. The library does not understand it, and would
 * have what follows read by the former one.
 *
 * @param charset in lower case; empty where the statement does not name it plainly
 */
record TextConversion(TableId table, String charset) {
    /**
     * @param database the one that names without a database belong to; may be null
     * @param captured tables that matter
     * @return empty for every other statement
     */
    static Optional<TextConversion> in(String statement, String database, Set<TableId> captured) {
        StatementWords words = StatementWords.of(statement, database);
        if (!words.take("ALTER")) {
            return Optional.empty();
        }
        words.take("ONLINE");
        words.take("IGNORE");
        if (!words.take("TABLE")) {
            return Optional.empty();
        }
        words.takeCondition();
        String table = words.table().toString();
        while (words.more()) {
            if (words.take("CONVERT") && words.take("TO")) {
                String charset = charset(words);
                return captured.stream()
                        .filter(known -> known.toString().equalsIgnoreCase(table))
                        .findFirst()
                        .map(known -> new TextConversion(known, charset));
            }
            words.skip();
        }
        return Optional.empty();
    }

    private static String charset(StatementWords words) {
        if (words.take("CHARACTER") || words.take("CHAR")) {
            words.take("SET");
        } else {
            words.take("CHARSET");
        }
        words.take("=");
        return words.name().toLowerCase(Locale.ROOT);
    }

    String words() {
        return "text converted to character set " + (charset.isEmpty() ? "unknown" : charset);
    }
}
