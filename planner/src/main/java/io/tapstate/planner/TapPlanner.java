package io.tapstate.planner;

import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.check.PipelineCheck;
import io.tapstate.planner.check.SourceCheck;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.Located;
import io.tapstate.planner.dsl.ParsedFile;
import io.tapstate.planner.dsl.PipelineSpec;
import io.tapstate.planner.dsl.TapParser;
import io.tapstate.planner.physical.SlicePlanner;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.resolve.PipelineResolver;
import io.tapstate.planner.resolve.ResolvedPipeline;
import io.tapstate.planner.resolve.WorkspaceIndex;
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
    private TapPlanner() {}

    /**
     * Plans one pipeline. Only its own file and those of its sources are judged, so a broken neighbour does not stand in
     * the way; files that show no id are judged too.
     *
     * @param schemas asked once per source that the pipeline reads
     * @param variables value of a {@code ${NAME}}, null when unset. Inside a source's {@code config} references are kept
     * @return the plan, and beside it the secrets that its files spell out
     * @throws TapException with every fault there is, sorted by place
     */
    public static PlanOutcome plan(
            Workspace workspace, String pipeline, SchemaCatalog schemas, UnaryOperator<String> variables) {
        Faults faults = new Faults();
        WorkspaceIndex index = parse(workspace, Optional.of(variables));
        Optional<PipelineSpec> spec = index.pipeline(pipeline, faults);
        List<ParsedFile> files = index.filesOf(pipeline);
        new WorkspaceIndex(files).duplicates(faults);
        Set<String> unusable = judge(files, faults);
        Optional<ResolvedPipeline> resolved =
                spec.map(found -> resolve(found, index, Optional.of(schemas), unusable, faults));
        faults.throwIfAny();
        return new SlicePlanner(resolved.orElseThrow()).plan();
    }

    /**
     * Judges every file of a workspace by text alone: no database, no variable. A reference may become anything, so what
     * holds one is not judged.
     *
     * @throws TapException with every fault there is, sorted by place
     */
    public static void validate(Workspace workspace) {
        Faults faults = new Faults();
        WorkspaceIndex index = parse(workspace, Optional.empty());
        index.duplicates(faults);
        Set<String> unusable = judge(index.files(), faults);
        for (ParsedFile file : index.files()) {
            file.pipeline().ifPresent(spec -> resolve(spec, index, Optional.empty(), unusable, faults));
        }
        faults.throwIfAny();
    }

    private static WorkspaceIndex parse(Workspace workspace, Optional<UnaryOperator<String>> variables) {
        return new WorkspaceIndex(workspace.files().stream()
                .map(file -> TapParser.parse(file, variables))
                .toList());
    }

    /** Records the faults that files show by themselves; the ids of sources that have some. */
    private static Set<String> judge(List<ParsedFile> files, Faults faults) {
        Set<String> unusable = new HashSet<>();
        for (ParsedFile file : files) {
            Faults own = new Faults();
            own.addAll(file.faults());
            file.source().ifPresent(source -> SourceCheck.check(source, own));
            if (!own.isEmpty()) {
                file.id().map(Located::value).ifPresent(unusable::add);
            }
            faults.addAll(own.sorted());
        }
        return unusable;
    }

    private static ResolvedPipeline resolve(
            PipelineSpec spec,
            WorkspaceIndex index,
            Optional<SchemaCatalog> schemas,
            Set<String> unusable,
            Faults faults) {
        ResolvedPipeline resolved = new PipelineResolver(spec, index, schemas, unusable, faults).resolve();
        PipelineCheck.ALL.forEach(check -> check.check(resolved, faults));
        return resolved;
    }
}
