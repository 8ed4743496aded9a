package io.tapstate.cli.render;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Diagnostics for programs: the same facts as {@link DiagnosticRenderer} tells people. */
public final class DiagnosticFields {
    private DiagnosticFields() {}

    /** One map each: code, severity, message, solution, then the place as far as it is known, then params. */
    public static List<Map<String, Object>> of(List<Diagnostic> diagnostics) {
        return diagnostics.stream().map(DiagnosticFields::of).toList();
    }

    public static Map<String, Object> of(Diagnostic diagnostic) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("code", diagnostic.code());
        fields.put("severity", diagnostic.severity().name().toLowerCase(Locale.ROOT));
        fields.put("message", Redaction.withoutCredentials(diagnostic.message()));
        if (!diagnostic.fix().isBlank()) {
            fields.put("solution", diagnostic.fix());
        }
        diagnostic.span().ifPresent(span -> place(span, fields));
        if (!diagnostic.parameters().isEmpty()) {
            Map<String, Object> parameters = new LinkedHashMap<>();
            diagnostic.parameters().forEach((name, value) -> parameters.put(name, Redaction.withoutCredentials(value)));
            fields.put("params", parameters);
        }
        return fields;
    }

    private static void place(SourceSpan span, Map<String, Object> fields) {
        fields.put("source", span.file());
        if (span.line() > 0) {
            fields.put("line", span.line());
            fields.put("column", span.column());
        }
        if (!span.path().isEmpty()) {
            fields.put("path", span.path());
        }
    }
}
