package io.tapstate.planner.resolve;

import io.tapstate.planner.expression.JoinQuery;
import io.tapstate.planner.expression.JoinQuery.Outcome;
import io.tapstate.planner.expression.JoinQuery.Validated;
import io.tapstate.planner.logical.LogicalStep.Input;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.Stream.Flow;
import io.tapstate.planner.spec.TransformBody.Join;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a join gives: rows of the columns that its query selects, identified by what the query publishes. */
public final class JoinTyping {
    private JoinTyping() {}

    /** The query against the streams that its aliases name. */
    public static Outcome judge(Join join, List<Input> inputs) {
        Map<String, RowType> rows = new LinkedHashMap<>();
        Map<String, List<String>> identities = new LinkedHashMap<>();
        for (Input input : inputs) {
            if (input.alias().isPresent() && !input.stream().flows().isEmpty()) {
                NestRows merged = NestRows.of(input.stream());
                rows.put(input.alias().get(), merged.type());
                if (!merged.identity().isEmpty()) {
                    identities.put(input.alias().get(), merged.identity());
                }
            }
        }
        return JoinQuery.validate(join.sql().value(), rows, identities);
    }

    /** Empty when the query has faults, which the checks record. */
    static Optional<Flow> flow(String step, Join join, List<Input> inputs) {
        return judge(join, inputs) instanceof Validated query
                ? Optional.of(new Flow(step, query.output(), query.identity().orElse(List.of())))
                : Optional.empty();
    }
}
