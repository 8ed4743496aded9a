package io.tapstate.planner.plan;

import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.AssembleDocumentsStep.Settings;
import io.tapstate.planner.plan.Embed.Direction;
import io.tapstate.planner.plan.Embed.Shape;
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
    private final JobPlan plan;
    private final PlanSpans spans;
    private final List<Diagnostic> refusals = new ArrayList<>();

    private RunnableSteps(JobPlan plan, PlanSpans spans) {
        this.plan = plan;
        this.spans = spans;
    }

    /**
     * What the plan holds that is not run yet; empty when all of it is.
     *
     * @param spans where its parts stand
     */
    public static List<Diagnostic> refusals(JobPlan plan, PlanSpans spans) {
        RunnableSteps runnable = new RunnableSteps(plan, spans);
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
        if (settings.errorPolicy() != ErrorPolicy.FAIL) {
            refuse("`error_policy: " + settings.errorPolicy().yaml() + "`", spans.of("error_policy"));
        }
        if (settings.batchSize().isPresent()) {
            refuse("`batch_size`", spans.of("batch_size"));
        }
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
        return refuse("the script `" + step.id() + "`", spans.of(step.id()));
    }

    @Override
    public Void visit(UnionStreamsStep step) {
        return null;
    }

    @Override
    public Void visit(QueryRowsStep step) {
        return refuse("the join `" + step.id() + "`", spans.of(step.id()));
    }

    @Override
    public Void visit(RememberKeysStep step) {
        return null;
    }

    @Override
    public Void visit(RouteRowsStep step) {
        for (NestNode child : step.children()) {
            String where = step.parent().path().equals(NestPaths.ROOT)
                    ? "the embed `" + NestPaths.shown(child.path())
                            + "`, which joins another key of the root than the document's"
                    : "the embed `" + NestPaths.shown(child.path()) + "` within another embed";
            refuse(where, spans.of(NestPaths.nestOf(step.id()), child.path()));
        }
        return null;
    }

    @Override
    public Void visit(LookupRowsStep step) {
        String path = NestPaths.pathOf(step.id());
        refuse(
                "the embed `" + NestPaths.shown(path) + "`, whose rows the parent points at",
                spans.of(NestPaths.nestOf(step.id()), path));
        embeds(NestPaths.nestOf(step.id()), step.embeds(), path + ".");
        return null;
    }

    @Override
    public Void visit(AssembleDocumentsStep step) {
        Settings settings = step.settings();
        if (settings.subFirst()) {
            refuse("`order: sub_first`", spans.of(step.id(), "order"));
        }
        if (settings.maxElementsPerDocument().isPresent()) {
            refuse("`max_elements_per_document`", spans.of(step.id(), "max_elements_per_document"));
        }
        if (settings.entriesInMemory().isPresent()) {
            refuse("`entries_in_memory`", spans.of(step.id(), "entries_in_memory"));
        }
        if (settings.stateNamespace().isPresent()) {
            refuse("`state`", spans.of(step.id(), "state"));
        }
        if (plan.step(step.root().step()).filter(RunnableSteps::isNest).isPresent()) {
            refuse("the nest `" + step.id() + "` over the nest `" + step.root() + "`", spans.of(step.id()));
        }
        embeds(step.id(), step.embeds(), "");
        return null;
    }

    private void embeds(StepId nest, List<Embed> embeds, String prefix) {
        for (Embed embed : embeds) {
            String path = prefix + embed.path();
            Optional<SourceSpan> span = spans.of(nest, path);
            if (embed.shape() == Shape.FLAT) {
                refuse("`as: flat`", span);
            }
            if (embed.ignoreUpdates()) {
                refuse("`ignoreUpdates` of the embed `" + NestPaths.shown(path) + "`", span);
            }
            if (!prefix.isEmpty() && embed.direction() == Direction.BELONGS_TO && !routed(embed)) {
                refuse("the embed `" + NestPaths.shown(path) + "` within another embed", span);
            }
            if (plan.step(embed.input().step()).filter(RunnableSteps::isNest).isPresent()) {
                refuse("the nest `" + embed.input() + "` embedded in the nest `" + nest + "`", span);
            }
            embeds(nest, embed.embeds(), path + ".");
        }
    }

    /** Whether a routing stage has refused it already. */
    private boolean routed(Embed embed) {
        return plan.step(embed.input().step())
                .filter(RouteRowsStep.class::isInstance)
                .isPresent();
    }

    private static boolean isNest(PlanStep step) {
        return step instanceof AssembleDocumentsStep
                || step instanceof RememberKeysStep keys && keys.input().table().isEmpty();
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
        return refuse("the sync `" + step.sync() + "` to `" + step.target() + "`", spans.of(step.id()));
    }

    private Void refuse(String feature, Optional<SourceSpan> span) {
        refusals.add(refusal(feature, span.orElse(null)));
        return null;
    }
}
