package io.tapstate.planner.check;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.expression.ExpressionFault;
import java.util.List;

/** Records faults of a text in another language at the place within the file where they stand. */
final class EmbeddedText {
    private EmbeddedText() {}

    /** @param scalar where the scalar that holds the text begins */
    static void record(SourceSpan scalar, List<ExpressionFault> found, Faults faults) {
        found.forEach(fault -> faults.addAll(List.of(fault.diagnostic(inside(scalar, fault)))));
    }

    // Only where the text stands on one line as it reads, the place within it is a place in the file.
    private static SourceSpan inside(SourceSpan scalar, ExpressionFault fault) {
        String line = scalar.excerpt();
        if (scalar.line() == 0 || fault.text().indexOf('\n') >= 0) {
            return scalar;
        }
        int from = line.offsetByCodePoints(0, Math.min(scalar.column() - 1, line.codePointCount(0, line.length())));
        for (String lead : List.of("", "\"", "'", "=", "\"=", "'=")) {
            if (line.startsWith(lead + fault.text(), from)) {
                int column = scalar.column() + lead.length() + fault.offset();
                return new SourceSpan(scalar.file(), scalar.line(), column, scalar.path(), line);
            }
        }
        return scalar;
    }
}
