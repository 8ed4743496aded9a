package io.tapstate.planner.physical;

import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.logical.DdlPolicies;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalPipeline.LogicalSync;
import io.tapstate.planner.logical.LogicalPipeline.LogicalView;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.UsedStreams;
import io.tapstate.planner.plan.ErrorPolicy;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanColumns;
import io.tapstate.planner.plan.PlanInvariants;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.plan.PlanSettings;
import io.tapstate.planner.plan.PlanSpans;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.RememberKeysStep;
import io.tapstate.planner.plan.RunnableSteps;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.WriteTablesStep;
import io.tapstate.planner.plan.WriteTablesStep.WriteMode;
import io.tapstate.planner.plan.WriteViewStep;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec.SettingsSpec;
import io.tapstate.planner.spec.SourceSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** A checked pipeline to the plan of its job. Only what its view and its syncs need is read. */
public final class PhysicalPlanner {
    private static final Map<String, String> MANAGED_STORE = Map.of("uri", "${TAPSTATE_VIEWS_URI}");
    private static final int DEFAULT_PARALLELISM = 1;
    private static final int DEFAULT_BATCH_SIZE = 1000;

    private final LogicalPipeline pipeline;
    private final SettingsSpec settings;
    private final UsedStreams used;
    private final WithheldSecrets withheld;
    private final PlanSpans spans = new PlanSpans();
    private final List<Diagnostic> refusals = new ArrayList<>();

    /** @param pipeline without faults: every check has passed */
    public PhysicalPlanner(LogicalPipeline pipeline) {
        this.pipeline = pipeline;
        this.settings = pipeline.spec().settings();
        this.used = UsedStreams.of(pipeline);
        this.withheld = new WithheldSecrets(
                connections().stream().map(SourceSpec::connection).toList());
    }

    /** The plan, what it withholds, and what of it this release does not run. */
    public PlanOutcome plan() {
        SourcePlanner sources = new SourcePlanner(withheld, settings, spans, DdlPolicies.of(pipeline));
        List<PlanStep> steps = new ArrayList<>(sources.plan(used.tables()));
        refusals.addAll(sources.refusals());
        StepPlanner transforms =
                new StepPlanner(sources::stream, spans, settings().errorPolicy() != ErrorPolicy.FAIL);
        used.steps().forEach(step -> steps.addAll(transforms.plan(step)));
        refusals.addAll(transforms.refusals());
        pipeline.view().ifPresent(view -> steps.addAll(write(view, transforms)));
        pipeline.syncs().forEach(sync -> steps.add(write(sync, transforms)));
        JobPlan plan = new JobPlan(pipeline.spec().id().value(), pipeline.readMode(), settings(), steps);
        PlanInvariants.verify(plan);
        refusals.addAll(0, RunnableSteps.refusals(plan, spans));
        refusals.sort(Comparator.comparing(PhysicalPlanner::place));
        return new PlanOutcome(plan, withheld.secrets(), List.of(), refusals);
    }

    private List<SourceSpec> connections() {
        List<SourceSpec> connections = new ArrayList<>();
        used.tables().forEach(table -> connections.add(table.source()));
        pipeline.view().flatMap(LogicalView::store).ifPresent(connections::add);
        pipeline.syncs().forEach(sync -> connections.add(sync.target()));
        return connections;
    }

    private PlanSettings settings() {
        span("error_policy", settings.errorPolicy());
        span("batch_size", settings.batchSize());
        span("schedule", settings.schedule());
        span("start_from", settings.startFrom());
        return new PlanSettings(
                number(settings.parallelism(), DEFAULT_PARALLELISM),
                settings.errorPolicy()
                        .map(policy -> choice(ErrorPolicy.values(), ErrorPolicy::yaml, policy.value()))
                        .orElse(ErrorPolicy.FAIL),
                number(settings.batchSize(), DEFAULT_BATCH_SIZE),
                settings.schedule().map(Located::value));
    }

    private void span(String setting, Optional<? extends Located<?>> written) {
        written.ifPresent(value -> spans.put(setting, value.span()));
    }

