package io.tapstate.planner;

import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.check.ExpressionSyntaxCheck;
import io.tapstate.planner.check.PipelineCheck;
import io.tapstate.planner.check.SourceCheck;
import io.tapstate.planner.check.TargetCheck;
import io.tapstate.planner.check.UnsupportedCheck;
import io.tapstate.planner.check.WiringCheck;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.ParsedResource;
import io.tapstate.planner.dsl.ResourceParser;
import io.tapstate.planner.dsl.ResourceParser.Layout;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.physical.PhysicalPlanner;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.resolve.PipelineBinder;
import io.tapstate.planner.resolve.PipelineWiring;
import io.tapstate.planner.resolve.WiredPipeline;
import io.tapstate.planner.resolve.WorkspaceIndex;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec;
import io.tapstate.planner.spec.ResourceSpec;
import io.tapstate.planner.spec.ServeResourceSpec;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.TransformSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * From {@code .tap.yml} text to a {@link JobPlan}. Pure: files, schemas and variables are handed in, so the same input
 * gives the same plan on every machine.
 */
public final class TapPlanner {
    private final WorkspaceIndex index;
    private final Faults faults = new Faults();

    private TapPlanner(Workspace workspace, Optional<UnaryOperator<String>> variables) {
        Layout layout = workspace.foldersAreKinds() ? Layout.BY_KIND : Layout.ANY;
        this.index = new WorkspaceIndex(workspace.files().stream()
                .map(file -> ResourceParser.parse(file, variables, layout))
                .toList());
    }

    /**
     * Plans one pipeline. Only its own file and those it stands on are judged, so a broken neighbour does not stand in the
     * way; files that show no id are judged too.
     *
     * @param schemas asked once per source that the pipeline reads
     * @param variables value of a {@code ${NAME}}, null when unset. Inside a source's {@code config} references are kept
     * @return the plan; beside it the secrets that its files spell out, warnings, and what this release does not run
     * @throws TapException with everything that was found, sorted by place, when some of it is an error
     */
    public static PlanOutcome plan(
            Workspace workspace, String pipeline, SchemaCatalog schemas, UnaryOperator<String> variables) {
        return new TapPlanner(workspace, Optional.of(variables)).plan(pipeline, schemas);
    }

    /**
     * Judges every file of a workspace by text alone: no database, no variable. A reference may become anything, so what
     * holds one is not judged.
     *
     * @return warnings, sorted by place
     * @throws TapException with everything that was found, sorted by place, when some of it is an error
     */
    public static List<Diagnostic> validate(Workspace workspace) {
        return new TapPlanner(workspace, Optional.empty()).validate();
    }

    private PlanOutcome plan(String pipeline, SchemaCatalog schemas) {
        Optional<PipelineSpec> spec = index.pipeline(pipeline, faults);
        List<ParsedResource> files = index.filesOf(pipeline);
        new WorkspaceIndex(files).duplicates(faults);
        Set<String> unusable = judge(files);
        Optional<WiredPipeline> wired = spec.map(this::wire);
        Optional<LogicalPipeline> logical = wired.map(names -> bind(names, schemas, unusable));
        faults.throwIfAny();
        PlanOutcome planned = new PhysicalPlanner(logical.orElseThrow()).plan();
        Faults refusals = new Faults();
        refusals.addAll(planned.refusals());
        UnsupportedCheck.check(wired.orElseThrow(), refusals);
        return new PlanOutcome(planned.plan(), planned.secrets(), faults.sorted(), refusals.sorted());
    }

    private LogicalPipeline bind(WiredPipeline wired, SchemaCatalog schemas, Set<String> unusable) {
        LogicalPipeline logical = PipelineBinder.bind(wired, index, schemas, unusable, faults);
        PipelineCheck.ALL.forEach(check -> check.check(logical, faults));
        return logical;
    }

    private List<Diagnostic> validate() {
        index.duplicates(faults);
        judge(index.files());
        for (ParsedResource file : index.files()) {
            file.resource().filter(PipelineSpec.class::isInstance).ifPresent(resource -> wire((PipelineSpec) resource));
        }
        faults.throwIfAny();
        return faults.sorted();
    }

    private WiredPipeline wire(PipelineSpec spec) {
        WiredPipeline wired = PipelineWiring.wire(spec, index, faults);
        WiringCheck.ALL.forEach(check -> check.check(wired, faults));
        wired.serve().flatMap(WiredPipeline.WiredServe::body).ifPresent(body -> TargetCheck.check(body, index, faults));
        return wired;
    }

    /** Records the faults that files show by themselves; the ids of sources that have some. */
    private Set<String> judge(List<ParsedResource> files) {
        Set<String> unusable = new HashSet<>();
        for (ParsedResource file : files) {
            Faults own = new Faults();
            own.addAll(file.faults());
            file.resource().ifPresent(resource -> judge(resource, own));
            if (own.hasErrors()) {
                file.id().map(Located::value).ifPresent(unusable::add);
            }
            faults.addAll(own.sorted());
        }
        return unusable;
    }

    private void judge(ResourceSpec resource, Faults own) {
        if (resource instanceof SourceSpec source) {
            SourceCheck.check(source, own);
        } else if (resource instanceof TransformSpec transform) {
            ExpressionSyntaxCheck.body(transform.body(), Optional.empty(), own);
        } else if (resource instanceof ServeResourceSpec serve) {
            TargetCheck.check(serve.body(), index, own);
        }
    }
}
