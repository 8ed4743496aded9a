package io.tapstate.planner.physical;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.logical.LogicalTable;
import io.tapstate.planner.logical.Stream;
import io.tapstate.planner.nest.NestPlanner;
import io.tapstate.planner.plan.FilterRowsStep;
import io.tapstate.planner.plan.Literal;
import io.tapstate.planner.plan.MapRowsStep;
import io.tapstate.planner.plan.Origin;
import io.tapstate.planner.plan.PlanSpans;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.QueryRowsStep;
import io.tapstate.planner.plan.RunScriptStep;
import io.tapstate.planner.plan.RunnableSteps;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.UnionStreamsStep;
import io.tapstate.planner.spec.TransformBody;
import io.tapstate.planner.spec.TransformBody.Rule;
import io.tapstate.planner.spec.YamlValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** One transform of a pipeline to the step, or for a nest the steps, that do it. */
final class StepPlanner {
    private final Function<LogicalTable, StreamRef> tables;
    private final PlanSpans spans;
    private final OldRows oldRows;
    private final List<Diagnostic> refusals = new ArrayList<>();

    /**
     * @param tables where the rows of a table come from
     * @param rowsLeftOut whether the error policy lets steps leave out rows
     */
    StepPlanner(Function<LogicalTable, StreamRef> tables, PlanSpans spans, boolean rowsLeftOut) {
        this.oldRows = new OldRows(rowsLeftOut);
        this.tables = tables;
        this.spans = spans;
    }

    /** @param step after all that it reads */
    List<PlanStep> plan(LogicalStep step) {
        oldRows.learn(step);
        StepId id = new StepId(step.id());
        spans.put(id, step.spec().span());
        step.spec()
                .options()
                .keySet()
                .forEach(option -> refusals.add(
                        RunnableSteps.refusal("the option `" + option.value() + "` of a step", option.span())));
        List<StreamRef> inputs = step.inputs().stream()
                .map(input -> stream(input.stream()))
                .distinct()
                .toList();
        TransformBody body = step.body();
        if (body instanceof TransformBody.Filter filter) {
            String expression = filter.expression().value();
            return List.of(new FilterRowsStep(id, inputs, expression, ReadColumns.incoming(step, List.of(expression))));
        }
        if (body instanceof TransformBody.MapRows map) {
            return List.of(
                    new MapRowsStep(id, inputs, fields(map), ReadColumns.incoming(step, computed(map)), origins(step)));
        }
        if (body instanceof TransformBody.Script script) {
            return List.of(new RunScriptStep(id, inputs, script.script().value(), origins(step)));
        }
        if (body instanceof TransformBody.Union) {
            return List.of(new UnionStreamsStep(id, inputs));
        }
        if (body instanceof TransformBody.Join join) {
            return List.of(query(id, join, step));
        }
        nestSpans(id, (TransformBody.Nest) body);
        return new NestPlanner(id, this::stream, oldRows::carried, spans)
                .plan(step.nest().orElseThrow());
    }

    /** What the steps ask for that no plan can hold yet. */
    List<Diagnostic> refusals() {
        return refusals;
    }

    /** Whether the changes of a table, or of a step that has been planned, carry the whole old row. */
    boolean carriesOldRows(Stream stream) {
        return oldRows.carried(stream);
    }

    /** Where the rows of a stream come from. */
    StreamRef stream(Stream stream) {
        return stream instanceof LogicalTable table
                ? tables.apply(table)
                : StreamRef.step(new StepId(((LogicalStep) stream).id()));
    }

    private void nestSpans(StepId id, TransformBody.Nest nest) {
        nest.order().ifPresent(order -> spans.put(id, "order", order.span()));
        nest.entriesInMemory().ifPresent(entries -> spans.put(id, "entries_in_memory", entries.span()));
        nest.maxElementsPerDocument().ifPresent(most -> spans.put(id, "max_elements_per_document", most.span()));
        nest.stateDatabase().ifPresent(database -> spans.put(id, "state", database.span()));
    }

    private QueryRowsStep query(StepId id, TransformBody.Join join, LogicalStep step) {
        // By alias, because the canonical text of a pipeline is.
        List<QueryRowsStep.Table> read = step.inputs().stream()
                .sorted(Comparator.comparing(input -> input.alias().orElseThrow()))
                .map(input -> {
                    Stream.Flow flow = input.stream().flows().get(0);
                    return new QueryRowsStep.Table(
                            input.alias().orElseThrow(),
                            stream(input.stream()),
                            PhysicalPlanner.columns(flow.rows()),
                            flow.identity());
                })
                .toList();
        List<String> key =
                step.flows().isEmpty() ? List.of() : step.flows().get(0).identity();
        return new QueryRowsStep(id, join.engine().value(), join.sql().value(), read, key);
    }

    private static List<Origin> origins(LogicalStep step) {
        return step.flows().stream()
                .map(flow -> new Origin(flow.table(), flow.identity()))
                .toList();
    }

    private static List<MapRowsStep.Field> fields(TransformBody.MapRows map) {
        List<MapRowsStep.Field> fields = new ArrayList<>();
        map.fields().forEach((name, rule) -> fields.add(new MapRowsStep.Field(name.value(), rule(rule))));
        return fields;
    }

    private static List<String> computed(TransformBody.MapRows map) {
        return map.fields().values().stream()
                .filter(Rule.Computed.class::isInstance)
                .map(rule -> ((Rule.Computed) rule).expression())
                .toList();
    }

    private static MapRowsStep.Rule rule(Rule rule) {
        if (rule instanceof Rule.Rename rename) {
            return new MapRowsStep.Rule.Rename(rename.source());
        }
        if (rule instanceof Rule.Computed computed) {
            return new MapRowsStep.Rule.Computed(computed.expression());
        }
        if (rule instanceof Rule.Constant constant) {
            return new MapRowsStep.Rule.Constant(literal(constant.value()));
        }
        return new MapRowsStep.Rule.Drop();
    }

    private static Literal literal(YamlValue value) {
        if (value instanceof YamlValue.Items items) {
            return new Literal.Items(
                    items.items().stream().map(StepPlanner::literal).toList());
        }
        if (value instanceof YamlValue.Fields fields) {
            List<Literal.Field> all = new ArrayList<>();
            fields.fields().forEach((name, field) -> all.add(new Literal.Field(name.value(), literal(field))));
            return new Literal.Fields(all);
        }
        Object scalar = ((YamlValue.Scalar) value).value();
        if (scalar instanceof Boolean flag) {
            return new Literal.Flag(flag);
        }
        if (scalar instanceof BigInteger whole) {
            return new Literal.Whole(whole);
        }
        if (scalar instanceof BigDecimal decimal) {
            return new Literal.Decimal(decimal);
        }
        if (scalar instanceof Double special) {
            return new Literal.Special(special);
        }
        return scalar == null ? new Literal.Null() : new Literal.Text((String) scalar);
    }
}