    private List<PlanStep> write(LogicalView view, StepPlanner transforms) {
        StepId id = new StepId("view." + view.id().value());
        spans.put(id, view.span());
        view.store()
                .ifPresent(store -> refusals.add(RunnableSteps.refusal(
                        "a view store of the workspace's own (the source `"
                                + store.id().value() + "`)",
                        store.id().span())));
        if (!Set.copyOf(view.key()).equals(Set.copyOf(view.feed().flows().get(0).identity()))) {
            refusals.add(RunnableSteps.refusal(
                    "a view key that is not what identifies the rows it reads",
                    view.body().primaryKey().map(Located::span).orElse(view.span())));
        }
        Optional<RememberKeysStep> keys = keys(view, transforms);
        WriteViewStep write = new WriteViewStep(
                id,
                keys.map(RememberKeysStep::id).map(StreamRef::step).orElseGet(() -> transforms.stream(view.feed())),
                view.id().value(),
                view.store().map(store -> store.connector().value()).orElse(ConnectorCatalog.MONGODB),
                view.store().map(this::config).orElseGet(() -> new TreeMap<>(MANAGED_STORE)),
                view.collection(),
                view.key(),
                view.body().indexes().stream()
                        .map(Located::value)
                        .filter(index -> !view.key().equals(List.of(index)))
                        .distinct()
                        .toList());
        List<PlanStep> steps = new ArrayList<>();
        keys.ifPresent(steps::add);
        steps.add(write);
        return steps;
    }

    /** Remembers the view's key where old rows do not carry it, so that a row whose key changes leaves no document behind. */
    private static Optional<RememberKeysStep> keys(LogicalView view, StepPlanner transforms) {
        List<String> identity = view.feed().flows().get(0).identity();
        List<String> beyond = view.key().stream()
                .filter(column -> !identity.contains(column))
                .sorted()
                .toList();
        return beyond.isEmpty() || transforms.carriesOldRows(view.feed())
                ? Optional.empty()
                : Optional.of(new RememberKeysStep(
                        new StepId("view." + view.id().value() + ".keys"),
                        transforms.stream(view.feed()),
                        identity,
                        beyond));
    }

    private PlanStep write(LogicalSync sync, StepPlanner transforms) {
        StepId id = new StepId("sync." + sync.spec().id().value());
        spans.put(id, sync.spec().span());
        List<WriteTablesStep.Output> outputs = sync.outputs().stream()
                .map(output -> new WriteTablesStep.Output(
                        transforms.stream(output.stream()),
                        output.flow().table(),
                        output.table(),
                        output.flow().identity(),
                        columns(output.flow().rows())))
                .sorted(Comparator.comparing(WriteTablesStep.Output::table))
                .toList();
        SyncOptions options = SyncOptions.of(sync.spec());
        refusals.addAll(options.refusals());
        return new WriteTablesStep(
                id,
                sync.spec().id().value(),
                sync.target().id().value(),
                sync.target().connector().value(),
                config(sync.target()),
                sync.append() ? WriteMode.APPEND : WriteMode.UPSERT,
                DdlPolicies.of(sync),
                options.createsTables(),
                options.adoptsExisting(),
                outputs);
    }

    private TreeMap<String, String> config(SourceSpec source) {
        return withheld.withhold(source.id().value(), source.connector().value(), source.connection());
    }

    static PlanColumns columns(RowType rows) {
        return new PlanColumns(
                rows.columns().stream()
                        .map(column -> new PlanColumns.Column(column.name(), column.type(), column.nullable()))
                        .toList(),
                rows.open());
    }

    /** A default that is written says no more than one that is not. */
    private static OptionalInt number(Optional<Located<Integer>> written, int unwritten) {
        return written.map(Located::value)
                .filter(value -> value != unwritten)
                .map(OptionalInt::of)
                .orElseGet(OptionalInt::empty);
    }

    private static <E extends Enum<E>> E choice(E[] constants, Function<E, String> spelling, String written) {
        return Arrays.stream(constants)
                .filter(constant -> spelling.apply(constant).equals(written.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no check has refused `" + written + "`"));
    }

    /** Sorts by file and line; what has no place comes last. */
    private static String place(Diagnostic refusal) {
        return refusal.span()
                .map(span -> "0" + span.file() + String.format(Locale.ROOT, "\n%09d\n%09d", span.line(), span.column()))
                .orElse("1");
    }
}
