package io.tapstate.planner.resolve;

import io.tapstate.planner.dsl.PipelineSpec;
import io.tapstate.planner.dsl.PipelineSpec.NestSpec;
import io.tapstate.planner.plan.ReadMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A pipeline whose names are bound and whose defaults are explicit. What could not be bound is left out; the fault is
 * recorded.
 *
 * @param readModes source id to how it is read, for every source of the pipeline
 * @param feed what the view reads
 */
public record ResolvedPipeline(
        PipelineSpec spec,
        ReadMode readMode,
        TreeMap<String, ReadMode> readModes,
        List<ResolvedNest> nests,
        Optional<Feed> feed) {
    /** @param tables alias to table, for the aliases that could be bound */
    public record ResolvedNest(NestSpec spec, Map<String, ResolvedTable> tables) {
        public Optional<ResolvedTable> root() {
            return Optional.ofNullable(tables.get(spec.root().from().value()));
        }

        public Optional<ResolvedTable> table(String alias) {
            return Optional.ofNullable(tables.get(alias));
        }
    }

    /** Exactly one of the two is present. */
    public record Feed(Optional<ResolvedNest> nest, Optional<ResolvedTable> table) {}
}
