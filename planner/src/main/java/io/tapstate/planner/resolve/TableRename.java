package io.tapstate.planner.resolve;

import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.ServeBody.RenameSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The name of a table in a sync's target. An exact hit in {@code map} wins and bypasses all else; otherwise the case rule
 * is applied, then prefix and suffix are put around as written.
 */
public final class TableRename {
    private TableRename() {}

    public static String of(Optional<RenameSpec> rename, String table) {
        if (rename.isEmpty()) {
            return table;
        }
        for (Map.Entry<Located<String>, Located<String>> pair :
                rename.get().map().entrySet()) {
            if (pair.getKey().value().equals(table)) {
                return pair.getValue().value();
            }
        }
        String name = rename.get()
                .letterCase()
                .map(Located::value)
                .map(letters -> cased(letters, table))
                .orElse(table);
        return text(rename.get().prefix()) + name + text(rename.get().suffix());
    }

    private static String text(Optional<Located<String>> part) {
        return part.map(Located::value).orElse("");
    }

    private static String cased(String letters, String table) {
        return switch (letters) {
            case "upper" -> table.toUpperCase(Locale.ROOT);
            case "lower" -> table.toLowerCase(Locale.ROOT);
            case "pascal" -> words(table).stream().map(TableRename::capital).collect(Collectors.joining());
            case "camel" -> {
                String pascal = words(table).stream().map(TableRename::capital).collect(Collectors.joining());
                String first = words(table).isEmpty() ? "" : words(table).get(0);
                yield first.toLowerCase(Locale.ROOT) + pascal.substring(Math.min(pascal.length(), first.length()));
            }
            default -> table;
        };
    }

    /** Splits at what is neither letter nor digit, before an upper-case letter after a lower-case one or a digit, and before the last
     * letter of an acronym that a word follows: {@code HTTP2ServerV1} is {@code HTTP2 Server V1}. */
    private static List<String> words(String table) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        int[] letters = table.codePoints().toArray();
        for (int i = 0; i < letters.length; i++) {
            int letter = letters[i];
            boolean upper = Character.isUpperCase(letter);
            boolean afterSmall =
                    i > 0 && !Character.isUpperCase(letters[i - 1]) && Character.isLetterOrDigit(letters[i - 1]);
            boolean endsAcronym = i > 0
                    && Character.isUpperCase(letters[i - 1])
                    && i + 1 < letters.length
                    && Character.isLowerCase(letters[i + 1]);
            if (!Character.isLetterOrDigit(letter) || (upper && (afterSmall || endsAcronym))) {
                end(words, word);
            }
            if (Character.isLetterOrDigit(letter)) {
                word.appendCodePoint(letter);
            }
        }
        end(words, word);
        return words;
    }

    private static void end(List<String> words, StringBuilder word) {
        if (!word.isEmpty()) {
            words.add(word.toString());
            word.setLength(0);
        }
    }

    private static String capital(String word) {
        int first = word.codePointAt(0);
        return Character.toString(Character.toUpperCase(first))
                + word.substring(Character.charCount(first)).toLowerCase(Locale.ROOT);
    }
}
