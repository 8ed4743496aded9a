package io.tapstate.planner.nest;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.planner.dsl.Located;
import io.tapstate.planner.dsl.PipelineSpec.EmbedSpec;
import io.tapstate.planner.dsl.PipelineSpec.NestSpec;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.Embed;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.RememberKeysStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.resolve.ResolvedPipeline.ResolvedNest;
import io.tapstate.planner.resolve.ResolvedTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Turns a checked nest into keyed stages: one that assembles the documents, and before it one per input whose log does
 * not tell where a changed or deleted row was.
 */
public final class SliceNestPlanner {
    private static final String ROOT = "$root";

    private final Function<ResolvedTable, StreamRef> streams;
    private final Predicate<ResolvedTable> changes;
    private final long sendWindowMillis;
    private final List<PlanStep> steps = new ArrayList<>();

    /**
     * @param streams where the rows of a table come from
     * @param changes whether changes of a table are read, not only its rows
     */
    public SliceNestPlanner(
            Function<ResolvedTable, StreamRef> streams, Predicate<ResolvedTable> changes, long sendWindowMillis) {
        this.streams = streams;
        this.changes = changes;
        this.sendWindowMillis = sendWindowMillis;
    }

    /** The steps of a nest in topological order, the one that assembles the documents last. */
    public List<PlanStep> plan(ResolvedNest nest) {
        NestSpec spec = nest.spec();
        ResolvedTable root = nest.root().orElseThrow();
        List<String> written = spec.root().key().stream().map(Located::value).toList();
        List<String> key = written.isEmpty() ? root.identity() : written;
        StreamRef rootInput = input(spec, ROOT, root, key);
        List<Embed> embeds = new ArrayList<>();
        for (EmbedSpec embed : spec.root().embeds()) {
            embeds.add(embed(nest, embed, key));
        }
        steps.add(new AssembleDocumentsStep(
                new StepId(spec.id().value()),
                rootInput,
                root.schema().id().name(),
                root.identity(),
                key,
                embeds,
                sendWindowMillis,
                false));
        return List.copyOf(steps);
    }

    private Embed embed(ResolvedNest nest, EmbedSpec embed, List<String> key) {
        ResolvedTable table = nest.table(embed.from().value()).orElseThrow();
        Map<String, String> childByParent = new LinkedHashMap<>();
        embed.on().value().forEach((child, parent) -> childByParent.put(parent.value(), child.value()));
        List<String> childColumns = key.stream().map(childByParent::get).toList();
        List<String> written = embed.arrayKey().stream().map(Located::value).toList();
        List<String> arrayKey = written.isEmpty() ? table.identity() : written;
        String path = embed.path().value();
        List<String> routing = new ArrayList<>(childColumns);
        routing.addAll(arrayKey);
        StreamRef input = input(nest.spec(), path, table, routing);
        return new Embed(path, input, embed.shape(), table.identity(), childColumns, arrayKey);
    }

    // A before image of the key alone tells which row changed; where it was takes the routing columns too.
    private StreamRef input(NestSpec nest, String path, ResolvedTable table, List<String> routing) {
        TreeSet<String> beyond = new TreeSet<>(routing);
        table.identity().forEach(beyond::remove);
        StreamRef stream = streams.apply(table);
        boolean told = table.schema().beforeImage() == BeforeImage.FULL || beyond.isEmpty() || !changes.test(table);
        if (told) {
            return stream;
        }
        StepId id = new StepId(nest.id().value() + "." + path + ".keys");
        steps.add(new RememberKeysStep(id, stream, table.identity(), List.copyOf(beyond)));
        return StreamRef.step(id);
    }
}
