package io.tapstate.planner.spec;

import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * What a view is, inline or as a resource.
 *
 * @param primaryKey absent when not written, which the checks refuse
 * @param hot {@code storage.hot} as written: its {@code ttl}
 * @param indexes {@code storage.warm.indexes}
 * @param cold {@code storage.cold.partition_by}
 */
public record ViewBody(
        Optional<Located<List<Located<String>>>> primaryKey,
        Optional<Located<String>> hot,
        Optional<Located<String>> collection,
        List<Located<String>> indexes,
        Optional<Located<List<Located<String>>>> cold,
        SourceSpan span) {
    public ViewBody {
        indexes = List.copyOf(indexes);
    }
}
