package io.tapstate.planner.spec;

import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.Objects;

/** A value and the place in a file where its author wrote it. */
public record Located<T>(T value, SourceSpan span) {
    public Located {
        Objects.requireNonNull(value);
        Objects.requireNonNull(span);
    }

    // Written out, because what a record makes by itself costs every start that uses it some milliseconds.
    @Override
    public int hashCode() {
        return value.hashCode() * 31 + span.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Located<?> that && value.equals(that.value) && span.equals(that.span);
    }
}
