package io.tapstate.job.translate;

import io.tapstate.connectors.api.TableId;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.Origin;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which tables the rows of a stream stem from; a plan's origins have the bare names only. */
final class StreamTables {
    private final JobPlan plan;
    private final Set<StepId> seen = new LinkedHashSet<>();
    private final Set<TableId> tables = new LinkedHashSet<>();

    private StreamTables(JobPlan plan) {
        this.plan = plan;
    }

    /** The table that an origin of these streams names; one without a namespace when it is made inside the plan. */
    static TableId of(JobPlan plan, List<StreamRef> inputs, Origin origin) {
        StreamTables stream = new StreamTables(plan);
        inputs.forEach(stream::walk);
        return stream.tables.stream()
                .filter(table -> table.name().equals(origin.table()))
                .findFirst()
                .orElseGet(() -> new TableId("", origin.table()));
    }

    private void walk(StreamRef ref) {
        ref.table().ifPresent(tables::add);
        if (ref.table().isEmpty() && seen.add(ref.step())) {
            plan.step(ref.step()).ifPresent(step -> {
                if (step instanceof ReadTablesStep read) {
                    read.tables().forEach(table -> tables.add(table.table()));
                }
                step.inputs().forEach(this::walk);
            });
        }
    }
}
