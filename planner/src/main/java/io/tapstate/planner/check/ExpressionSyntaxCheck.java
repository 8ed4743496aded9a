package io.tapstate.planner.check;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.expression.CelExpression;
import io.tapstate.planner.expression.CelExpression.Use;
import io.tapstate.planner.expression.JoinQuery;
import io.tapstate.planner.expression.ScriptSource;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.resolve.WiredPipeline;
import io.tapstate.planner.resolve.WiredPipeline.WiredStep;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.SourceSpec.TableSpec;
import io.tapstate.planner.spec.TransformBody;
import io.tapstate.planner.spec.TransformBody.Filter;
import io.tapstate.planner.spec.TransformBody.Join;
import io.tapstate.planner.spec.TransformBody.MapRows;
import io.tapstate.planner.spec.TransformBody.Rule;
import io.tapstate.planner.spec.TransformBody.Script;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Expressions, scripts and queries read as what they are. Their columns are judged where schemas are known. */
public final class ExpressionSyntaxCheck implements WiringCheck {
    @Override
    public void check(WiredPipeline pipeline, Faults faults) {
        pipeline.sources()
                .values()
                .forEach(source ->
                        source.tables().ifPresent(tables -> tables.value().forEach(table -> table(table, faults))));
        pipeline.steps().forEach(step -> step.body().ifPresent(body -> body(body, aliases(step), faults)));
    }

    /** @param aliases of the step's {@code from}; empty for a definition, whose reader names them */
    public static void body(TransformBody body, Optional<List<String>> aliases, Faults faults) {
        if (body instanceof Filter filter) {
            cel(filter.expression().value(), filter.expression().span(), Use.FILTER, faults);
        } else if (body instanceof MapRows map) {
            map.fields().values().forEach(rule -> rule(rule, faults));
        } else if (body instanceof Script script) {
            script(script.script(), faults);
        } else if (body instanceof Join join && aliases.isPresent()) {
            join(join, aliases.get(), faults);
        }
    }

    static void table(TableSpec table, Faults faults) {
        table.filter().ifPresent(filter -> cel(filter.value(), filter.span(), Use.FILTER, faults));
    }

    private static void rule(Rule rule, Faults faults) {
        if (rule instanceof Rule.Computed computed) {
            cel(computed.expression(), computed.span(), Use.VALUE, faults);
        }
    }

    private static void cel(String expression, SourceSpan span, Use use, Faults faults) {
        if (!expression.contains("${")) {
            EmbeddedText.record(
                    span,
                    CelExpression.compile(expression, use, Optional.empty()).faults(),
                    faults);
        }
    }

    private static void script(Located<String> script, Faults faults) {
        // A template literal's `${...}` would have been read as a reference; what is left is one.
        if (!script.value().contains("${")) {
            EmbeddedText.record(
                    script.span(), ScriptSource.parse(script.value()).faults(), faults);
        }
    }

    private static void join(Join join, List<String> aliases, Faults faults) {
        Map<String, RowType> unknown = new LinkedHashMap<>();
        aliases.forEach(alias -> unknown.put(alias, RowType.ANY));
        if (!join.sql().value().contains("${")) {
            EmbeddedText.record(
                    join.sql().span(),
                    JoinQuery.validate(join.sql().value(), unknown).faults(),
                    faults);
        }
    }

    private static Optional<List<String>> aliases(WiredStep step) {
        return step.spec()
                .from()
                .map(from ->
                        from.aliases().keySet().stream().map(Located::value).toList());
    }
}
