package io.tapstate.planner.physical;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.UnsentColumns;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.postgres.PostgresOptions;
import io.tapstate.connectors.postgres.ToastableColumns;
import io.tapstate.planner.logical.Cascade;
import io.tapstate.planner.logical.DdlPolicies;
import io.tapstate.planner.logical.LogicalTable;
import io.tapstate.planner.plan.FilterRowsStep;
import io.tapstate.planner.plan.PlanSpans;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.RunnableSteps;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec.SettingsSpec;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.SourceSpec.SrsSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One step per source that reads all its tables, and one per table with a filter. */
final class SourcePlanner {
    private static final String LATEST = "latest";

    private final WithheldSecrets withheld;
    private final SettingsSpec settings;
    private final PlanSpans spans;
    private final DdlPolicies ddl;
    private List<Cascade> cascades = List.of();
    private final List<Diagnostic> refusals = new ArrayList<>();

    SourcePlanner(WithheldSecrets withheld, SettingsSpec settings, PlanSpans spans, DdlPolicies ddl) {
        this.withheld = withheld;
        this.settings = settings;
        this.spans = spans;
        this.ddl = ddl;
    }

    /** @param tables sorted by source and table, each once */
    List<PlanStep> plan(List<LogicalTable> tables) {
        Map<String, List<LogicalTable>> bySource = new LinkedHashMap<>();
        tables.forEach(table -> bySource.computeIfAbsent(table.source().id().value(), id -> new ArrayList<>())
                .add(table));
        cascades = Cascade.of(tables);
        List<PlanStep> steps = new ArrayList<>();
        bySource.values().forEach(read -> steps.add(read(read)));
        for (LogicalTable table : tables) {
            table.filter().ifPresent(filter -> steps.add(filter(table, filter)));
        }
        return steps;
    }

    /** What the sources ask for that no plan can hold yet. */
    List<Diagnostic> refusals() {
        return refusals;
    }

    /** Where the rows of a table come from: its filter, if it has one. */
    StreamRef stream(LogicalTable table) {
        return table.filter().isPresent() ? StreamRef.step(filterId(table)) : unfiltered(table);
    }

    private PlanStep read(List<LogicalTable> tables) {
        SourceSpec source = tables.get(0).source();
        ReadMode mode = tables.get(0).readMode();
        StepId id = sourceId(source);
        spans.put(id, source.id().span());
        spans.put(id, "connector", source.connector().span());
        unplanned(source);
        return new ReadTablesStep(
                id,
                source.id().value(),
                source.connector().value(),
                withheld.withhold(source.id().value(), source.connector().value(), source.connection()),
                mode,
                mode == ReadMode.SNAPSHOT_ONLY ? Optional.empty() : startFrom(),
                tables.stream()
                        .map(table -> new ReadTablesStep.Table(
                                table.schema().id(),
                                table.identity(),
                                table.schema().beforeImage(),
                                table.schema().rowEstimate(),
                                ddl.of(table),
                                cascades(table),
                                unsent(table)))
                        .toList());
    }

    private List<ForeignKey> cascades(LogicalTable table) {
        return cascades.stream()
                .filter(cascade ->
                        cascade.child().equals(table) && cascade.obstacle().isEmpty())
                .map(Cascade::key)
                .toList();
    }

    private static UnsentColumns unsent(LogicalTable table) {
        boolean leavesOut = table.source().connector().value().equals(PostgresOptions.CONNECTOR)
                && table.readsChanges()
                && table.schema().beforeImage() != BeforeImage.FULL;
        return leavesOut ? ToastableColumns.of(table.schema()) : UnsentColumns.NONE;
    }

    // `latest` is where a log without a snapshot starts anyway, and a snapshot fixes the place by itself.
    private Optional<String> startFrom() {
        return settings.startFrom().map(Located::value).filter(start -> !start.equals(LATEST));
    }

    private PlanStep filter(LogicalTable table, Located<String> filter) {
        spans.put(filterId(table), filter.span());
        return new FilterRowsStep(
                filterId(table),
                List.of(unfiltered(table)),
                filter.value(),
                ReadColumns.incoming(table.flows(), List.of(filter.value())));
    }

    private void unplanned(SourceSpec source) {
        source.options().keySet().forEach(option -> refuse("the option `" + option.value() + "` of a source", option));
        source.tables()
                .ifPresent(tables -> tables.value()
                        .forEach(table -> table.options()
                                .keySet()
                                .forEach(option -> refuse("the option `" + option.value() + "` of a table", option))));
        source.srs()
                .filter(SourcePlanner::shares)
                .ifPresent(srs -> refusals.add(RunnableSteps.refusal("shared capture (`srs`)", srs.span())));
    }

    /** Every pipeline reads the log by itself, which is what `enabled: false` asks for. */
    private static boolean shares(SrsSpec srs) {
        return srs.enabled().map(Located::value).orElse(true);
    }

    private void refuse(String feature, Located<?> at) {
        refusals.add(RunnableSteps.refusal(feature, at.span()));
    }

    private static StreamRef unfiltered(LogicalTable table) {
        return StreamRef.table(sourceId(table.source()), table.schema().id());
    }

    private static StepId sourceId(SourceSpec source) {
        return new StepId("source." + source.id().value());
    }

    private static StepId filterId(LogicalTable table) {
        return new StepId(sourceId(table.source()) + "." + table.schema().id().name() + ".filter");
    }
}
