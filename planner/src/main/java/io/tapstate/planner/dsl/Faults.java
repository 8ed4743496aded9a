package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/** Collects every fault of a run, so that an author sees all of them at once. */
public final class Faults {
    private static final Comparator<Diagnostic> ORDER = Comparator.comparing(
                    (Diagnostic fault) -> fault.span().map(SourceSpan::file).orElse(""))
            .thenComparingInt(place(SourceSpan::line))
            .thenComparingInt(place(SourceSpan::column))
            .thenComparing(Diagnostic::code)
            .thenComparing(Diagnostic::message);

    private final List<Diagnostic> found = new ArrayList<>();

    /** Records a fault at a place; {@code span} is null for one that no file shows. */
    public void add(SourceSpan span, ErrorCode code, Object... namesAndValues) {
        found.add(Diagnostic.at(span, code, namesAndValues));
    }

    public void addAll(Collection<Diagnostic> faults) {
        found.addAll(faults);
    }

    /** Whether something was found that stops the verb; a warning does not. */
    public boolean hasErrors() {
        return found.stream().anyMatch(fault -> fault.severity() == Severity.ERROR);
    }

    /** Whether a field of the thing at {@code span}, or something in it, has a fault: then it is judged no further. */
    public boolean under(SourceSpan span, String field) {
        String path = span.path().isEmpty() ? field : span.path() + "." + field;
        return found.stream()
                .flatMap(fault -> fault.span().stream())
                .anyMatch(at -> at.file().equals(span.file())
                        && (at.path().equals(path)
                                || at.path().startsWith(path + ".")
                                || at.path().startsWith(path + "[")));
    }

    /** All faults, by file, line, column and code; the same fault once. */
    public List<Diagnostic> sorted() {
        List<Diagnostic> sorted = new ArrayList<>();
        for (Diagnostic fault : found.stream().sorted(ORDER).toList()) {
            if (sorted.isEmpty() || ORDER.compare(sorted.get(sorted.size() - 1), fault) != 0) {
                sorted.add(fault);
            }
        }
        return List.copyOf(sorted);
    }

    /** Throws everything that was found when something of it is an error. */
    public void throwIfAny() {
        if (hasErrors()) {
            throw new TapException(sorted(), null);
        }
    }

    private static ToIntFunction<Diagnostic> place(ToIntFunction<SourceSpan> part) {
        return fault -> fault.span().map(part::applyAsInt).orElse(0);
    }
}
