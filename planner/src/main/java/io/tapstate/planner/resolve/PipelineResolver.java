package io.tapstate.planner.resolve;

import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.catalog.SourceMode;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.Located;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.dsl.PipelineSpec;
import io.tapstate.planner.dsl.PipelineSpec.EmbedSpec;
import io.tapstate.planner.dsl.PipelineSpec.NestSpec;
import io.tapstate.planner.dsl.PipelineSpec.ViewSpec;
import io.tapstate.planner.dsl.SourceSpec;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.resolve.ResolvedPipeline.Feed;
import io.tapstate.planner.resolve.ResolvedPipeline.ResolvedNest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Binds the names of one pipeline: sources, tables, aliases, steps. Offline it judges what names alone can show. */
public final class PipelineResolver {
    private final PipelineSpec pipeline;
    private final WorkspaceIndex workspace;
    private final Optional<SchemaCatalog> schemas;
    private final Set<String> unusable;
    private final Faults faults;

    /**
     * @param schemas absent to resolve offline
     * @param unusable ids of sources with faults of their own, whose database is not asked
     */
    public PipelineResolver(
            PipelineSpec pipeline,
            WorkspaceIndex workspace,
            Optional<SchemaCatalog> schemas,
            Set<String> unusable,
            Faults faults) {
        this.pipeline = pipeline;
        this.workspace = workspace;
        this.schemas = schemas;
        this.unusable = Set.copyOf(unusable);
        this.faults = faults;
    }

    public ResolvedPipeline resolve() {
        Map<String, SourceSpec> sources = sources();
        ReadMode readMode = pipeline.settings().readMode().map(Located::value).orElse(ReadMode.SNAPSHOT_AND_CDC);
        TreeMap<String, ReadMode> readModes = readModes(sources, readMode);
        innerIds(sources);
        Optional<TableBinder> binder = schemas.map(catalog -> new TableBinder(catalog, readModes, unusable, faults));
        References references = new References(pipeline, sources, workspace, binder, faults);
        List<ResolvedNest> nests = new ArrayList<>();
        for (NestSpec nest : pipeline.nests()) {
            nests.add(nest(nest, references));
        }
        Optional<Feed> feed = pipeline.view().flatMap(view -> feed(view, nests, references));
        boolean bounded =
                !readModes.isEmpty() && readModes.values().stream().allMatch(mode -> mode == ReadMode.SNAPSHOT_ONLY);
        return new ResolvedPipeline(
                pipeline, bounded ? ReadMode.SNAPSHOT_ONLY : readMode, readModes, List.copyOf(nests), feed);
    }

    private Map<String, SourceSpec> sources() {
        Map<String, SourceSpec> sources = new LinkedHashMap<>();
        for (Located<String> id : pipeline.sources()) {
            Optional<SourceSpec> source = workspace.source(id.value());
            if (source.isEmpty()) {
                missingSource(id);
                continue;
            }
            if (source.get().connectionOnly()) {
                faults.add(
                        id.span(),
                        DslError.REQUIRED_FIELD,
                        "field",
                        "mode",
                        "where",
                        "the source `" + id.value() + "`, which a pipeline reads,",
                        "expected",
                        "`cdc` or `snapshot`");
            }
            sources.put(id.value(), source.get());
        }
        return sources;
    }

    private void missingSource(Located<String> id) {
        // A file of that id that could not be read has its own fault.
        if (workspace.knows(id.value(), "source") || id.value().contains("${")) {
            return;
        }
        faults.add(
                id.span(),
                DslError.MISSING_REFERENCE,
                "ref",
                id.value(),
                "what",
                "source",
                "suggestion",
                NearestName.suggestion(id.value(), workspace.ids("source")));
    }

    private TreeMap<String, ReadMode> readModes(Map<String, SourceSpec> sources, ReadMode readMode) {
        TreeMap<String, ReadMode> modes = new TreeMap<>();
        sources.forEach((id, source) -> {
            boolean snapshot = source.mode().map(Located::value).orElse(SourceMode.CDC) == SourceMode.SNAPSHOT;
            if (snapshot && readMode == ReadMode.CDC_ONLY) {
                faults.add(
                        pipeline.settings().readMode().orElseThrow().span(),
                        DslError.MODE_MISMATCH,
                        "field",
                        "read_mode",
                        "value",
                        readMode.yaml(),
                        "mode",
                        SourceMode.SNAPSHOT.text(),
                        "source",
                        id);
            }
            modes.put(id, snapshot ? ReadMode.SNAPSHOT_ONLY : readMode);
        });
        return modes;
    }

    private void innerIds(Map<String, SourceSpec> sources) {
        Map<String, String> taken = new LinkedHashMap<>();
        for (SourceSpec source : sources.values()) {
            source.listedTables()
                    .forEach(table -> taken.put(
                            table, "a table of the source `" + source.id().value() + "`"));
        }
        sources.keySet().forEach(id -> taken.put(id, "a source of the pipeline"));
        for (NestSpec nest : pipeline.nests()) {
            take(nest.id(), "another transform", taken);
        }
        // Only steps and the view share a namespace with each other; a view may be called as a table is.
        Map<String, String> steps = new LinkedHashMap<>();
        pipeline.nests().forEach(nest -> steps.put(nest.id().value(), "a transform of the pipeline"));
        pipeline.view().ifPresent(view -> take(view.id(), "the view", steps));
    }

    private void take(Located<String> id, String as, Map<String, String> taken) {
        String other = taken.putIfAbsent(id.value(), as);
        if (other != null) {
            faults.add(id.span(), DslError.DUPLICATE_ID, "id", id.value(), "other", other);
        }
    }

    private ResolvedNest nest(NestSpec nest, References references) {
        Map<String, ResolvedTable> tables = new LinkedHashMap<>();
        List<String> aliases = new ArrayList<>();
        nest.from().forEach((alias, reference) -> {
            aliases.add(alias.value());
            references.table(reference).ifPresent(table -> tables.put(alias.value(), table));
        });
        alias(nest.root().from(), aliases);
        for (EmbedSpec embed : nest.root().embeds()) {
            alias(embed.from(), aliases);
        }
        return new ResolvedNest(nest, tables);
    }

    private void alias(Located<String> alias, List<String> aliases) {
        if (!aliases.contains(alias.value())) {
            faults.add(
                    alias.span(),
                    DslError.MISSING_REFERENCE,
                    "ref",
                    alias.value(),
                    "what",
                    "alias in the nest's `from`",
                    "suggestion",
                    NearestName.suggestion(alias.value(), aliases));
        }
    }

    private Optional<Feed> feed(ViewSpec view, List<ResolvedNest> nests, References references) {
        if (view.from().isEmpty()) {
            return nests.isEmpty() ? Optional.empty() : Optional.of(fed(nests.get(nests.size() - 1)));
        }
        Located<String> from = view.from().get();
        for (ResolvedNest nest : nests) {
            if (nest.spec().id().value().equals(from.value())) {
                return Optional.of(fed(nest));
            }
        }
        return references.table(from).map(table -> new Feed(Optional.empty(), Optional.of(table)));
    }

    private static Feed fed(ResolvedNest nest) {
        return new Feed(Optional.of(nest), Optional.empty());
    }
}
