package io.tapstate.planner.nest;

import io.tapstate.planner.logical.LogicalNest;
import io.tapstate.planner.logical.LogicalNest.Direction;
import io.tapstate.planner.logical.LogicalNest.Edge;
import io.tapstate.planner.logical.LogicalNest.Node;
import io.tapstate.planner.logical.Stream;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.Embed;
import io.tapstate.planner.plan.LookupRowsStep;
import io.tapstate.planner.plan.NestNode;
import io.tapstate.planner.plan.NestPaths;
import io.tapstate.planner.plan.PlanSpans;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.RememberKeysStep;
import io.tapstate.planner.plan.RouteRowsStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.spec.TransformBody;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Turns the tree of a nest into keyed stages.
 *
 * <p>Rows travel up to the stage they are gathered in: the root's, or the lookup of the nearest pointed-at node above
 * them. A row whose parent is that node names the stage's key and goes there at once; any other passes the routing stage
 * of its parent. A pointed-at node is gathered in a lookup, keyed by its own identity, which hands it to all that point
 * at it. Before all of them, a stage remembers the keys of rows whose stream does not carry old rows.
 */
public final class NestPlanner {
    private final StepId nest;
    private final Function<Stream, StreamRef> streams;
    private final Predicate<Stream> oldRows;
    private final PlanSpans spans;
    private final List<PlanStep> steps = new ArrayList<>();

    /**
     * @param streams where the rows of a stream come from
     * @param oldRows whether the changes of a stream carry the whole old row, or there are none
     * @param spans learns where each embed stands
     */
    public NestPlanner(StepId nest, Function<Stream, StreamRef> streams, Predicate<Stream> oldRows, PlanSpans spans) {
        this.nest = nest;
        this.streams = streams;
        this.oldRows = oldRows;
        this.spans = spans;
    }

    /** The steps of the nest in topological order, the one that assembles the documents last. */
    public List<PlanStep> plan(LogicalNest tree) {
        Node root = tree.root();
        NestNode rows = new NestNode(
                NestPaths.ROOT, input(root, NestPaths.ROOT, tree.key()), distinction(root), tree.key(), List.of());
        List<Embed> embeds = embeds(root, rows, tree.key());
        steps.add(new AssembleDocumentsStep(
                nest,
                rows.input(),
                root.stream().flows().get(0).table(),
                rows.identity(),
                tree.key(),
                embeds,
                new AssembleDocumentsStep.Settings(
                        tree.sendWindowMillis(),
                        tree.append(),
                        tree.subFirst(),
                        tree.maxElementsPerDocument(),
                        tree.entriesInMemory(),
                        tree.stateNamespace())));
        return List.copyOf(steps);
    }

    /**
     * The embeds of a node, after the stages they need.
     *
     * @param rows the node's
     * @param gatheredBy the key of the stage that gathers the node, where that is the node's own; empty for a node whose
     *     rows travel further up
     */
    private List<Embed> embeds(Node parent, NestNode rows, List<String> gatheredBy) {
        Map<Node, NestNode> children = new IdentityHashMap<>();
        Map<Set<String>, List<Node>> routed = new LinkedHashMap<>();
        for (Node child : parent.children()) {
            Edge edge = child.edge().orElseThrow();
            String path = NestPaths.child(rows.path(), name(child));
            spans.put(nest, path, edge.span());
            if (edge.direction() == Direction.POINTS_AT) {
                continue;
            }
            Set<String> named = Set.copyOf(edge.parentColumns());
            boolean direct = named.equals(Set.copyOf(gatheredBy));
            List<String> key = direct ? gatheredBy : routingKey(parent, edge);
            List<String> childColumns = paired(edge.parentColumns(), edge.childColumns(), key);
            List<String> routing = new ArrayList<>(childColumns);
            routing.addAll(arrayKey(child));
            List<String> identity = distinction(child);
            if (!direct && !rows.identity().containsAll(key)) {
                // A parent that changes this key takes its rows along: the old and the new place must differ.
                identity = joined(identity, childColumns);
            }
            children.put(
                    child, new NestNode(path, input(child, path, routing), identity, childColumns, arrayKey(child)));
            if (!direct) {
                routed.computeIfAbsent(named, columns -> new ArrayList<>()).add(child);
            }
        }
        routed.values().forEach(group -> route(parent, rows, group, children));
        List<Embed> embeds = new ArrayList<>();
        for (Node child : parent.children()) {
            NestNode placed = children.get(child);
            embeds.add(placed == null ? lookup(child, rows) : embed(child, placed, gatheredBy));
        }
        return embeds;
    }

    /** One routing stage for the children that name the same columns of their parent; they come out of it from then on. */
    private void route(Node parent, NestNode rows, List<Node> group, Map<Node, NestNode> children) {
        List<String> key = routingKey(parent, group.get(0).edge().orElseThrow());
        boolean byIdentity = key.equals(parent.identity());
        StepId id = NestPaths.route(
                nest, byIdentity ? rows.path() : rows.path() + ".$by." + String.join(",", new TreeSet<>(key)));
        steps.add(new RouteRowsStep(
                id, rows, key, group.stream().map(children::get).toList()));
        for (Node child : group) {
            NestNode unplaced = children.get(child);
            children.put(
                    child,
                    new NestNode(
                            unplaced.path(),
                            StreamRef.step(id),
                            unplaced.identity(),
                            unplaced.childColumns(),
                            unplaced.arrayKey()));
        }
    }

