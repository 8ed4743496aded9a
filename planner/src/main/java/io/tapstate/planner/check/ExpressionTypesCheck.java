package io.tapstate.planner.check;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.expression.CelExpression;
import io.tapstate.planner.expression.CelExpression.Use;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.Stream.Flow;
import io.tapstate.planner.resolve.JoinTyping;
import io.tapstate.planner.spec.TransformBody.Filter;
import io.tapstate.planner.spec.TransformBody.Join;
import io.tapstate.planner.spec.TransformBody.MapRows;
import io.tapstate.planner.spec.TransformBody.Rule;
import java.util.List;
import java.util.Optional;

/** Expressions type-check against every table whose rows can reach them, as the steps between have changed these. */
final class ExpressionTypesCheck implements PipelineCheck {
    @Override
    public void check(LogicalPipeline pipeline, Faults faults) {
        pipeline.tables()
                .forEach(table -> table.filter()
                        .ifPresent(filter -> judge(filter.value(), filter.span(), Use.FILTER, table.rows(), faults)));
        for (LogicalStep step : pipeline.steps()) {
            List<RowType> rows = step.inputs().stream()
                    .flatMap(input -> input.stream().flows().stream())
                    .map(Flow::rows)
                    .distinct()
                    .toList();
            rows.forEach(row -> check(step, row, faults));
            if (step.body() instanceof Join join) {
                EmbeddedText.record(
                        join.sql().span(), JoinTyping.judge(join, step.inputs()).faults(), faults);
            }
        }
    }

    private static void check(LogicalStep step, RowType row, Faults faults) {
        if (step.body() instanceof Filter filter) {
            judge(filter.expression().value(), filter.expression().span(), Use.FILTER, row, faults);
        } else if (step.body() instanceof MapRows map) {
            for (Rule rule : map.fields().values()) {
                if (rule instanceof Rule.Computed computed) {
                    judge(computed.expression(), computed.span(), Use.VALUE, row, faults);
                }
            }
        }
    }

    // A fault that syntax alone shows is recorded already, at the same place and with the same words.
    private static void judge(String expression, SourceSpan span, Use use, RowType row, Faults faults) {
        EmbeddedText.record(
                span, CelExpression.compile(expression, use, Optional.of(row)).faults(), faults);
    }
}
