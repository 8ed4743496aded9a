package io.tapstate.planner.check;

import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.DdlPolicies;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalPipeline.LogicalSync;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.logical.LogicalTable;
import io.tapstate.planner.logical.Stream;
import java.util.LinkedHashSet;
import java.util.Set;

/** Says where a sync asks to follow the columns of a table, and the pipeline stops instead. */
final class DdlCheck implements PipelineCheck {
    @Override
    public void check(LogicalPipeline pipeline, Faults faults) {
        if (pipeline.syncs().stream().anyMatch(sync -> faults.under(sync.spec().span(), "ddl"))) {
            return;
        }
        DdlPolicies policies = DdlPolicies.of(pipeline);
        pipeline.syncs().stream()
                .filter(sync -> DdlPolicies.of(sync) == DdlPolicy.APPLY)
                .forEach(sync -> check(sync, policies, faults));
    }

    private static void check(LogicalSync sync, DdlPolicies policies, Faults faults) {
        Set<LogicalTable> tables = new LinkedHashSet<>();
        sync.outputs().forEach(output -> collect(output.stream(), tables));
        for (LogicalTable table : tables) {
            policies.obstacle(table)
                    .ifPresent(obstacle -> faults.add(
                            sync.spec().ddl().orElseThrow().span(),
                            CheckError.DDL_NOT_FOLLOWED,
                            "table",
                            table.schema().id(),
                            "obstacle",
                            obstacle));
        }
    }

    private static void collect(Stream stream, Set<LogicalTable> tables) {
        if (stream instanceof LogicalTable table) {
            tables.add(table);
        } else {
            ((LogicalStep) stream).inputs().forEach(input -> collect(input.stream(), tables));
        }
    }
}
