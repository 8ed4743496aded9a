package io.tapstate.planner.physical;

import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.planner.logical.Cascade;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalPipeline.LogicalSync;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.logical.LogicalTable;
import io.tapstate.planner.logical.Stream;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.TransformBody;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a change of a table's columns becomes: the strictest that its readers want. Documents of views and nests are made of
 * rows that came before, so those readers always want to stop.
 */
final class DdlPolicies {
    private static final String MYSQL = "mysql";

    private final Map<LogicalTable, DdlPolicy> tables = new HashMap<>();

    private DdlPolicies() {}

    static DdlPolicies of(LogicalPipeline pipeline) {
        DdlPolicies policies = new DdlPolicies();
        pipeline.view().ifPresent(view -> policies.demand(view.feed(), DdlPolicy.FAIL));
        pipeline.syncs().forEach(sync -> sync.outputs().forEach(output -> policies.demand(output.stream(), of(sync))));
        return policies;
    }

    /** What a sync says, or would say. */
    static DdlPolicy of(LogicalSync sync) {
        String written = sync.spec()
                .ddl()
                .map(Located::value)
                .orElse(DdlPolicy.FAIL.yaml())
                .toLowerCase(Locale.ROOT);
        return Arrays.stream(DdlPolicy.values())
                .filter(policy -> policy.yaml().equals(written))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no check has refused `" + written + "`"));
    }

    DdlPolicy of(LogicalTable table) {
        DdlPolicy policy = tables.getOrDefault(table, DdlPolicy.FAIL);
        return policy == DdlPolicy.APPLY && !canFollow(table) ? DdlPolicy.FAIL : policy;
    }

    /** Only MySQL's log says what becomes of columns; and rows that are kept for foreign keys keep their shape. */
    private boolean canFollow(LogicalTable table) {
        return table.source().connector().value().equals(MYSQL)
                && Cascade.of(tables.keySet()).stream()
                        .noneMatch(cascade -> cascade.child().equals(table)
                                || cascade.key().parent().equals(table.schema().id()));
    }

    private void demand(Stream stream, DdlPolicy policy) {
        if (stream instanceof LogicalTable table) {
            tables.merge(table, policy, DdlPolicy::and);
            return;
        }
        LogicalStep step = (LogicalStep) stream;
        DdlPolicy behind = behind(step.body(), policy);
        step.inputs().forEach(input -> demand(input.stream(), behind));
    }

    /** What a reader's wish is worth on the other side of a step. */
    private static DdlPolicy behind(TransformBody body, DdlPolicy policy) {
        if (body instanceof TransformBody.Filter || body instanceof TransformBody.Union) {
            return policy;
        }
        boolean rowByRow = body instanceof TransformBody.MapRows || body instanceof TransformBody.Script;
        // What the columns of a target are behind a map or a script, only its rows tell.
        return rowByRow && policy == DdlPolicy.IGNORE ? policy : DdlPolicy.FAIL;
    }
}
