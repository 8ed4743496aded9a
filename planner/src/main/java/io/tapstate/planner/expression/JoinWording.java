package io.tapstate.planner.expression;

import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.logical.RowType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in our words what the SQL parser and validator found. */
final class JoinWording {
    private static final String SEE = "see docs/expressions.md for what a join's SQL can hold";
    private static final Pattern ENCOUNTERED = Pattern.compile("Encountered \"(.*?)\" at line.*", Pattern.DOTALL);
    private static final Pattern LEXICAL =
            Pattern.compile("Lexical error at line \\p{Nd}+, column \\p{Nd}+\\.\\s*Encountered: (.*)", Pattern.DOTALL);
    private static final Pattern COLUMN =
            Pattern.compile("Column '(.+?)' not found in (any table|table '(.+)')(?:; did you mean.*)?");
    private static final Pattern AMBIGUOUS = Pattern.compile("Column '(.+?)' is ambiguous");
    private static final Pattern TABLE = Pattern.compile("(?:Table|Object) '(.+?)' not found.*");
    private static final Pattern NOT_GROUPED = Pattern.compile("Expression '(.+?)' is not being grouped");
    private static final Pattern CANNOT_APPLY =
            Pattern.compile("Cannot apply '(.+?)' to arguments of type '(.+?)'\\. Supported form.*", Pattern.DOTALL);
    private static final Pattern ARGUMENTS = Pattern.compile("Invalid number of arguments to function '(.+?)'.*");

    record Words(String detail, String suggestion) {}

    private static final Words TOO_EARLY = new Words("it ends too early", "complete it");

    private static final Pattern PLACE = Pattern.compile(" at line \\p{Nd}+, column \\p{Nd}+(?=\\.?$)");

    private JoinWording() {}

    static boolean endsTooEarly(Words words) {
        return words == TOO_EARLY;
    }

    static Words parser(String message) {
        if (message.startsWith("Bang equal")) {
            return new Words("`!=` is not an operator here", "write `<>`");
        }
        Matcher encountered = ENCOUNTERED.matcher(message);
        if (encountered.matches()) {
            String token = encountered.group(1).strip();
            if (token.equals("<EOF>")) {
                return TOO_EARLY;
            }
            if (token.endsWith("\\'") || token.endsWith("'") || token.endsWith("`")) {
                return new Words(
                        "a text or name that begins here has no end", "close it with the quote that opened it");
            }
            if (token.equals("\\\"") || token.equals("\"")) {
                return new Words("`\"` does not belong here", "quote names as `name` with back-ticks, texts as 'text'");
            }
            return new Words(
                    "`" + token + "` does not belong here",
                    "correct it; a name that is also a word of SQL stands in back-ticks: `" + token + "`");
        }
        Matcher lexical = LEXICAL.matcher(message);
        if (lexical.matches()) {
            return new Words("a character does not belong here: " + lexical.group(1), "remove it, or close the text");
        }
        return other(message);
    }

    static Words validator(String message, Map<String, RowType> inputs) {
        Matcher column = COLUMN.matcher(message);
        if (column.matches()) {
            List<String> known = inputs.values().stream()
                    .flatMap(row -> row.names().stream())
                    .distinct()
                    .toList();
            String table = column.group(3);
            RowType own = table == null ? null : inputs.get(table);
            return new Words(
                    "there is no column `" + column.group(1) + "`" + (table == null ? "" : " in `" + table + "`"),
                    "write " + NearestName.suggestion(column.group(1), own == null ? known : own.names()));
        }
        Matcher ambiguous = AMBIGUOUS.matcher(message);
        if (ambiguous.matches()) {
            String name = ambiguous.group(1);
            return new Words("`" + name + "` is a column of several inputs", "name the input: `input." + name + "`");
        }
        Matcher table = TABLE.matcher(message);
        if (table.matches()) {
            return noTable(table.group(1), inputs.keySet());
        }
        Matcher grouped = NOT_GROUPED.matcher(message);
        if (grouped.matches()) {
            return new Words(
                    "`" + grouped.group(1).replace("`", "") + "` has many values in a group",
                    "name it in GROUP BY, or fold it with an aggregate such as MAX");
        }
        Matcher apply = CANNOT_APPLY.matcher(message);
        if (apply.matches()) {
            return new Words(
                    "`" + apply.group(1) + "` does not take " + types(apply.group(2)), "convert with CAST(x AS TYPE)");
        }
        Matcher arguments = ARGUMENTS.matcher(message);
        if (arguments.matches()) {
            return new Words("`" + arguments.group(1) + "` does not take so many arguments", SEE);
        }
        return other(message);
    }

    static Words noTable(String name, Set<String> aliases) {
        return new Words(
                "`" + name + "` is not an input of this step",
                "write " + NearestName.suggestion(name, List.copyOf(aliases)) + "; inputs are the names in `from`");
    }

    static Words notAQuery(String word) {
        return new Words(
                "`" + word.toUpperCase(Locale.ROOT) + "` is not a query", "write one SELECT; it reads the inputs only");
    }

    private static String types(String types) {
        return types.replaceAll("\\(\\p{Nd}+(, \\p{Nd}+)?\\)", "").replaceAll("\\s*<>\\s*", " <> ");
    }

    private static Words other(String message) {
        String line = message.lines().findFirst().orElse("it cannot be read");
        // The place is shown beside the fault; the library writes it with the digits of the default locale.
        return new Words(PLACE.matcher(line).replaceFirst("").replaceFirst("\\.$", ""), SEE);
    }
}
