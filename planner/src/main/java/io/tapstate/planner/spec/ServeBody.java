package io.tapstate.planner.spec;

import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where rows go besides the view, inline or as a resource. */
public record ServeBody(List<SyncSpec> syncs, List<QuerySpec> queries, List<PushSpec> pushes, SourceSpan span) {
    public ServeBody {
        syncs = List.copyOf(syncs);
        queries = List.copyOf(queries);
        pushes = List.copyOf(pushes);
    }

    /**
     * @param id written, else {@code sync_<N>} with N the 1-based position
     * @param source id of the source resource that is written to
     * @param writeMode {@code upsert} or {@code append}
     * @param ddl {@code apply}, {@code ignore} or {@code fail}
     * @param options everything under {@code options}; {@code auto_create_table} is the known key
     */
    public record SyncSpec(
            Located<String> id,
            Located<String> source,
            Optional<Located<String>> writeMode,
            Optional<RenameSpec> rename,
            Optional<Located<String>> ddl,
            Map<Located<String>, YamlValue> options,
            SourceSpan span) {}

    /** @param letterCase {@code upper}, {@code lower}, {@code camel} or {@code pascal} */
    public record RenameSpec(
            Map<Located<String>, Located<String>> map,
            Optional<Located<String>> letterCase,
            Optional<Located<String>> prefix,
            Optional<Located<String>> suffix,
            SourceSpan span) {}

    public record QuerySpec(Located<String> type, Optional<Located<String>> backend, SourceSpan span) {}

    /** @param format present when it is an expression; a mapping of rules stands in {@code formatRules} */
    public record PushSpec(
            Located<String> id,
            Located<String> source,
            Optional<Located<String>> topic,
            Optional<Located<String>> format,
            Map<Located<String>, TransformBody.Rule> formatRules,
            SourceSpan span) {}
}
