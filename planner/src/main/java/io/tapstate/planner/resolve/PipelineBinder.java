package io.tapstate.planner.resolve;

import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalPipeline.LogicalSync;
import io.tapstate.planner.logical.LogicalPipeline.LogicalView;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.logical.Stream;
import io.tapstate.planner.logical.Stream.Flow;
import io.tapstate.planner.logical.UsedStreams;
import io.tapstate.planner.resolve.WiredPipeline.WiredServe;
import io.tapstate.planner.resolve.WiredPipeline.WiredView;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.ServeBody.SyncSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** From a wired pipeline to what it means, with the schemas of its tables. */
public final class PipelineBinder {
    private final WiredPipeline wired;
    private final WorkspaceIndex workspace;
    private final Faults faults;
    private final StreamBinder streams;

    private PipelineBinder(
            WiredPipeline wired, WorkspaceIndex workspace, SchemaCatalog schemas, Set<String> unusable, Faults faults) {
        this.wired = wired;
        this.workspace = workspace;
        this.faults = faults;
        this.streams = new StreamBinder(wired, schemas, unusable, faults);
    }

    /**
     * What could be bound; every name that could not is recorded. Parts that depend on it are left out.
     *
     * @param unusable ids of sources with faults of their own, whose database is not asked
     */
    public static LogicalPipeline bind(
            WiredPipeline wired, WorkspaceIndex workspace, SchemaCatalog schemas, Set<String> unusable, Faults faults) {
        return new PipelineBinder(wired, workspace, schemas, unusable, faults).bind();
    }

    private LogicalPipeline bind() {
        List<LogicalStep> steps = streams.steps();
        Optional<LogicalView> view = wired.view().flatMap(this::view);
        List<LogicalSync> syncs = wired.serve().map(serve -> syncs(serve, view)).orElse(List.of());
        LogicalPipeline pipeline = new LogicalPipeline(wired.spec(), wired.readMode(), steps, view, syncs);
        unused(pipeline);
        return pipeline;
    }

    private Optional<LogicalView> view(WiredView view) {
        List<Stream> fed =
                view.from().map(from -> streams.streams(from, Optional.empty())).orElse(List.of());
        List<String> tables = fed.stream()
                .flatMap(stream -> stream.flows().size() > 1
                        ? stream.flows().stream().map(Flow::table)
                        : java.util.stream.Stream.of(stream.name()))
                .toList();
        if (tables.size() > 1) {
            faults.add(
                    view.from().orElseThrow().written().span(),
                    ResolveError.VIEW_FED_BY_MANY_TABLES,
                    "view",
                    view.spec().id().value(),
                    "tables",
                    NearestName.allOf(tables));
            return Optional.empty();
        }
        if (fed.isEmpty() || fed.get(0).flows().isEmpty() || view.body().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new LogicalView(
                view.spec().id(),
                view.body().get(),
                fed.get(0),
                workspace.source(WorkspaceIndex.VIEW_STORE),
                view.body()
                        .get()
                        .primaryKey()
                        .map(key -> key.value().stream().map(Located::value).toList())
                        .orElse(List.of()),
                view.spec().span()));
    }

    private List<LogicalSync> syncs(WiredServe serve, Optional<LogicalView> view) {
        if (serve.body().isEmpty() || serve.from().isEmpty()) {
            return List.of();
        }
        boolean likeView = serve.from()
                .get()
                .reference()
                .filter(Reference.ToView.class::isInstance)
                .isPresent();
        List<Stream> read = likeView
                ? view.map(LogicalView::feed).<List<Stream>>map(List::of).orElse(List.of())
                : streams.streams(serve.from().get(), Optional.empty());
        List<LogicalSync> syncs = new ArrayList<>();
        for (SyncSpec sync : serve.body().get().syncs()) {
            workspace
                    .source(sync.source().value())
                    .ifPresent(target -> syncs.add(new LogicalSync(sync, target, outputs(sync, read))));
        }
        return syncs;
    }

    private static List<LogicalSync.Output> outputs(SyncSpec sync, List<Stream> read) {
        List<LogicalSync.Output> outputs = new ArrayList<>();
        for (Stream stream : read) {
            for (Flow flow : stream.flows()) {
                outputs.add(new LogicalSync.Output(stream, flow, TableRename.of(sync.rename(), flow.table())));
            }
        }
        return outputs;
    }

    /** A step that neither view nor syncs stand on is recorded, because it would do nothing. */
    private void unused(LogicalPipeline pipeline) {
        if (faults.hasErrors()) {
            return;
        }
        List<LogicalStep> used = UsedStreams.of(pipeline).steps();
        for (LogicalStep step : pipeline.steps()) {
            if (used.stream().noneMatch(other -> other.id().equals(step.id()))) {
                faults.add(step.spec().id().span(), ResolveError.STEP_UNUSED, "step", step.id());
            }
        }
    }
}
