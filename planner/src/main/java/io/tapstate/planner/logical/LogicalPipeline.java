package io.tapstate.planner.logical;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec;
import io.tapstate.planner.spec.ServeBody.SyncSpec;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.ViewBody;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a pipeline means.
 *
 * @param readMode how it is read as a whole; {@code SNAPSHOT_ONLY} when every source is
 * @param steps every step that could be bound, also those that nothing reads, in topological order
 */
public record LogicalPipeline(
        PipelineSpec spec,
        ReadMode readMode,
        List<LogicalStep> steps,
        Optional<LogicalView> view,
        List<LogicalSync> syncs) {
    public LogicalPipeline {
        steps = List.copyOf(steps);
        syncs = List.copyOf(syncs);
    }

    /** The tables that are read, each once, in the order in which something first reads them. */
    public List<LogicalTable> tables() {
        Set<LogicalTable> tables = new LinkedHashSet<>();
        steps.forEach(step -> step.inputs().forEach(input -> add(input.stream(), tables)));
        view.ifPresent(fed -> add(fed.feed(), tables));
        syncs.forEach(sync -> sync.outputs().forEach(output -> add(output.stream(), tables)));
        return List.copyOf(tables);
    }

    private static void add(Stream stream, Set<LogicalTable> tables) {
        if (stream instanceof LogicalTable table) {
            tables.add(table);
        }
    }

    /**
     * @param body the pipeline's own, or that of the definition it uses
     * @param store the source resource {@code views}, when the workspace has one
     * @param key its primary key, in order
     */
    public record LogicalView(
            Located<String> id,
            ViewBody body,
            Stream feed,
            Optional<SourceSpec> store,
            List<String> key,
            SourceSpan span) {
        public LogicalView {
            key = List.copyOf(key);
        }

        public String collection() {
            return body.collection().map(Located::value).orElse(id.value());
        }
    }

    /**
     * One {@code sync} and what it writes.
     *
     * @param target the connection
     */
    public record LogicalSync(SyncSpec spec, SourceSpec target, List<Output> outputs) {
        public LogicalSync {
            outputs = List.copyOf(outputs);
        }

        public boolean append() {
            return spec.writeMode()
                    .filter(mode -> mode.value().equals("append"))
                    .isPresent();
        }

        /** @param table the name in the target, after all rename rules */
        public record Output(Stream stream, Stream.Flow flow, String table) {}
    }
}
