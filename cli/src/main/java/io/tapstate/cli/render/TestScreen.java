package io.tapstate.cli.render;

import io.tapstate.connectors.client.ConnectionCheck;
import io.tapstate.connectors.client.ConnectionCheck.Status;
import io.tapstate.connectors.client.ConnectionReport;
import io.tapstate.connectors.diagnostics.Diagnostic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a connection test found, for people and for programs. */
public final class TestScreen {
    private final Style style;

    public TestScreen(Style style) {
        this.style = style;
    }

    /** One line per item, below those that did not pass the fix, and a last line with the sum. */
    public String text(String id, ConnectionReport report) {
        int width = report.checks().stream()
                .mapToInt(check -> check.name().length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder(style.bold(id) + "  " + report.connector() + ", as a "
                + report.role().name().toLowerCase(Locale.ROOT) + "\n");
        for (ConnectionCheck check : report.checks()) {
            String status = check.status().name();
            text.append("  ").append(coloured(check.status(), status)).append(" ".repeat(9 - status.length()));
            text.append(check.name()).append(" ".repeat(width - check.name().length() + 2));
            text.append(Redaction.withoutCredentials(check.message())).append('\n');
            for (Diagnostic reason : check.reasons()) {
                String indent = " ".repeat(11);
                text.append(indent).append(style.faint(reason.code())).append('\n');
                text.append(indent).append("fix: ").append(reason.fix()).append('\n');
            }
        }
        return text.append(sum(id, report)).append('\n').toString();
    }

    /** The same facts as one map. */
    public static Map<String, Object> fields(String id, ConnectionReport report) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("connectionId", id);
        fields.put("connectorId", report.connector());
        fields.put("role", report.role().name().toLowerCase(Locale.ROOT));
        fields.put("outcome", report.outcome().name());
        fields.put("checks", report.checks().stream().map(TestScreen::fields).toList());
        return fields;
    }

    private static Map<String, Object> fields(ConnectionCheck check) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", check.name());
        fields.put("status", check.status().name());
        fields.put("message", Redaction.withoutCredentials(check.message()));
        if (!check.reasons().isEmpty()) {
            fields.put("diagnostics", DiagnosticFields.of(check.reasons()));
        }
        return fields;
    }

    private String sum(String id, ConnectionReport report) {
        List<String> counts = new ArrayList<>();
        for (Status status : List.of(Status.FAILED, Status.WARNING, Status.SKIPPED, Status.PASSED)) {
            long count = report.checks().stream()
                    .filter(check -> check.status() == status)
                    .count();
            if (count > 0) {
                counts.add(count + " " + status.name().toLowerCase(Locale.ROOT));
            }
        }
        String outcome = report.outcome().name();
        return id + ": " + coloured(report.outcome(), outcome) + " (" + String.join(", ", counts) + ")";
    }

    private String coloured(Status status, String text) {
        return switch (status) {
            case PASSED -> style.green(text);
            case WARNING -> style.yellow(text);
            case FAILED -> style.red(text);
            case SKIPPED -> style.faint(text);
        };
    }
}
