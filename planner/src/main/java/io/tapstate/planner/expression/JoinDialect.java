package io.tapstate.planner.expression;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.config.Lex;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/**
 * Flink's SQL for Calcite's own parser. What Flink's grammar adds to expressions is overwritten in place by something of
 * the same length that Calcite reads, so that every position stays that of the author's text.
 */
final class JoinDialect {
    /** Stands for a type whose values only a row tells. */
    static final String NESTED = "tap_";

    /** The characters of texts, quoted names, comments and hints; then the words that differ. */
    private static final Pattern TOKENS = Pattern.compile(
            "'(?:[^']|'')*'|`[^`]*`|--[^\\n]*|/\\*[\\s\\S]*?\\*/"
                    + "|(?<try>\\bTRY_CAST)(?=\\s*\\()"
                    + "|(?<zoned>\\bTIMESTAMP_LTZ(?:\\s*\\(\\s*\\d+\\s*\\))?)"
                    + "|(?<nested>\\b(?:ROW|ARRAY|MAP|MULTISET)(?=\\s*<))",
            Pattern.CASE_INSENSITIVE);

    private static final SqlConformance CONFORMANCE = new SqlDelegatingConformance(SqlConformanceEnum.DEFAULT) {
        @Override
        public boolean isPercentRemainderAllowed() {
            return true;
        }

        @Override
        public boolean isMinusAllowed() {
            return false;
        }
    };

    private JoinDialect() {}

    static SqlConformance conformance() {
        return CONFORMANCE;
    }

    static SqlParser parser(String sql) {
        return SqlParser.create(
                forCalcite(sql),
                SqlParser.config()
                        .withLex(Lex.JAVA)
                        .withIdentifierMaxLength(Integer.MAX_VALUE)
                        .withConformance(CONFORMANCE));
    }

    /** Of the same length, with line ends at the same places. */
    static String forCalcite(String sql) {
        StringBuilder text = new StringBuilder(sql);
        Matcher matcher = TOKENS.matcher(sql);
        int from = 0;
        while (from <= sql.length() && matcher.find(from)) {
            from = Math.max(matcher.end(), from + 1);
            if (matcher.group("try") != null) {
                // The same but for null instead of a failure.
                overwrite(text, matcher.start(), matcher.end(), "CAST");
            } else if (matcher.group("zoned") != null) {
                overwrite(text, matcher.start() + "TIMESTAMP_LTZ".length(), matcher.end(), "");
            } else if (matcher.group("nested") != null) {
                int end = closing(sql, matcher.end());
                overwrite(text, matcher.start(), end, NESTED);
                from = end;
            }
        }
        return text.toString();
    }

    /** After the {@code >} that closes the first {@code <} from here; here when none does. */
    private static int closing(String sql, int start) {
        int open = 0;
        for (int i = start; i < sql.length(); i++) {
            char c = sql.charAt(i);
            open += c == '<' ? 1 : c == '>' ? -1 : 0;
            if (c == '>' && open == 0) {
                return i + 1;
            }
        }
        return start;
    }

    private static void overwrite(StringBuilder text, int start, int end, String word) {
        for (int i = start; i < end; i++) {
            int place = i - start;
            if (place < word.length()) {
                text.setCharAt(i, word.charAt(place));
            } else if (text.charAt(i) != '\n') {
                text.setCharAt(i, ' ');
            }
        }
    }
}
