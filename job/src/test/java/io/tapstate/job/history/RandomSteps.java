package io.tapstate.job.history;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.job.history.Rule.Mapping;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.bson.BsonDecimal128;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Puts filters, maps, scripts and unions before, between and after nests that have grown. */
final class RandomSteps {
    private final Map<Feed, Set<String>> dropped = new IdentityHashMap<>();
    private final RandomNest maker;
    private final List<Nest> grown;
    private final Map<Nest, Nest> altered = new IdentityHashMap<>();
    private final List<Nest> nests = new ArrayList<>();
    private final Map<String, Altered> ends = new TreeMap<>();
    private int steps;

    /**
     * What a reader needs of its rows.
     *
     * @param used columns of the table that must stay
     * @param keyed those of them that must be known to be what they were
     * @param plain whether it does not matter that nothing but the identity is known to be unique
     */
    private record Uses(Set<String> used, Set<String> keyed, boolean plain) {}

    RandomSteps(RandomNest maker, List<Nest> grown) {
        this.maker = maker;
        this.grown = grown;
        for (Nest nest : grown) {
            Nest copy = altered(nest);
            altered.put(nest, copy);
            nests.add(copy);
        }
        for (Nest nest : grown) {
            boolean read = grown.stream().anyMatch(other -> other.reads(nest));
            if (!read && maker.chance(3)) {
                Set<String> key = Set.copyOf(nest.key());
                Feed end = behind(altered.get(nest), new Uses(key, key, true), Feature.TRANSFORM_AFTER, null);
                if (end instanceof Altered last) {
                    ends.put(nest.id(), last);
                }
            }
        }
    }

    List<Nest> nests() {
        return nests;
    }

    Map<String, Altered> ends() {
        return ends;
    }

    void filterTables(Collection<Table> tables) {
        for (Table table : tables) {
            if (maker.chance(8) && maker.allowed(Feature.TABLE_FILTER)) {
                table.filter = condition(table, Set.of());
                if (table.filter != null) {
                    maker.features.add(Feature.TABLE_FILTER);
                }
            }
        }
    }

    private Nest altered(Nest nest) {
        Set<String> used = new HashSet<>(nest.key());
        used.addAll(nest.rootKey());
        used.addAll(nest.root().identity());
        nest.embeds().forEach(embed -> used.addAll(embed.on().values()));
        if (grown.stream().anyMatch(other -> other.reads(nest))) {
            nest.root().table().columns.forEach(column -> used.add(column.name()));
        }
        List<List<String>> keys = new ArrayList<>(List.of(nest.key()));
        nest.embeds().stream().filter(embed -> !embed.pointsAt()).forEach(embed -> keys.add(parentKey(embed)));
        boolean plain = plain(nest.root(), keys) && grown.stream().noneMatch(other -> other.reads(nest));
        Feed root = behind(nest.root(), new Uses(used, union(keys), plain), Feature.UNION_AS_ROOT);
        return new Nest(
                nest.id(),
                root,
                renamed(nest.key(), root),
                renamed(nest.rootKey(), root),
                nest.settings(),
                altered(nest.embeds(), root));
    }

    private List<Node> altered(List<Node> nodes, Feed parent) {
        List<Node> copies = new ArrayList<>();
        for (Node node : nodes) {
            Set<String> used = new HashSet<>(node.on().keySet());
            used.addAll(node.key());
            used.addAll(node.arrayKey());
            used.addAll(node.feed().identity());
            node.embeds().forEach(embed -> used.addAll(embed.on().values()));
            List<List<String>> keys = new ArrayList<>();
            node.embeds().stream().filter(embed -> !embed.pointsAt()).forEach(embed -> keys.add(parentKey(embed)));
            if (node.pointsAt()) {
                keys.add(List.copyOf(node.on().keySet()));
            }
            keys.add(node.identity());
            Uses uses = new Uses(used, union(keys), plain(node.feed(), keys));
            Feed feed = behind(node.feed(), uses, node.shape() == Node.Shape.FLAT ? null : Feature.UNION_AS_EMBED);
            Map<String, String> on = new LinkedHashMap<>();
            node.on().forEach((child, column) -> on.put(feed.renamed(child), parent.renamed(column)));
            copies.add(new Node(
                    node.alias(),
                    feed,
                    node.shape(),
                    node.path(),
                    node.pointsAt(),
                    on,
                    renamed(node.key(), feed),
                    renamed(node.arrayKey(), feed),
                    altered(node.embeds(), feed)));
        }
        return copies;
    }

