package io.tapstate.job.translate;

import io.tapstate.connectors.api.TableId;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestRoute;
import io.tapstate.job.nest.Placements;
import io.tapstate.job.nest.RememberedKeys;
import io.tapstate.job.nest.SendWindow;
import io.tapstate.job.operator.AssembleDocumentsFunction;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.Embed;
import io.tapstate.planner.plan.Embed.Direction;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.LookupRowsStep;
import io.tapstate.planner.plan.NestNode;
import io.tapstate.planner.plan.NestPaths;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.RememberKeysStep;
import io.tapstate.planner.plan.RouteRowsStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Connects the stages of nests as a plan says: which rows go where, and who must know where which rows stand.
 *
 * <p>Rows are gathered in the root stage, or in the lookup stage of the nearest pointed-at node above them. A row whose own
 * columns name that stage's key goes there by itself. Every other row passes the routing stage of its parent, which is
 * told where the parents stand: by their own columns if those say it, else by the routing stage that the parents pass.
 *
 * @param <R> a stream of {@code RowChange}
 * @param <C> a stream of {@code NestChange}
 * @param <P> a stream of {@code Placement}
 */
final class NestWiring<R, C, P> {
    private final JobPlan plan;
    private final NestStages<R, C, P> stages;
    private final BiFunction<StreamRef, String, R> inputs;
    private final Map<StepId, NestStages.Routed<C, P>> routed = new HashMap<>();
    private final Map<StepId, C> lookups = new HashMap<>();

    /** @param inputs gives the rows of a stream that is neither a routing nor a lookup stage; takes a uid for what it adds */
    NestWiring(JobPlan plan, NestStages<R, C, P> stages, BiFunction<StreamRef, String, R> inputs) {
        this.plan = plan;
        this.stages = stages;
        this.inputs = inputs;
    }

    R wire(RememberKeysStep step) {
        R rows = inputs.apply(step.input(), step.id() + "/table");
        return stages.rememberKeys(step.id(), rows, new RememberedKeys(step.identity(), step.columns()));
    }

    void wire(RouteRowsStep step) {
        StepId nest = NestPaths.nestOf(step.id());
        P parents = placements(step.id(), step.parent(), step.key());
        List<C> rows = new ArrayList<>();
        for (NestNode child : step.children()) {
            String name = within(step.parent().path(), child.path());
            NestRoute route = NestRoute.embed(name, child.childColumns(), child.arrayKey(), child.identity());
            rows.add(route(nest, child.path(), child.input(), route));
        }
        routed.put(step.id(), stages.routeRows(step.id(), parents, stages.merge(rows), listeners(step)));
    }

    void wire(LookupRowsStep step) {
        StepId nest = NestPaths.nestOf(step.id());
        String path = NestPaths.pathOf(step.id());
        List<C> rows = new ArrayList<>();
        rows.add(route(nest, path, step.rows(), NestRoute.root(step.key(), step.identity())));
        gather(nest, path, step.embeds(), rows);
        P referrers = placements(step.id(), step.referrer(), step.referrerColumns());
        String name = within(step.referrer().path(), path);
        lookups.put(
                step.id(), stages.lookupRows(step.id(), referrers, stages.merge(rows), name, fields(step.embeds())));
    }

    /** @param table what the documents carry as their table */
    R wire(AssembleDocumentsStep step, TableId table) {
        List<C> rows = new ArrayList<>();
        rows.add(route(step.id(), NestPaths.ROOT, step.root(), NestRoute.root(step.key(), step.rootIdentity())));
        gather(step.id(), NestPaths.ROOT, step.embeds(), rows);
        var settings = new AssembleDocumentsFunction.Settings(
                table, step.key(), fields(step.embeds()), step.settings().maxElements());
        SendWindow window = new SendWindow(
                step.sendWindowMillis(), step.append(), step.settings().subFirst());
        return stages.assembleDocuments(step.id(), stages.merge(rows), settings, window);
    }

    /** Adds the rows of embeds and of all below them that are gathered in the same stage. */
    private void gather(StepId nest, String gatheredIn, List<Embed> embeds, List<C> rows) {
        Set<StepId> routing = new LinkedHashSet<>();
        for (Embed embed : embeds) {
            gather(nest, gatheredIn, embed, rows, routing);
        }
        routing.forEach(stage -> rows.add(routed.get(stage).rows()));
    }

