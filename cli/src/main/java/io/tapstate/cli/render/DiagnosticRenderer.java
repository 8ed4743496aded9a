package io.tapstate.cli.render;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.Severity;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** The one place that turns diagnostics into text for people: code, message, place with a caret, fix. */
public final class DiagnosticRenderer {
    private final Style style;

    public DiagnosticRenderer(Style style) {
        this.style = style;
    }

    /** All of them, one block each, in the given order. */
    public String render(List<Diagnostic> diagnostics) {
        StringBuilder text = new StringBuilder();
        diagnostics.forEach(diagnostic -> text.append(render(diagnostic)));
        return text.toString();
    }

    public String render(Diagnostic diagnostic) {
        StringBuilder text = new StringBuilder();
        text.append(head(diagnostic.code(), diagnostic.message(), diagnostic.severity()));
        diagnostic.span().ifPresent(span -> text.append(place(span)));
        text.append(fix(diagnostic.fix()));
        return text.toString();
    }

    /** A fault that another process reported: its code and texts are known, its wording is not ours. */
    public String render(String code, String message, String fix) {
        return head(code, message, Severity.ERROR) + fix(fix);
    }

    /** The diagnostics of a failure, and below them, when asked for, the stack trace of what showed it. */
    public String render(TapException failure, boolean verbose) {
        String text = render(failure.diagnostics());
        return verbose ? text + stackTrace(failure) : text;
    }

    public static String stackTrace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return Redaction.withoutCredentials(trace.toString());
    }

    private String head(String code, String message, Severity severity) {
        String coloured = severity == Severity.ERROR ? style.red(code) : style.yellow(code);
        return coloured + ": " + Redaction.withoutCredentials(message) + "\n";
    }

    private String fix(String fix) {
        return fix.isBlank() ? "" : "  fix: " + fix + "\n";
    }

    private String place(SourceSpan span) {
        StringBuilder text = new StringBuilder("  ").append(span.file());
        if (span.line() > 0) {
            text.append(':').append(span.line()).append(':').append(span.column());
        }
        if (!span.path().isEmpty()) {
            text.append(style.faint(" (" + span.path() + ")"));
        }
        text.append('\n');
        if (span.line() > 0 && !span.excerpt().isEmpty()) {
            String number = Integer.toString(span.line());
            text.append("    ")
                    .append(number)
                    .append(" | ")
                    .append(span.excerpt())
                    .append('\n');
            text.append("    ")
                    .append(" ".repeat(number.length()))
                    .append(" | ")
                    .append(indent(span));
            text.append(style.red("^")).append('\n');
        }
        return text.toString();
    }

    // Tabs stay tabs, so that the caret stands below its column whatever the terminal makes of them.
    private static String indent(SourceSpan span) {
        StringBuilder indent = new StringBuilder();
        span.excerpt()
                .codePoints()
                .limit(Math.max(0, span.column() - 1))
                .forEach(point -> indent.append(point == '\t' ? '\t' : ' '));
        return indent.toString();
    }
}
