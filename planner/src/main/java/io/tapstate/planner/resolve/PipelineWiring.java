package io.tapstate.planner.resolve;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.resolve.WiredPipeline.WiredInput;
import io.tapstate.planner.resolve.WiredPipeline.WiredServe;
import io.tapstate.planner.resolve.WiredPipeline.WiredStep;
import io.tapstate.planner.resolve.WiredPipeline.WiredView;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec;
import io.tapstate.planner.spec.PipelineSpec.FromSpec;
import io.tapstate.planner.spec.PipelineSpec.ServeSpec;
import io.tapstate.planner.spec.PipelineSpec.StepSpec;
import io.tapstate.planner.spec.PipelineSpec.ViewSpec;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.SourceSpec.SourceModeName;
import io.tapstate.planner.spec.TransformBody;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Binds the names of one pipeline by text alone: sources, definitions, references, the order of its steps. */
public final class PipelineWiring {
    private static final int MOST_STEPS = 1_000;

    private final PipelineSpec pipeline;
    private final WorkspaceIndex workspace;
    private final Faults faults;
    private final Definitions definitions;

    private PipelineWiring(PipelineSpec pipeline, WorkspaceIndex workspace, Faults faults) {
        this.pipeline = pipeline;
        this.workspace = workspace;
        this.faults = faults;
        this.definitions = new Definitions(workspace, faults);
    }

    public static WiredPipeline wire(PipelineSpec pipeline, WorkspaceIndex workspace, Faults faults) {
        return new PipelineWiring(pipeline, workspace, faults).wire();
    }

    private WiredPipeline wire() {
        if (pipeline.steps().size() > MOST_STEPS) {
            faults.add(
                    pipeline.steps().get(MOST_STEPS).span(),
                    DslError.COMPOSITION,
                    "detail",
                    "a pipeline has at most " + MOST_STEPS + " transforms",
                    "remedy",
                    "split the pipeline");
            return new WiredPipeline(
                    pipeline,
                    Map.of(),
                    ReadMode.SNAPSHOT_AND_CDC,
                    Map.of(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty());
        }
        Map<String, SourceSpec> sources = sources();
        ReadMode written = pipeline.settings().readMode().map(Located::value).orElse(ReadMode.SNAPSHOT_AND_CDC);
        Map<String, ReadMode> readModes = readModes(sources, written);
        ReferenceReader references = new ReferenceReader(pipeline, sources, faults);
        List<WiredStep> steps = new ArrayList<>();
        Optional<StepSpec> previous = Optional.empty();
        for (StepSpec step : pipeline.steps()) {
            steps.add(step(step, previous, references));
            previous = Optional.of(step);
        }
        Optional<WiredView> view = pipeline.view().map(spec -> view(spec, references));
        Optional<WiredServe> serve = pipeline.serve().map(spec -> serve(spec, references));
        boolean bounded =
                !readModes.isEmpty() && readModes.values().stream().allMatch(mode -> mode == ReadMode.SNAPSHOT_ONLY);
        WiredPipeline wired = new WiredPipeline(
                pipeline,
                sources,
                bounded ? ReadMode.SNAPSHOT_ONLY : written,
                readModes,
                StepOrder.sorted(steps, faults),
                view,
                serve);
        InnerIds.check(wired, faults);
        return wired;
    }

    private Map<String, SourceSpec> sources() {
        Map<String, SourceSpec> sources = new LinkedHashMap<>();
        for (Located<String> id : pipeline.sources()) {
            Optional<SourceSpec> source = workspace.source(id.value());
            if (source.isEmpty()) {
                missingSource(id);
                continue;
            }
            if (source.get().mode().isEmpty() && !source.get().modeUnread()) {
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

    private Map<String, ReadMode> readModes(Map<String, SourceSpec> sources, ReadMode written) {
        Map<String, ReadMode> modes = new LinkedHashMap<>();
        sources.forEach((id, source) -> {
            boolean rowsOnly = source.mode()
                    .filter(mode -> mode.value() == SourceModeName.SNAPSHOT || mode.value() == SourceModeName.FILE)
                    .isPresent();
            modes.put(id, rowsOnly ? ReadMode.SNAPSHOT_ONLY : written);
        });
        return modes;
    }

    private WiredStep step(StepSpec step, Optional<StepSpec> previous, ReferenceReader references) {
        Optional<TransformBody> body = definitions.body(step);
        List<WiredInput> inputs = new ArrayList<>();
        if (step.from().isPresent()) {
            FromSpec from = step.from().get();
            from.references().forEach(ref -> inputs.add(input(Optional.empty(), ref, references, false)));
            from.aliases().forEach((alias, ref) -> inputs.add(input(Optional.of(alias), ref, references, false)));
            body.ifPresent(known -> aliases(step, known, from));
        } else if (previous.isPresent()) {
            inputs.add(new WiredInput(
                    Optional.empty(),
                    previous.get().id(),
                    Optional.of(new Reference.ToStep(previous.get().id().value()))));
            body.filter(TransformBody::takesAliases).ifPresent(known -> aliasMapNeeded(step, known, step.span()));
        }
        return new WiredStep(step, body, inputs);
    }

    // What a step that uses a definition must say is only known with the definition.
    private void aliases(StepSpec step, TransformBody body, FromSpec from) {
        if (step.use().isEmpty()) {
            return;
        }
        if (body.takesAliases() && !from.isAliased()) {
            aliasMapNeeded(step, body, from.span());
        } else if (!body.takesAliases() && from.isAliased()) {
            faults.add(
                    from.span(),
                    DslError.COMPOSITION,
                    "detail",
                    "the " + body.type() + " `" + step.use().get().value() + "` takes a list in `from`, not aliases",
                    "remedy",
                    "write `from: [REFERENCE, ...]`");
        }
    }

    private void aliasMapNeeded(StepSpec step, TransformBody body, SourceSpan span) {
        faults.add(
                span,
                DslError.COMPOSITION,
                "detail",
                "the " + body.type() + " `" + step.id().value() + "` needs `from` as a mapping of alias to reference",
                "remedy",
                "write `from: {ALIAS: REFERENCE}`");
    }

    private static WiredInput input(
            Optional<Located<String>> alias, Located<String> ref, ReferenceReader references, boolean viewToo) {
        return new WiredInput(alias, ref, references.read(ref, viewToo));
    }

    private WiredView view(ViewSpec view, ReferenceReader references) {
        Optional<WiredInput> from = view.from()
                .map(ref -> input(Optional.empty(), ref, references, false))
                .or(() -> lastStep(view.id()));
        return new WiredView(view, definitions.body(view), from);
    }

    private WiredServe serve(ServeSpec serve, ReferenceReader references) {
        Optional<WiredInput> from = serve.from().map(ref -> input(Optional.empty(), ref, references, true));
        if (from.isEmpty() && pipeline.view().isPresent()) {
            Located<String> view = pipeline.view().get().id();
            from = Optional.of(new WiredInput(Optional.empty(), view, Optional.of(new Reference.ToView())));
        }
        return new WiredServe(serve, definitions.body(serve), from.or(() -> lastStep(serve.id())));
    }

    private Optional<WiredInput> lastStep(Located<String> reader) {
        if (pipeline.steps().isEmpty() || pipeline.stepsUnread()) {
            return Optional.empty();
        }
        StepSpec last = pipeline.steps().get(pipeline.steps().size() - 1);
        return Optional.of(new WiredInput(
                Optional.empty(),
                new Located<>(last.id().value(), reader.span()),
                Optional.of(new Reference.ToStep(last.id().value()))));
    }
}
