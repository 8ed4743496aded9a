package io.tapstate.planner.plan;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which tables the rows of a step stem from. */
final class PlanLineage {
    /** A table of a source step. */
    record Origin(ReadTablesStep source, ReadTablesStep.Table table) {
        /** As people write it. */
        String name() {
            return source.source() + "." + table.table().name();
        }
    }

    private final Map<StepId, PlanStep> steps = new HashMap<>();
    private final Map<StepId, Set<Origin>> origins = new HashMap<>();

    /** Looks at each step once, after those it reads. */
    PlanLineage(JobPlan plan) {
        for (PlanStep step : plan.steps()) {
            steps.put(step.id(), step);
            Set<Origin> own = new LinkedHashSet<>();
            if (step instanceof ReadTablesStep source) {
                source.tables().forEach(table -> own.add(new Origin(source, table)));
            }
            step.inputs().forEach(input -> own.addAll(of(input)));
            origins.put(step.id(), own);
        }
    }

    PlanStep step(StepId id) {
        return steps.get(id);
    }

    /** The tables of a stream, each once. */
    List<Origin> of(StreamRef stream) {
        return origins.getOrDefault(stream.step(), Set.of()).stream()
                .filter(origin -> stream.table().isEmpty()
                        || stream.table().get().equals(origin.table().table()))
                .toList();
    }

    /** The tables of some streams, each once. */
    List<Origin> of(Collection<StreamRef> streams) {
        Set<Origin> all = new LinkedHashSet<>();
        streams.forEach(stream -> all.addAll(of(stream)));
        return List.copyOf(all);
    }

    /** All that a step reads; of a source, its tables. */
    List<Origin> of(PlanStep step) {
        return List.copyOf(origins.get(step.id()));
    }
}
