package io.tapstate.planner.physical;

import io.tapstate.planner.dsl.Located;
import io.tapstate.planner.dsl.PipelineSpec;
import io.tapstate.planner.dsl.PipelineSpec.ViewSpec;
import io.tapstate.planner.dsl.SourceSpec;
import io.tapstate.planner.nest.SliceNestPlanner;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanInvariants;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.ReadTablesStep.Table;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.WriteViewStep;
import io.tapstate.planner.resolve.ResolvedPipeline;
import io.tapstate.planner.resolve.ResolvedPipeline.Feed;
import io.tapstate.planner.resolve.ResolvedPipeline.ResolvedNest;
import io.tapstate.planner.resolve.ResolvedTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** A resolved and checked pipeline to the plan of its job: only what the view needs is read. */
public final class SlicePlanner {
    private static final long DEFAULT_SEND_WINDOW_MILLIS = 50;
    private static final String VIEWS_URI = "${TAPSTATE_VIEWS_URI}";

    private final ResolvedPipeline pipeline;
    private final PipelineSpec spec;

    public SlicePlanner(ResolvedPipeline pipeline) {
        this.pipeline = pipeline;
        this.spec = pipeline.spec();
    }

    public PlanOutcome plan() {
        Feed feed = pipeline.feed().orElseThrow();
        TreeMap<String, List<ResolvedTable>> bySource = bySource(feed);
        WithheldSecrets withheld = new WithheldSecrets(bySource.values().stream()
                .map(tables -> tables.get(0).source().connection())
                .toList());
        List<PlanStep> steps = new ArrayList<>(reads(bySource, withheld));
        StreamRef fed;
        if (feed.nest().isPresent()) {
            long window = spec.settings().sendWindowMillis().orElse(DEFAULT_SEND_WINDOW_MILLIS);
            ResolvedNest nest = feed.nest().get();
            steps.addAll(new SliceNestPlanner(SlicePlanner::stream, this::readsChanges, window).plan(nest));
            fed = StreamRef.step(new StepId(nest.spec().id().value()));
        } else {
            fed = stream(feed.table().orElseThrow());
        }
        steps.add(write(spec.view().orElseThrow(), fed));
        JobPlan plan = new JobPlan(spec.id().value(), pipeline.readMode(), parallelism(), steps);
        PlanInvariants.verify(plan);
        return new PlanOutcome(plan, withheld.secrets());
    }

    private OptionalInt parallelism() {
        return spec.settings().parallelism().map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    private static TreeMap<String, List<ResolvedTable>> bySource(Feed feed) {
        Set<ResolvedTable> used = new LinkedHashSet<>();
        feed.table().ifPresent(used::add);
        feed.nest().ifPresent(nest -> {
            nest.root().ifPresent(used::add);
            nest.spec()
                    .root()
                    .embeds()
                    .forEach(embed -> nest.table(embed.from().value()).ifPresent(used::add));
        });
        TreeMap<String, List<ResolvedTable>> bySource = new TreeMap<>();
        used.forEach(table -> bySource.computeIfAbsent(table.source().id().value(), id -> new ArrayList<>())
                .add(table));
        return bySource;
    }

    private List<PlanStep> reads(TreeMap<String, List<ResolvedTable>> bySource, WithheldSecrets withheld) {
        List<PlanStep> steps = new ArrayList<>();
        for (Map.Entry<String, List<ResolvedTable>> entry : bySource.entrySet()) {
            SourceSpec source = entry.getValue().get(0).source();
            steps.add(new ReadTablesStep(
                    sourceStep(source),
                    entry.getKey(),
                    source.connector().value(),
                    withheld.withhold(entry.getKey(), source.connector().value(), source.connection()),
                    mode(source),
                    tables(entry.getValue())));
        }
        return steps;
    }

    private static List<Table> tables(List<ResolvedTable> tables) {
        Set<Object> once = new HashSet<>();
        return tables.stream()
                .filter(table -> once.add(table.schema().id()))
                .sorted((left, right) ->
                        left.schema().id().compareTo(right.schema().id()))
                .map(table -> new Table(
                        table.schema().id(),
                        table.identity(),
                        table.schema().beforeImage(),
                        table.schema().rowEstimate()))
                .toList();
    }

    private static WriteViewStep write(ViewSpec view, StreamRef fed) {
        List<String> primaryKey = values(view.primaryKey().orElseThrow().value());
        String id = view.id().value();
        List<String> indexes = values(view.indexes()).stream()
                .filter(index -> !primaryKey.equals(List.of(index)))
                .toList();
        return new WriteViewStep(
                new StepId("view." + id),
                fed,
                id,
                new TreeMap<>(Map.of("uri", VIEWS_URI)),
                view.collection().map(Located::value).orElse(id),
                primaryKey,
                indexes);
    }

    private boolean readsChanges(ResolvedTable table) {
        return mode(table.source()) != ReadMode.SNAPSHOT_ONLY;
    }

    private ReadMode mode(SourceSpec source) {
        return pipeline.readModes().get(source.id().value());
    }

    private static StreamRef stream(ResolvedTable table) {
        return StreamRef.table(sourceStep(table.source()), table.schema().id());
    }

    private static StepId sourceStep(SourceSpec source) {
        return new StepId("source." + source.id().value());
    }

    private static List<String> values(List<Located<String>> texts) {
        return texts.stream().map(Located::value).toList();
    }
}
