package io.tapstate.job.history;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.job.history.Node.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Grows the tree of one nest. */
final class RandomTree {
    private static final int DEEPEST = 4;
    private static final List<ColumnType> ORDERING = List.of(
            ColumnType.INTEGER, ColumnType.STRING, ColumnType.DECIMAL, ColumnType.DOUBLE, ColumnType.TIMESTAMP);

    private final RandomNest maker;
    private final Random random;
    private final Nest nest;
    private final List<Nest> readable;
    private final List<Place> places = new ArrayList<>();

    /**
     * Where an embed can be.
     *
     * @param node null for the root
     * @param parent null for the root
     */
    private record Place(Place parent, Node node, Feed feed, List<Node> embeds, int depth) {
        boolean flat() {
            return node != null && node.shape() == Shape.FLAT;
        }

        boolean pointedAt() {
            return node != null && node.pointsAt();
        }

        /** The fields that stand together with this row's, flat ones below and above included. */
        Set<String> names() {
            Place top = this;
            while (top.flat()) {
                top = top.parent;
            }
            Set<String> names = new LinkedHashSet<>(top.feed.names());
            Nest.addNames(top.embeds, names);
            return names;
        }
    }

    /** An edge: child columns and parent columns, pairwise. */
    private record Edge(boolean pointsAt, List<String> child, List<String> parent) {}

    RandomTree(RandomNest maker, Nest nest, List<Nest> readable) {
        this.maker = maker;
        this.random = maker.random;
        this.nest = nest;
        this.readable = new ArrayList<>(readable);
        this.readable.remove(nest.root());
        places.add(new Place(null, null, nest.root(), nest.embeds(), 0));
    }

    void grow(int nodes) {
        for (int i = 1; i < nodes; i++) {
            Place parent = chance(3) ? places.get(places.size() - 1) : maker.pick(places);
            if (parent.depth < DEEPEST) {
                Place grown = embed(parent);
                if (grown != null) {
                    places.add(grown);
                    features(grown);
                }
            }
        }
    }

    private Place embed(Place parent) {
        boolean pointsAt = random.nextInt(5) < 2;
        if (!maker.allowed(pointsAt ? pointsFeature(parent) : belongsFeature(parent))) {
            return null;
        }
        Shape shape = shape(pointsAt);
        Feed feed = feed(parent);
        boolean fresh = feed == null;
        if (fresh) {
            feed = maker.table();
        }
        boolean shared = false;
        if (shape == Shape.FLAT) {
            Set<String> taken = parent.names();
            if (feed.names().stream().anyMatch(taken::contains)) {
                shape = pointsAt ? Shape.OBJECT : Shape.ARRAY;
                if (!maker.allowed(Feature.valueOf(shape.name()))) {
                    return null;
                }
            } else {
                shared = fresh && !pointsAt && parent.feed.table() != feed.table() && chance(3);
            }
        }
        Edge edge = pointsAt ? pointsAt(parent, feed) : belongsTo(parent, feed, fresh, shape, shared);
        Map<String, String> on = new LinkedHashMap<>();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < edge.child.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        order.forEach(i -> on.put(edge.child.get(i), edge.parent.get(i)));
        if (on.size() > 1) {
            use(Feature.COMPOSITE_JOIN);
        }
        Node node = new Node(
                maker.path() + "x",
                feed,
                shape,
                shape == Shape.FLAT ? "" : path(parent),
                pointsAt,
                on,
                key(feed),
                shape == Shape.FLAT ? List.of() : arrayKey(feed),
                new ArrayList<>());
        parent.embeds.add(node);
        return new Place(parent, node, feed, node.embeds(), parent.depth + 1);
    }

    private static Feature pointsFeature(Place parent) {
        return parent.pointedAt()
                ? Feature.POINTS_AT_UNDER_POINTS_AT
                : parent.depth == 0 ? Feature.POINTS_AT_AT_ROOT : Feature.POINTS_AT_BELOW;
    }

