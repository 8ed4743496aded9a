package io.tapstate.planner.plan;

import io.tapstate.connectors.api.TableId;
import java.util.Optional;

/**
 * What a step reads: another step's output, narrowed to one table where that step is a source.
 *
 * @param table present exactly when {@code step} is a {@link ReadTablesStep}
 */
public record StreamRef(StepId step, Optional<TableId> table) {
    public static StreamRef step(StepId step) {
        return new StreamRef(step, Optional.empty());
    }

    public static StreamRef table(StepId source, TableId table) {
        return new StreamRef(source, Optional.of(table));
    }

    @Override
    public String toString() {
        return step + table.map(t -> "/" + t).orElse("");
    }
}
