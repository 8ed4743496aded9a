package io.tapstate.planner.plan;

import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.connectors.diagnostics.TapException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.types.Decimal128;

/**
 * What this release's job runs of all that can be planned: the one place that says so. Everything else is planned, shown
 * and refused with {@code plan.not-supported-yet}, never left out in silence.
 */
public final class RunnableSteps implements PlanVisitor<Void> {
    private final PlanSpans spans;
    private final List<Diagnostic> refusals = new ArrayList<>();

    private RunnableSteps(PlanSpans spans) {
        this.spans = spans;
    }

    /**
     * What the plan holds that is not run yet; empty when all of it is.
     *
     * @param spans where its parts stand
     */
    public static List<Diagnostic> refusals(JobPlan plan, PlanSpans spans) {
        RunnableSteps runnable = new RunnableSteps(spans);
        runnable.settings(plan.settings());
        plan.steps().forEach(step -> step.accept(runnable));
        return List.copyOf(runnable.refusals);
    }

    /** @throws TapException {@code plan.not-supported-yet}, once for each thing that is not run yet */
    public static void demand(JobPlan plan) {
        List<Diagnostic> refusals = refusals(plan, new PlanSpans());
        if (!refusals.isEmpty()) {
            throw new TapException(refusals, null);
        }
    }

    /** The refusal of one thing. */
    public static Diagnostic refusal(String feature, SourceSpan span) {
        return Diagnostic.at(span, PlanError.NOT_SUPPORTED_YET, "feature", feature);
    }

    private void settings(PlanSettings settings) {
        if (settings.schedule().isPresent()) {
            refuse("`schedule`", spans.of("schedule"));
        }
    }

    @Override
    public Void visit(ReadTablesStep step) {
        if (ConnectorCatalog.find(step.connector())
                .filter(ConnectorDescriptor::readable)
                .isEmpty()) {
            refuse("reading from `" + step.connector() + "`", spans.of(step.id(), "connector"));
        }
        step.startFrom().ifPresent(start -> refuse("`start_from: " + start + "`", spans.of("start_from")));
        return null;
    }

    @Override
    public Void visit(FilterRowsStep step) {
        return null;
    }

    @Override
    public Void visit(MapRowsStep step) {
        step.fields().stream()
                .filter(field ->
                        field.rule() instanceof MapRowsStep.Rule.Constant constant && !storable(constant.value()))
                .forEach(field -> refuse(
                        "a number of more than 34 digits, which the constant of `" + field.name() + "` holds",
                        spans.of(step.id())));
        return null;
    }

    private static boolean storable(Literal literal) {
        if (literal instanceof Literal.Items items) {
            return items.items().stream().allMatch(RunnableSteps::storable);
        }
        if (literal instanceof Literal.Fields fields) {
            return fields.fields().stream().allMatch(field -> storable(field.value()));
        }
        if (literal instanceof Literal.Whole whole) {
            return storable(new BigDecimal(whole.value()));
        }
        return !(literal instanceof Literal.Decimal decimal) || storable(decimal.value());
    }

    private static boolean storable(BigDecimal number) {
        try {
            return new Decimal128(number).isFinite();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    @Override
    public Void visit(RunScriptStep step) {
        return null;
    }

    @Override
    public Void visit(UnionStreamsStep step) {
        return null;
    }

    @Override
    public Void visit(QueryRowsStep step) {
        return null;
    }

    @Override
    public Void visit(RememberKeysStep step) {
        return null;
    }

    @Override
    public Void visit(RouteRowsStep step) {
        return null;
    }

    @Override
    public Void visit(LookupRowsStep step) {
        return null;
    }

    @Override
    public Void visit(AssembleDocumentsStep step) {
        return null;
    }

    @Override
    public Void visit(WriteViewStep step) {
        if (!step.connector().equals(WriteViewStep.MONGODB)) {
            refuse("a view in `" + step.connector() + "`", spans.of(step.id()));
        }
        return null;
    }

    @Override
    public Void visit(WriteTablesStep step) {
        if (!step.connector().equals(ConnectorCatalog.MONGODB)) {
            refuse("the sync `" + step.sync() + "` to `" + step.connector() + "`", spans.of(step.id()));
        }
        return null;
    }

    private Void refuse(String feature, Optional<SourceSpan> span) {
        refusals.add(refusal(feature, span.orElse(null)));
        return null;
    }
}
