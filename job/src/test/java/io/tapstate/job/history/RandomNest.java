package io.tapstate.job.history;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.TableId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes a random pipeline of nests over random tables. The same seed and the same exclusions give the same one.
 *
 * <p>Nests grow node by node: each new edge brings the columns that it joins by.
 */
final class RandomNest {
    private static final int MOST_NODES = 8;

    final Random random;
    final Set<Feature> without;
    final Set<Feature> features = EnumSet.noneOf(Feature.class);
    final List<Table> tables = new ArrayList<>();
    private final TreeMap<String, String> connectors = new TreeMap<>();
    private final List<Nest> nests = new ArrayList<>();
    private int names;

    private RandomNest(long seed, Set<Feature> without) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
        this.without = without;
    }

    /** @param without what it must not make use of, for runs that are not that far */
    static NestWorkspace of(long seed, Set<Feature> without) {
        return new RandomNest(seed, without).workspace();
    }

    static NestWorkspace of(long seed) {
        return of(seed, Set.of());
    }

    private NestWorkspace workspace() {
        int sources = allowed(Feature.SEVERAL_SOURCES) ? 1 + random.nextInt(3) : 1;
        for (int i = 0; i < sources; i++) {
            connectors.put("db" + i, random.nextBoolean() ? "mysql" : "postgres");
        }
        int count = 1;
        if (allowed(Feature.SEVERAL_NESTS) && chance(3)) {
            count += chance(3) && allowed(Feature.NEST_AS_ROOT) ? 2 : 1;
        }
        for (int i = 0; i < count; i++) {
            nests.add(nest("nest_" + i, i == count - 1));
        }
        boolean sendsEach = chance(4, Feature.SEND_WINDOW_ZERO);
        if (nests.size() > 1) {
            features.add(Feature.SEVERAL_NESTS);
        }
        boolean viewed = nests.size() > 1 || !chance(8);
        RandomSteps steps = new RandomSteps(this, nests);
        NestWorkspace workspace =
                new NestWorkspace(connectors, steps.nests(), steps.ends(), sendsEach, viewed, features);
        steps.filterTables(workspace.tables());
        Set<Table> read = workspace.tables();
        if (read.stream().map(table -> table.source).distinct().count() > 1) {
            features.add(Feature.SEVERAL_SOURCES);
        }
        if (read.stream().map(table -> table.id.name()).distinct().count() < read.size()) {
            features.add(Feature.SAME_TABLE_NAME_IN_TWO_SOURCES);
        }
        for (Table table : read) {
            features.add(table.image == BeforeImage.FULL ? Feature.BEFORE_IMAGE_FULL : Feature.BEFORE_IMAGE_KEY);
            features.add(connectors.get(table.source).equals("mysql") ? Feature.MYSQL : Feature.POSTGRES);
            if (!table.primaryKey) {
                features.add(Feature.NO_PRIMARY_KEY);
            }
        }
        return workspace;
    }

    private Nest nest(String id, boolean last) {
        Feed root = rootFeed(last);
        int nodes = 1 + random.nextInt(MOST_NODES);
        if (nodes == 1 && chance(2)) {
            nodes = 3;
        }
        List<String> identity = root.identity();
        List<String> key = identity;
        List<String> rootKey = nodes == 1 && chance(2) ? List.of() : identity;
        if (!rootKey.isEmpty()) {
            key = documentKey(root);
            rootKey = key;
            boolean single = key.size() == 1 && !key.equals(identity);
            if (single && chance(2, Feature.PRIMARY_KEY)) {
                rootKey = identity;
            }
        }
        Nest.Settings settings = new Nest.Settings(
                chance(6, Feature.APPEND),
                chance(4, Feature.SUB_FIRST),
                chance(5, Feature.MAX_ELEMENTS) ? OptionalInt.of(5000) : OptionalInt.empty(),
                chance(6, Feature.ENTRIES_IN_MEMORY) ? OptionalInt.of(100) : OptionalInt.empty(),
                chance(6, Feature.STATE_NAMESPACE));
        Nest nest = new Nest(id, root, key, rootKey, settings, new ArrayList<>());
        if (key.size() > 1) {
            features.add(Feature.COMPOSITE_DOCUMENT_KEY);
        }
        if (nodes == 1) {
            features.add(Feature.ROOT_ALONE);
        }
        List<Nest> readable =
                last ? unread() : nests.stream().filter(n -> chance(3)).toList();
        new RandomTree(this, nest, readable).grow(nodes);
        return nest;
    }

    /** Nests that nothing reads yet; of them all but one must be read, because a pipeline writes to two places. */
    private List<Nest> unread() {
        return nests.stream()
                .filter(nest -> nests.stream().noneMatch(other -> other.feeds().contains(nest)))
                .toList();
    }

    private Feed rootFeed(boolean last) {
        List<Nest> unread = unread();
        boolean must = last && unread.size() > 1;
        if (!unread.isEmpty() && (must || chance(3, Feature.NEST_AS_ROOT))) {
            features.add(Feature.NEST_AS_ROOT);
            return pick(unread);
        }
        return tables.isEmpty() || chance(2) ? table() : pick(tables);
    }

    private List<String> documentKey(Feed root) {
        List<String> identity = root.identity();
        switch (random.nextInt(6)) {
            case 0 -> {
                if (allowed(Feature.ROOT_KEY_NOT_IDENTITY) && root.table().primaryKey) {
                    features.add(Feature.ROOT_KEY_NOT_IDENTITY);
                    return otherKey(root);
                }
            }
            case 1 -> {
                if (identity.size() > 1 && allowed(Feature.ROOT_KEY_REORDERED)) {
                    features.add(Feature.ROOT_KEY_REORDERED);
                    List<String> other = new ArrayList<>(identity);
                    Collections.rotate(other, 1);
                    return other;
                }
            }
            case 2 -> {
                if (root instanceof Table table && table.primaryKey && chance(2, Feature.ROOT_KEY_WIDER)) {
                    List<String> wider = new ArrayList<>(identity);
                    wider.add(table.add(Column.key(name(table, "w"), domain(), false))
                            .name());
                    Collections.rotate(wider, random.nextInt(2));
                    return wider;
                }
            }
            default -> {}
        }
        return identity;
    }

    /** A key of the feed that is not its identity: one that is there, or a new one. */
    List<String> otherKey(Feed feed) {
        Table table = feed.table();
        List<List<String>> others = feed.keys().stream()
                .filter(key -> !Set.copyOf(key).equals(Set.copyOf(feed.identity())))
                .toList();
        if (!others.isEmpty() && (table.uniques.size() > 1 || random.nextBoolean())) {
            return pick(others);
        }
        List<String> key = new ArrayList<>();
        key.add(table.add(Column.key(name(table, "u"), domain(), false)).name());
        if (chance(4)) {
            Domain part = random.nextBoolean() ? domain() : part();
            key.add(table.add(Column.key(name(table, "u"), part, false)).name());
        }
        table.uniques.add(key);
        return key;
    }

    String source() {
        return pick(List.copyOf(connectors.keySet()));
    }

    /** Where a source's tables are. */
    String namespace(String source) {
        return connectors.get(source).equals("mysql") ? "shop" : "public";
    }

    private boolean full() {
        return !allowed(Feature.BEFORE_IMAGE_KEY) || (allowed(Feature.BEFORE_IMAGE_FULL) && chance(2));
    }

    /** A table like another, whose rows are others. */
    Table twin(Table table) {
        String source = source();
        TableId id = new TableId(namespace(source), "t" + tables.size());
        Table twin = table.twin(source, id, full() ? BeforeImage.FULL : BeforeImage.KEY);
        tables.forEach(other -> List.copyOf(other.joins).stream()
                .filter(join -> join.other() == table)
                .forEach(join -> other.joins.add(new Table.Join(join.columns(), twin, join.otherColumns()))));
        tables.add(twin);
        return twin;
    }

    Table table() {
        String source = source();
        String name = "t" + tables.size();
        if (!tables.isEmpty() && chance(4) && allowed(Feature.SAME_TABLE_NAME_IN_TWO_SOURCES)) {
            String taken = pick(tables).id.name();
            boolean free = tables.stream()
                    .noneMatch(table ->
                            table.source.equals(source) && table.id.name().equals(taken));
            name = free ? taken : name;
        }
        boolean primaryKey = !allowed(Feature.NO_PRIMARY_KEY) || !chance(8);
        Table table = new Table(
                source, new TableId(namespace(source), name), full() ? BeforeImage.FULL : BeforeImage.KEY, primaryKey);
        int columns = chance(4) ? 2 : 1;
        for (int i = 0; i < columns; i++) {
            Domain domain = i > 0 && chance(2) ? part() : domain();
            table.identity.add(
                    table.add(Column.key(name(table, "k"), domain, false)).name());
        }
        if (chance(6)) {
            Collections.reverse(table.identity);
        }
        table.add(new Column(
                name(table, "v"), io.tapstate.connectors.api.ColumnType.STRING, true, Column.Use.PAYLOAD, null));
        tables.add(table);
        return table;
    }

    /** Values of a key's own. */
    Domain domain() {
        return Domains.any(random, without, features);
    }

    /** Values of a part of a key. */
    private Domain part() {
        return Domains.part(random, without, features);
    }

    /** A column name that no other table has. */
    String name(Table table, String kind) {
        return "c" + names++ + kind;
    }

    /** A field name that nothing else has. */
    String path() {
        return "e" + names++;
    }

    boolean allowed(Feature feature) {
        return !without.contains(feature);
    }

    /** True once in so many times. */
    boolean chance(int times) {
        return random.nextInt(times) == 0;
    }

    /** As {@link #chance(int)}, and the feature is used then; never where it is not allowed. */
    boolean chance(int times, Feature feature) {
        if (!chance(times) || !allowed(feature)) {
            return false;
        }
        features.add(feature);
        return true;
    }

    <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
