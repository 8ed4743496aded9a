package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.plan.Embed.Shape;
import io.tapstate.planner.plan.ReadMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A {@code kind: pipeline} as written. Parts whose required fields are missing are left out; the fault is recorded.
 *
 * @param sources source ids, in order, each once
 * @param stepsUnread a transform could not be read, so that a name nobody has may be its
 */
public record PipelineSpec(
        Located<String> id,
        List<Located<String>> sources,
        List<NestSpec> nests,
        boolean stepsUnread,
        Optional<ViewSpec> view,
        SettingsSpec settings) {

    /** @param from alias to reference, in file order */
    public record NestSpec(
            Located<String> id, Map<Located<String>, Located<String>> from, RootSpec root, SourceSpan span) {}

    /** @param key columns; empty when not written */
    public record RootSpec(Located<String> from, List<Located<String>> key, List<EmbedSpec> embeds, SourceSpan span) {}

    /**
     * @param on child column to parent column, in file order
     * @param arrayKey empty when not written
     */
    public record EmbedSpec(
            Located<String> from,
            Located<Map<Located<String>, Located<String>>> on,
            Shape shape,
            Located<String> path,
            List<Located<String>> arrayKey,
            SourceSpan span) {}

    /**
     * @param from absent for the last transform
     * @param primaryKey absent when not written, which the checks refuse
     */
    public record ViewSpec(
            Located<String> id,
            Optional<Located<String>> from,
            Optional<Located<List<Located<String>>>> primaryKey,
            Optional<Located<String>> collection,
            List<Located<String>> indexes,
            SourceSpan span) {}

    public record SettingsSpec(
            Optional<Located<ReadMode>> readMode, Optional<Long> sendWindowMillis, Optional<Integer> parallelism) {}
}
