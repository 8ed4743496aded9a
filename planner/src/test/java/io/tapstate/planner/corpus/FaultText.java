package io.tapstate.planner.corpus;

import io.tapstate.connectors.diagnostics.Diagnostic;
import java.util.List;

/** Everything a diagnostic says, as the goldens keep it. */
public final class FaultText {
    private FaultText() {}

    public static String of(List<Diagnostic> faults) {
        StringBuilder text = new StringBuilder();
        for (Diagnostic fault : faults) {
            fault.span()
                    .ifPresent(span -> text.append(span.file())
                            .append(':')
                            .append(span.line())
                            .append(':')
                            .append(span.column())
                            .append(span.path().isEmpty() ? "" : " " + span.path())
                            .append('\n'));
            text.append(fault.code()).append(": ").append(fault.message()).append('\n');
            fault.span()
                    .filter(span -> span.line() > 0)
                    .ifPresent(span -> text.append("  ")
                            .append(span.excerpt())
                            .append("\n  ")
                            .append(" ".repeat(span.column() - 1))
                            .append("^\n"));
            text.append("fix: ").append(fault.fix()).append("\n");
        }
        return text.toString();
    }
}
