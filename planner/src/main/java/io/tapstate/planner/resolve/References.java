package io.tapstate.planner.resolve;

import io.tapstate.connectors.api.TableSchema;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.Located;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.dsl.PipelineSpec;
import io.tapstate.planner.dsl.SourceSpec;
import io.tapstate.planner.dsl.TapParser;
import io.tapstate.planner.plan.PlanError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Resolves {@code from} references to tables: {@code source.table}, or a bare table name where only one source of the
 * pipeline has such a table.
 */
final class References {
    private final PipelineSpec pipeline;
    private final Map<String, SourceSpec> sources;
    private final WorkspaceIndex workspace;
    private final Optional<TableBinder> binder;
    private final Faults faults;

    /** @param binder absent offline: a name is then judged against listed tables only */
    References(
            PipelineSpec pipeline,
            Map<String, SourceSpec> sources,
            WorkspaceIndex workspace,
            Optional<TableBinder> binder,
            Faults faults) {
        this.pipeline = pipeline;
        this.sources = sources;
        this.workspace = workspace;
        this.binder = binder;
        this.faults = faults;
    }

    /** The table a reference names; empty offline, and where a fault was recorded. */
    Optional<ResolvedTable> table(Located<String> reference) {
        String text = reference.value();
        if (text.contains("${")) {
            return Optional.empty();
        }
        if (TapParser.isRegex(text)) {
            return notYet(reference, "the regular expression `" + text + "` in `from`");
        }
        if (pipeline.nests().stream().anyMatch(nest -> nest.id().value().equals(text))) {
            return notYet(reference, "reading the step `" + text + "` from another step");
        }
        if (sources.containsKey(text)) {
            return notYet(reference, "the whole source `" + text + "` in `from`");
        }
        int dot = text.indexOf('.');
        return dot < 0 ? bare(reference) : qualified(reference, text.substring(0, dot), text.substring(dot + 1));
    }

    private Optional<ResolvedTable> qualified(Located<String> reference, String sourceId, String table) {
        SourceSpec source = sources.get(sourceId);
        if (source == null) {
            boolean listed =
                    pipeline.sources().stream().anyMatch(id -> id.value().equals(sourceId));
            if (!listed || !workspace.knows(sourceId, "source")) {
                List<String> ids =
                        pipeline.sources().stream().map(Located::value).toList();
                missing(reference, sourceId, "source of the pipeline", ids);
            }
            return Optional.empty();
        }
        if (!isOpen(source) && !source.listedTables().contains(table)) {
            return missing(
                    reference, table, "table in `tables` of the source `" + sourceId + "`", source.listedTables());
        }
        return binder.flatMap(tables -> tables.bind(source, table, reference.span()));
    }

    private Optional<ResolvedTable> bare(Located<String> reference) {
        String table = reference.value();
        List<SourceSpec> having = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>();
        boolean unknown =
                pipeline.stepsUnread() || sources.size() < pipeline.sources().size();
        for (SourceSpec source : sources.values()) {
            Optional<List<String>> selected = selected(source);
            unknown |= selected.isEmpty();
            names.addAll(selected.orElse(List.of()));
            if (selected.orElse(List.of()).contains(table)) {
                having.add(source);
            }
        }
        if (having.size() > 1) {
            List<String> candidates = having.stream()
                    .map(source -> source.id().value() + "." + table)
                    .toList();
            faults.add(
                    reference.span(),
                    DslError.AMBIGUOUS_REFERENCE,
                    "ref",
                    table,
                    "candidates",
                    NearestName.oneOf(candidates));
            return Optional.empty();
        }
        if (having.isEmpty()) {
            return unknown ? Optional.empty() : missing(reference, table, "step or table of the pipeline", names);
        }
        return binder.flatMap(tables -> tables.bind(having.get(0), table, reference.span()));
    }

    /** The names of the tables a source selects; empty when that is not known. */
    private Optional<List<String>> selected(SourceSpec source) {
        if (!isOpen(source)) {
            return Optional.of(source.listedTables());
        }
        return binder.flatMap(tables -> tables.tables(source))
                .map(tables -> tables.stream().map(References::name).toList());
    }

    private static String name(TableSchema table) {
        return table.id().name();
    }

    private static boolean isOpen(SourceSpec source) {
        return source.tables().isEmpty()
                || source.listedTables().stream().anyMatch(table -> TapParser.isRegex(table) || table.contains("${"));
    }

    private Optional<ResolvedTable> missing(
            Located<String> reference, String name, String what, java.util.Collection<String> candidates) {
        faults.add(
                reference.span(),
                DslError.MISSING_REFERENCE,
                "ref",
                name,
                "what",
                what,
                "suggestion",
                NearestName.suggestion(name, candidates));
        return Optional.empty();
    }

    private Optional<ResolvedTable> notYet(Located<String> reference, String feature) {
        faults.add(reference.span(), PlanError.NOT_SUPPORTED_YET, "feature", feature);
        return Optional.empty();
    }
}
