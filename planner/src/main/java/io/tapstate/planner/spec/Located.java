package io.tapstate.planner.spec;

import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.Objects;

/** A value and the place in a file where its author wrote it. */
public record Located<T>(T value, SourceSpan span) {
    public Located {
        Objects.requireNonNull(value);
        Objects.requireNonNull(span);
    }
}
