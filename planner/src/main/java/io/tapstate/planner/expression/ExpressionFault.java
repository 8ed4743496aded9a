package io.tapstate.planner.expression;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.stream.Stream;

/**
 * One fault of an embedded text.
 *
 * @param detail what is wrong, without a full stop
 * @param suggestion what to write instead, as an imperative
 * @param text the whole embedded text
 * @param offset where in the text, in code points from 0; at most its length
 */
public record ExpressionFault(ExpressionError code, String detail, String suggestion, String text, int offset) {
    public ExpressionFault {
        offset = Math.max(0, Math.min(offset, text.codePointCount(0, text.length())));
    }

    /** As {@link #ExpressionFault}, at a line (from 1) and a column (from 1, in code points) of the text. */
    static ExpressionFault at(
            ExpressionError code, String detail, String suggestion, String text, int line, int column) {
        return new ExpressionFault(code, detail, suggestion, text, offset(text, line, column));
    }

    static int offset(String text, int line, int column) {
        int start = 0;
        for (int i = 1; i < line; i++) {
            int end = text.indexOf('\n', start);
            if (end < 0) {
                break;
            }
            start = end + 1;
        }
        return text.codePointCount(0, start) + Math.max(0, column - 1);
    }

    /** From 1, within the text. */
    public int line() {
        return 1 + (int) before().chars().filter(c -> c == '\n').count();
    }

    /** From 1, in code points, within the line. */
    public int column() {
        String before = before();
        String line = before.substring(before.lastIndexOf('\n') + 1);
        return 1 + line.codePointCount(0, line.length());
    }

    private String before() {
        return text.substring(0, text.offsetByCodePoints(0, offset));
    }

    /** @param span where the caller says it is; may be null */
    public Diagnostic diagnostic(SourceSpan span) {
        Object[] namesAndValues = code.parameters().stream()
                .flatMap(name -> Stream.of(name, value(name)))
                .toArray();
        return Diagnostic.at(span, code, namesAndValues);
    }

    private String value(String parameter) {
        return switch (parameter) {
            case "detail" -> detail;
            case "suggestion" -> suggestion;
            default -> text;
        };
    }
}