    private static List<String> parentKey(Node embed) {
        return List.copyOf(embed.on().values());
    }

    /** Whether rows are found by their identity only: that other columns are unique is not known behind some steps. */
    private static boolean plain(Feed feed, List<List<String>> keys) {
        Set<String> identity = Set.copyOf(feed.identity());
        return keys.stream().allMatch(key -> Set.copyOf(key).equals(identity));
    }

    private static Set<String> union(List<List<String>> keys) {
        Set<String> all = new HashSet<>();
        keys.forEach(all::addAll);
        return all;
    }

    private static List<String> renamed(List<String> columns, Feed feed) {
        return columns.stream().map(feed::renamed).toList();
    }

    private Feed behind(Feed feed, Uses uses, Feature union) {
        boolean nest = feed instanceof Nest;
        Feed base = nest ? altered.get(feed) : feed;
        Feature where = nest ? Feature.TRANSFORM_BETWEEN : Feature.TRANSFORM_BEFORE;
        return maker.chance(nest ? 2 : 4) ? behind(base, uses, where, nest ? null : union) : base;
    }

    private Feed behind(Feed base, Uses uses, Feature where, Feature union) {
        if (!maker.allowed(where)) {
            return base;
        }
        Feed feed = base;
        Set<String> gone = new HashSet<>(dropped(base));
        int count = maker.chance(3) && maker.allowed(Feature.TRANSFORM_CHAIN) ? 2 : 1;
        for (int i = 0; i < count; i++) {
            Feed before = feed;
            List<Feed> inputs = List.of(feed);
            Rule rule = null;
            switch (maker.random.nextInt(12)) {
                case 0, 1, 2, 3 -> rule = filter(feed, gone);
                case 4, 5, 6, 7 -> rule = mapping(feed, uses, gone);
                case 8 -> rule = uses.plain() ? script(feed, gone) : null;
                default -> {
                    if (uses.plain()
                            && union != null
                            && i == 0
                            && maker.allowed(union)
                            && feed.table().canHaveTwin()) {
                        maker.features.add(union);
                        inputs = List.of(feed, maker.twin(feed.table()));
                        rule = new Rule.Union();
                    }
                }
            }
            if (rule != null) {
                maker.features.add(where);
                feed = new Altered("step_" + steps++, inputs, rule);
                dropped.put(feed, gone);
            }
            if (before != base && feed != before) {
                maker.features.add(Feature.TRANSFORM_CHAIN);
            }
        }
        return feed;
    }

    /** The columns of a feed's table that its rows no longer have. */
    private Set<String> dropped(Feed feed) {
        return feed instanceof Nest nest ? dropped(nest.root()) : dropped.getOrDefault(feed, Set.of());
    }

    private Rule filter(Feed feed, Set<String> gone) {
        Rule rule = maker.allowed(Feature.FILTER) ? condition(feed, gone) : null;
        if (rule != null) {
            maker.features.add(Feature.FILTER);
        }
        return rule;
    }

    private Rule script(Feed feed, Set<String> gone) {
        if (!maker.allowed(Feature.SCRIPT)) {
            return null;
        }
        maker.features.add(Feature.SCRIPT);
        List<Column> texts = columns(feed, gone).stream()
                .filter(column -> column.use() == Column.Use.PAYLOAD)
                .toList();
        return new Rule.Script(
                texts.isEmpty() || maker.chance(2)
                        ? maker.path() + "s"
                        : feed.renamed(texts.get(0).name()));
    }

    private static List<Column> columns(Feed feed, Set<String> gone) {
        return feed.table().columns.stream()
                .filter(column -> !gone.contains(column.name()))
                .toList();
    }

