package io.tapstate.connectors.diagnostics;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Carries one or more {@link Diagnostic}s to whoever shows them. Users' mistakes and the world's faults travel this way;
 * defects of ours stay bare exceptions with a stack trace. The exception text holds codes and messages, never secrets.
 */
public final class TapException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final List<Diagnostic> diagnostics;

    public TapException(List<Diagnostic> diagnostics, Throwable cause) {
        super(diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("; ")), cause);
        this.diagnostics = List.copyOf(diagnostics);
    }

    /** One fault: {@code TapException.of(code, "name", value, ...)}. */
    public static TapException of(ErrorCode code, Object... namesAndValues) {
        return new TapException(List.of(Diagnostic.of(code, namesAndValues)), null);
    }

    /** One fault with the exception that showed it, kept for {@code --verbose}. */
    public static TapException because(Throwable cause, ErrorCode code, Object... namesAndValues) {
        return new TapException(List.of(Diagnostic.of(code, namesAndValues)), cause);
    }

    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
