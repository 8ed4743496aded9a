package io.tapstate.planner.plan;

import io.tapstate.connectors.api.TableId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private final Map<StepId, PlanStep> steps = new LinkedHashMap<>();

    PlanLineage(JobPlan plan) {
        plan.steps().forEach(step -> steps.put(step.id(), step));
    }

    PlanStep step(StepId id) {
        return steps.get(id);
    }

    /** The tables of a stream, each once. */
    List<Origin> of(StreamRef stream) {
        Set<Origin> origins = new LinkedHashSet<>();
        collect(stream, origins);
        return List.copyOf(origins);
    }

    /** The tables of some streams, each once. */
    List<Origin> of(Collection<StreamRef> streams) {
        Set<Origin> origins = new LinkedHashSet<>();
        streams.forEach(stream -> collect(stream, origins));
        return List.copyOf(origins);
    }

    /** All that a step reads; of a source, its tables. */
    List<Origin> of(PlanStep step) {
        if (step instanceof ReadTablesStep source) {
            return source.tables().stream()
                    .map(table -> new Origin(source, table))
                    .toList();
        }
        return of(step.inputs());
    }

    private void collect(StreamRef stream, Set<Origin> origins) {
        PlanStep step = steps.get(stream.step());
        if (step instanceof ReadTablesStep source) {
            Optional<TableId> id = stream.table();
            source.tables().stream()
                    .filter(table -> id.isEmpty() || id.get().equals(table.table()))
                    .forEach(table -> origins.add(new Origin(source, table)));
        } else if (step != null) {
            new ArrayList<>(step.inputs()).forEach(input -> collect(input, origins));
        }
    }
}
