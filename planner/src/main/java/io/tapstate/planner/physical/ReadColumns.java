package io.tapstate.planner.physical;

import io.tapstate.planner.expression.CelExpression;
import io.tapstate.planner.expression.CelExpression.Compiled;
import io.tapstate.planner.expression.CelExpression.Use;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.Stream.Flow;
import io.tapstate.planner.plan.IncomingRows;
import io.tapstate.planner.plan.PlanColumns;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a step must know of the rows that come in, to compute with them. */
final class ReadColumns {
    private ReadColumns() {}

    /** @param expressions CEL, compiled without a fault */
    static List<IncomingRows> incoming(LogicalStep step, List<String> expressions) {
        return incoming(
                step.inputs().stream()
                        .map(LogicalStep.Input::stream)
                        .distinct()
                        .flatMap(stream -> stream.flows().stream())
                        .toList(),
                expressions);
    }

    static List<IncomingRows> incoming(List<Flow> flows, List<String> expressions) {
        return flows.stream()
                .map(flow -> new IncomingRows(flow.table(), flow.identity(), columns(flow.rows(), expressions)))
                .distinct()
                .toList();
    }

    // Whether a column may be null does not matter: an image can lack any.
    private static PlanColumns columns(RowType rows, List<String> expressions) {
        Set<String> read = new HashSet<>();
        for (String expression : expressions) {
            if (CelExpression.compile(expression, Use.VALUE, Optional.of(rows)) instanceof Compiled compiled) {
                read.addAll(compiled.columns());
            }
        }
        return new PlanColumns(
                rows.columns().stream()
                        .filter(column -> read.contains(column.name()))
                        .map(column -> new PlanColumns.Column(column.name(), column.type(), true))
                        .toList(),
                rows.open());
    }
}