    private static Feature belongsFeature(Place parent) {
        return parent.pointedAt()
                ? Feature.BELONGS_TO_UNDER_POINTS_AT
                : parent.depth == 0 ? Feature.BELONGS_TO_AT_ROOT : Feature.BELONGS_TO_BELOW;
    }

    private Shape shape(boolean pointsAt) {
        int kind = random.nextInt(10);
        Shape shape = kind < 2 ? Shape.FLAT : kind < (pointsAt ? 4 : 7) ? Shape.ARRAY : Shape.OBJECT;
        Feature feature = shape != Shape.FLAT
                ? Feature.valueOf(shape.name())
                : pointsAt ? Feature.FLAT_POINTS_AT : Feature.FLAT_BELONGS_TO;
        return maker.allowed(feature) ? shape : pointsAt ? Shape.OBJECT : Shape.ARRAY;
    }

    /** What is embedded; null for a table to be made. */
    private Feed feed(Place parent) {
        if (!readable.isEmpty() && chance(3, Feature.NEST_AS_EMBED)) {
            return readable.remove(random.nextInt(readable.size()));
        }
        if (chance(8, Feature.SELF_REFERENCE)) {
            return parent.feed.table();
        }
        if (chance(5)) {
            Table table = maker.pick(maker.tables);
            boolean twice = nest.feeds().stream().anyMatch(feed -> feed == table);
            if (table == parent.feed.table() || (twice && !maker.allowed(Feature.SAME_TABLE_TWICE))) {
                return null;
            }
            return table;
        }
        return null;
    }

    private Edge belongsTo(Place parent, Feed feed, boolean fresh, Shape shape, boolean shared) {
        List<String> key = parentKey(parent);
        Table table = feed.table();
        boolean intoIdentity = fresh && shape != Shape.FLAT && chance(3, Feature.JOIN_IN_IDENTITY);
        boolean neverNull = intoIdentity || (chance(4) && (shape != Shape.FLAT || table.primaryKey));
        List<String> columns = new ArrayList<>();
        for (String column : key) {
            Column held = parent.feed.table().column(column);
            boolean same = shared && held.type() != ColumnType.DECIMAL;
            if (same) {
                use(Feature.FLAT_SHARED_COLUMN);
            }
            String name = same ? column : maker.name(table, "f");
            Domain domain = same ? held.domain() : joining(held.domain());
            columns.add(table.add(Column.key(name, domain, !neverNull)).name());
        }
        if (intoIdentity) {
            table.identity.addAll(random.nextBoolean() ? 0 : table.identity.size(), columns);
        }
        if (shape == Shape.FLAT) {
            (neverNull ? table.uniques : table.nullableUniques).add(columns);
        }
        table.joins.add(new Table.Join(columns, parent.feed.table(), key));
        return new Edge(false, columns, key);
    }

    private List<String> parentKey(Place parent) {
        List<String> own = parent.node == null ? nest.key() : parent.feed.identity();
        Feature feature = parent.depth == 0 ? Feature.ROOT_JOINED_BY_OTHER_KEY : Feature.PARENT_JOINED_BY_OTHER_KEY;
        if (!maker.allowed(feature) || !chance(3)) {
            return own;
        }
        List<String> key = parent.feed.table().primaryKey ? maker.otherKey(parent.feed) : maker.pick(parent.feed.keys());
        if (!Set.copyOf(key).equals(Set.copyOf(own))) {
            use(feature);
        }
        return key;
    }

    private Edge pointsAt(Place parent, Feed feed) {
        List<String> key = feed.identity();
        if (feed.table().primaryKey && chance(4, Feature.POINTED_AT_BY_OTHER_KEY)) {
            key = maker.otherKey(feed);
        }
        Table table = parent.feed.table();
        boolean neverNull = chance(4);
        List<String> columns = new ArrayList<>();
        for (String column : key) {
            Domain domain = joining(feed.table().column(column).domain());
            columns.add(table.add(Column.key(maker.name(table, "p"), domain, !neverNull))
                    .name());
        }
        table.joins.add(new Table.Join(columns, feed.table(), key));
        return new Edge(true, key, columns);
    }