    private Rule.Filter condition(Feed feed, Set<String> gone) {
        List<Column> columns = columns(feed, gone);
        for (int i = 0; i < 5; i++) {
            Column column = maker.pick(columns);
            Rule.Filter condition = Conditions.of(maker.random, column, feed.renamed(column.name()));
            if (condition != null) {
                return condition;
            }
        }
        return null;
    }

    private Rule mapping(Feed feed, Uses uses, Set<String> gone) {
        List<Column> columns = columns(feed, gone);
        List<Mapping.Field> rules = new ArrayList<>();
        TreeMap<String, String> renames = new TreeMap<>();
        Set<String> ruled = new LinkedHashSet<>();
        int count = 1 + maker.random.nextInt(3);
        for (int i = 0; i < count; i++) {
            Column column = maker.pick(columns);
            String name = feed.renamed(column.name());
            boolean fresh = ruled.add(name);
            switch (maker.random.nextInt(5)) {
                case 0, 1 -> {
                    if (fresh) {
                        rename(feed, column, name, uses, rules, renames);
                    }
                }
                case 2 -> {
                    if (fresh && !uses.used().contains(column.name()) && maker.allowed(Feature.MAP_DROP)) {
                        maker.features.add(Feature.MAP_DROP);
                        gone.add(column.name());
                        rules.add(new Mapping.Field(name, "false", name, value -> null, null));
                    }
                }
                case 3 -> compute(column, name, fresh && !uses.used().contains(column.name()), rules);
                default -> constant(rules);
            }
        }
        return rules.isEmpty() ? null : new Mapping(rules, renames);
    }

    private void rename(
            Feed feed,
            Column column,
            String name,
            Uses uses,
            List<Mapping.Field> rules,
            TreeMap<String, String> renames) {
        Table table = feed.table();
        boolean key = uses.used().contains(column.name());
        Feature feature = key ? Feature.MAP_RENAME_KEY : Feature.MAP_RENAME;
        if (!maker.allowed(feature)) {
            return;
        }
        String renamed = maker.name(table, "r");
        renames.put(name, renamed);
        boolean fixed = table.constrained(column.name()) || uses.keyed().contains(column.name());
        boolean computed = key && !fixed && maker.chance(2, Feature.MAP_COMPUTED_JOIN);
        if (computed) {
            rules.add(new Mapping.Field(renamed, "=after." + name, null, UnaryOperator.identity(), name));
            rules.add(new Mapping.Field(name, "false", name, value -> null, null));
        } else {
            maker.features.add(feature);
            rules.add(new Mapping.Field(renamed, "$" + name, name, UnaryOperator.identity(), name));
        }
    }

    private void compute(Column column, String name, boolean inPlace, List<Mapping.Field> rules) {
        if (!maker.allowed(Feature.MAP_COMPUTED)) {
            return;
        }
        String result = inPlace && maker.chance(2) ? name : maker.path() + "c";
        if (column.use() == Column.Use.PAYLOAD) {
            String text = "'=after.NAME == null ? \"none\" : after.NAME + \"!\"'".replace("NAME", name);
            UnaryOperator<BsonValue> sum = value ->
                    new BsonString(value.isNull() ? "none" : value.asString().getValue() + "!");
            rules.add(new Mapping.Field(result, text, null, sum, name));
        } else if (column.type() == ColumnType.INTEGER && !column.nullable()) {
            UnaryOperator<BsonValue> sum =
                    value -> new BsonInt64(value.asInt64().getValue() + 1);
            rules.add(new Mapping.Field(maker.path() + "c", "=after." + name + " + 1", null, sum, name));
        } else {
            return;
        }
        maker.features.add(Feature.MAP_COMPUTED);
    }

    private void constant(List<Mapping.Field> rules) {
        if (!maker.allowed(Feature.MAP_CONSTANT)) {
            return;
        }
        maker.features.add(Feature.MAP_CONSTANT);
        int kind = maker.random.nextInt(3);
        BsonValue value = List.of(
                        new BsonString("shop"),
                        new BsonInt64(7),
                        new BsonDecimal128(new Decimal128(new BigDecimal("1.50"))))
                .get(kind);
        String text = List.of("shop", "7", "1.50").get(kind);
        rules.add(new Mapping.Field(maker.path() + "n", text, null, none -> value, null));
    }
}