    private Embed embed(Node child, NestNode rows, List<String> gatheredBy) {
        Edge edge = child.edge().orElseThrow();
        boolean direct = Set.copyOf(edge.parentColumns()).equals(Set.copyOf(gatheredBy));
        return new Embed(
                name(child),
                rows.input(),
                shape(edge.shape()),
                Embed.Direction.BELONGS_TO,
                rows.identity(),
                rows.childColumns(),
                direct ? List.of() : paired(edge.childColumns(), edge.parentColumns(), rows.childColumns()),
                rows.arrayKey(),
                edge.ignoreUpdates(),
                embeds(child, rows, List.of()));
    }

    private Embed lookup(Node child, NestNode referrer) {
        Edge edge = child.edge().orElseThrow();
        List<String> key = inOrderOf(child.identity(), edge.childColumns());
        List<String> referrerColumns = paired(edge.childColumns(), edge.parentColumns(), key);
        String path = NestPaths.child(referrer.path(), name(child));
        NestNode rows = new NestNode(path, input(child, path, key), distinction(child), key, List.of());
        List<Embed> embeds = embeds(child, rows, key);
        StepId id = NestPaths.lookup(nest, path);
        steps.add(new LookupRowsStep(id, rows.input(), rows.identity(), key, referrer, referrerColumns, embeds));
        return new Embed(
                name(child),
                StreamRef.step(id),
                shape(edge.shape()),
                Embed.Direction.POINTS_AT,
                child.identity(),
                key,
                referrerColumns,
                arrayKey(child),
                edge.ignoreUpdates(),
                List.of());
    }

    /**
     * The rows of a node, through a stage that remembers where they were if their stream does not tell. A before image of
     * the key alone tells which row changed; where it was takes the routing columns too.
     *
     * @param routing the columns that say where a row belongs
     */
    private StreamRef input(Node node, String path, List<String> routing) {
        TreeSet<String> beyond = new TreeSet<>(routing);
        node.children()
                .forEach(child -> beyond.addAll(child.edge().orElseThrow().parentColumns()));
        // A change is keyed by what identifies the rows of its stream, which an embed may see otherwise.
        List<String> known = node.stream().flows().get(0).identity();
        List<String> identity = known.isEmpty() ? node.identity() : known;
        beyond.addAll(node.identity());
        identity.forEach(beyond::remove);
        StreamRef stream = streams.apply(node.stream());
        if (beyond.isEmpty() || oldRows.test(node.stream())) {
            return stream;
        }
        StepId id = NestPaths.keys(nest, path);
        steps.add(new RememberKeysStep(id, stream, identity, List.copyOf(beyond)));
        return StreamRef.step(id);
    }

    /**
     * What tells the rows of a node apart wherever they stand: what the author says identifies them, and what their stream
     * is keyed by, so that a place is never told of by two rows.
     */
    private static List<String> distinction(Node node) {
        return joined(node.identity(), node.stream().flows().get(0).identity());
    }

    private static List<String> joined(List<String> columns, List<String> more) {
        LinkedHashSet<String> all = new LinkedHashSet<>(columns);
        all.addAll(more);
        return List.copyOf(all);
    }

    /** One order for all edges that name the same columns, however each of them writes them. */
    private static List<String> routingKey(Node parent, Edge edge) {
        return inOrderOf(parent.identity(), List.copyOf(new TreeSet<>(edge.parentColumns())));
    }

    /** The columns, in the order of another list if that holds the same ones. */
    private static List<String> inOrderOf(List<String> order, List<String> columns) {
        return new HashSet<>(order).equals(new HashSet<>(columns)) ? order : columns;
    }

    /** The counterparts of some columns: where {@code from.get(i)} stands, {@code to.get(i)}. */
    private static List<String> paired(List<String> from, List<String> to, List<String> columns) {
        return columns.stream().map(column -> to.get(from.indexOf(column))).toList();
    }

    private static List<String> arrayKey(Node node) {
        Edge edge = node.edge().orElseThrow();
        if (edge.shape() == TransformBody.Shape.FLAT) {
            return List.of();
        }
        return edge.arrayKey().isEmpty() ? node.identity() : edge.arrayKey();
    }

    private static String name(Node node) {
        Edge edge = node.edge().orElseThrow();
        return edge.shape() == TransformBody.Shape.FLAT ? NestPaths.flat(node.alias()) : edge.path();
    }

    private static Embed.Shape shape(TransformBody.Shape shape) {
        return switch (shape) {
            case ARRAY -> Embed.Shape.ARRAY;
            case OBJECT -> Embed.Shape.OBJECT;
            case FLAT -> Embed.Shape.FLAT;
        };
    }
}