    /** Values that meet those of another column. */
    private Domain joining(Domain domain) {
        if (domain.integral()
                && maker.allowed(Feature.KEY_DECIMAL)
                && chance(4, Feature.JOIN_INTEGER_TO_DECIMAL)) {
            return domain.otherwise();
        }
        return domain;
    }

    private String path(Place parent) {
        for (Node sibling : parent.embeds) {
            int dot = sibling.path().lastIndexOf('.');
            if (dot > 0 && random.nextBoolean()) {
                return sibling.path().substring(0, dot + 1) + maker.path();
            }
        }
        if (chance(4, Feature.DOTTED_PATH)) {
            return maker.path() + "." + (chance(3) ? maker.path() + "." : "") + maker.path();
        }
        return maker.path();
    }

    private List<String> key(Feed feed) {
        if (feed instanceof Table table && table.primaryKey && chance(6, Feature.EMBED_KEY)) {
            return maker.otherKey(table);
        }
        return List.of();
    }

    private List<String> arrayKey(Feed feed) {
        if (!maker.allowed(Feature.ARRAY_KEY) || chance(2)) {
            return List.of();
        }
        Table table = feed.table();
        List<String> arrayKey = new ArrayList<>();
        if (table.arrayKeys.isEmpty() || chance(2)) {
            boolean nullable = maker.allowed(Feature.ARRAY_KEY_NULLABLE) && chance(2);
            Column added = new Column(maker.name(table, "o"), maker.pick(ORDERING), nullable, Column.Use.ORDER, null);
            arrayKey.add(table.add(added).name());
        } else {
            arrayKey.add(maker.pick(List.copyOf(table.arrayKeys)));
        }
        if (chance(3)) {
            String other = maker.pick(table.columns).name();
            if (!arrayKey.contains(other)) {
                arrayKey.add(random.nextInt(2), other);
            }
        }
        if (!maker.allowed(Feature.ARRAY_KEY_NULLABLE)) {
            arrayKey.removeIf(column -> table.column(column).nullable());
        }
        for (String column : arrayKey) {
            table.arrayKeys.add(column);
            use(table.column(column).nullable() ? Feature.ARRAY_KEY_NULLABLE : Feature.ARRAY_KEY);
        }
        return arrayKey;
    }

    private void features(Place place) {
        Node node = place.node;
        if (place.depth > 1) {
            use(List.of(Feature.DEPTH_TWO, Feature.DEPTH_THREE, Feature.DEPTH_FOUR).get(place.depth - 2));
        }
        use(node.pointsAt() ? pointsFeature(place.parent) : belongsFeature(place.parent));
        if (place.parent.pointedAt()) {
            use(node.pointsAt() ? Feature.POINTS_AT_BELOW : Feature.BELONGS_TO_BELOW);
        }
        if (node.shape() == Shape.FLAT) {
            use(node.pointsAt() ? Feature.FLAT_POINTS_AT : Feature.FLAT_BELONGS_TO);
        } else {
            use(Feature.valueOf(node.shape().name()));
        }
        if (place.parent.flat()) {
            use(node.shape() == Shape.FLAT ? Feature.FLAT_UNDER_FLAT : Feature.EMBED_UNDER_FLAT);
        }
        if (node.feed().table() == place.parent.feed.table()) {
            use(Feature.SELF_REFERENCE);
        }
        long times = nest.feeds().stream().filter(feed -> feed == node.feed()).count();
        if (times > 1) {
            use(Feature.SAME_TABLE_TWICE);
        }
    }

    private void use(Feature feature) {
        maker.features.add(feature);
    }

    private boolean chance(int times) {
        return maker.chance(times);
    }

    private boolean chance(int times, Feature feature) {
        return maker.chance(times, feature);
    }
}