    private void gather(StepId nest, String gatheredIn, Embed embed, List<C> rows, Set<StepId> routing) {
        StepId from = embed.input().step();
        if (embed.direction() == Direction.POINTS_AT) {
            rows.add(lookups.get(from));
        } else if (routed.containsKey(from)) {
            routing.add(from);
        } else {
            NestRoute route = NestRoute.embed(embed.path(), embed.childColumns(), embed.arrayKey(), embed.identity());
            rows.add(route(nest, NestPaths.child(gatheredIn, embed.path()), embed.input(), route));
        }
        embed.embeds().forEach(below -> gather(nest, gatheredIn, below, rows, routing));
    }

    private C route(StepId nest, String path, StreamRef rows, NestRoute route) {
        String suffix = path.equals(NestPaths.ROOT) ? "" : "/" + path;
        return stages.route(nest + "/route" + suffix, inputs.apply(rows, nest + "/table" + suffix), route);
    }

    /** Where the rows of a node stand, for a stage that finds them by some of their columns. */
    private P placements(StepId stage, NestNode node, List<String> columns) {
        NestStages.Routed<C, P> above = routed.get(node.input().step());
        if (above != null) {
            return above.placements(stage);
        }
        R rows = inputs.apply(node.input(), stage + "/place/table");
        return stages.place(stage + "/place", rows, ownRoute(NestPaths.nestOf(stage), node), new Placements(columns));
    }

    /** The route of rows that are gathered where their own columns say. */
    private NestRoute ownRoute(StepId nest, NestNode node) {
        if (isGathering(nest, node.path())) {
            return NestRoute.root(node.childColumns(), node.identity());
        }
        String gatheredIn = NestPaths.ROOT;
        for (PlanStep step : plan.steps()) {
            if (step instanceof LookupRowsStep && NestPaths.nestOf(step.id()).equals(nest)) {
                String path = NestPaths.pathOf(step.id());
                boolean nearer = gatheredIn.equals(NestPaths.ROOT) || path.length() > gatheredIn.length();
                if (nearer && node.path().startsWith(path + ".")) {
                    gatheredIn = path;
                }
            }
        }
        return NestRoute.embed(within(gatheredIn, node.path()), node.childColumns(), node.arrayKey(), node.identity());
    }

    private boolean isGathering(StepId nest, String path) {
        return path.equals(NestPaths.ROOT)
                || plan.step(NestPaths.lookup(nest, path)).isPresent();
    }

    /** Who reads the placements of rows that come out of a routing stage. */
    private List<NestStages.Listener> listeners(RouteRowsStep stage) {
        List<NestStages.Listener> listeners = new ArrayList<>();
        for (PlanStep step : plan.steps()) {
            if (step instanceof RouteRowsStep below) {
                listen(stage, below.id(), below.parent(), below.key(), listeners);
            } else if (step instanceof LookupRowsStep lookup) {
                listen(stage, lookup.id(), lookup.referrer(), lookup.referrerColumns(), listeners);
            }
        }
        return listeners;
    }

    private static void listen(
            RouteRowsStep stage,
            StepId listener,
            NestNode node,
            List<String> columns,
            List<NestStages.Listener> listeners) {
        if (node.input().step().equals(stage.id())) {
            String name = within(stage.parent().path(), node.path());
            listeners.add(new NestStages.Listener(listener, name, new Placements(columns)));
        }
    }

    /** The name of a node in its parent, both given by their path. */
    private static String within(String parent, String child) {
        return parent.equals(NestPaths.ROOT) ? child : child.substring(parent.length() + 1);
    }

    private static List<EmbedField> fields(List<Embed> embeds) {
        return embeds.stream().map(NestWiring::field).toList();
    }

    private static EmbedField field(Embed embed) {
        int keyLength = embed.direction() == Direction.POINTS_AT
                ? embed.childColumns().size()
                : embed.arrayKey().size() + embed.identity().size();
        EmbedField.Shape shape = switch (embed.shape()) {
            case ARRAY -> EmbedField.Shape.ARRAY;
            case OBJECT -> EmbedField.Shape.OBJECT;
            case FLAT -> EmbedField.Shape.FLAT;
        };
        return new EmbedField(embed.path(), shape, keyLength, embed.ignoreUpdates(), fields(embed.embeds()));
    }
}
