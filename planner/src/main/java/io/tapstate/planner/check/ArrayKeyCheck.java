package io.tapstate.planner.check;

import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.PipelineSpec.EmbedSpec;
import io.tapstate.planner.resolve.ResolvedPipeline;
import io.tapstate.planner.resolve.ResolvedPipeline.ResolvedNest;

/** The columns of {@code arrayKey} are columns of the embedded table. */
final class ArrayKeyCheck implements PipelineCheck {
    @Override
    public void check(ResolvedPipeline pipeline, Faults faults) {
        for (ResolvedNest nest : pipeline.nests()) {
            for (EmbedSpec embed : nest.spec().root().embeds()) {
                nest.table(embed.from().value())
                        .ifPresent(table -> embed.arrayKey().forEach(column -> Columns.find(table, column, faults)));
            }
        }
    }
}
