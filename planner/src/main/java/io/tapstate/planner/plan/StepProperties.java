package io.tapstate.planner.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A step as properties that can be compared one by one. Lists of named things become one property group per name, {@code
 * embeds[items].shape}, so that what was added is told apart from what was changed.
 */
final class StepProperties {
    /** What names the items of a list; a list that is not here is one value. */
    private static final Map<String, List<String>> NAMED_BY = Map.of(
            "tables", List.of("alias", "namespace", "name"),
            "embeds", List.of("path"),
            "children", List.of("path"),
            "fields", List.of("name"),
            "incoming", List.of("table"),
            "outputs", List.of("table"));

    private static final int LONGEST = 80;

    private final Map<String, Object> values = new LinkedHashMap<>();

    private StepProperties() {}

    /** What differs, in the order of the fields; {@code null} stands for what is not there. */
    static List<Difference> between(PlanStep before, PlanStep after) {
        Map<String, Object> was = of(before);
        Map<String, Object> is = of(after);
        Set<String> properties = new LinkedHashSet<>(is.keySet());
        properties.addAll(was.keySet());
        List<Difference> differences = new ArrayList<>();
        for (String property : properties) {
            if (!Objects.equals(was.get(property), is.get(property)) && !within(property, was, is)) {
                differences.add(Difference.of(property, was.get(property), is.get(property)));
            }
        }
        return differences;
    }

    /**
     * The name under which rules speak of a property: without the names in brackets, and with a sign where the item is
     * new ({@code embeds+}) or gone ({@code embeds-}). A list within a list of the same name goes by one name.
     */
    static String rule(Difference difference) {
        String name = rule(difference.property());
        boolean item = difference.property().endsWith("]");
        return item ? name + (difference.kind() == Difference.Kind.ADDED ? "+" : "-") : name;
    }

    private static String rule(String property) {
        String plain = property.replaceAll("\\[[^]]*]", "").replaceAll("^(embeds\\.)+embeds", "embeds");
        return plain.startsWith("config.") ? "config.*" : plain;
    }

    /** Every name under which rules can speak of the step's properties. */
    static Set<String> names(PlanStep step) {
        Set<String> names = new TreeSet<>();
        for (String property : of(step).keySet()) {
            String name = rule(property);
            names.addAll(property.endsWith("]") ? List.of(name + "+", name + "-") : List.of(name));
        }
        return names;
    }

    /** A value as people read it; empty where it is not shown. */
    static Optional<String> shown(String property, Object value) {
        if (value == null || property.startsWith("config.") || value == Item.PRESENT) {
            return Optional.empty();
        }
        if (value instanceof Map<?, ?> map) {
            return stream(map).map(text -> "`" + text + "`");
        }
        if (value instanceof List<?> list) {
            boolean plain = list.stream().allMatch(item -> item instanceof String || item instanceof Map);
            List<String> items = new ArrayList<>();
            for (Object item : list) {
                Optional<String> text = item instanceof Map<?, ?> map ? stream(map) : Optional.of(String.valueOf(item));
                if (text.isEmpty()) {
                    return Optional.empty();
                }
                items.add(text.get());
            }
            return plain ? shortened("[" + String.join(", ", items) + "]") : Optional.empty();
        }
        return shortened(String.valueOf(value));
    }

    private static Optional<String> shortened(String text) {
        boolean oneLine = text.length() <= LONGEST && text.codePoints().noneMatch(Character::isISOControl);
        return oneLine ? Optional.of("`" + text + "`") : Optional.empty();
    }

    private static Optional<String> stream(Map<?, ?> map) {
        if (!map.containsKey("step")) {
            return Optional.empty();
        }
        String table = map.get("table") instanceof Map<?, ?> id ? "/" + id.get("namespace") + "." + id.get("name") : "";
        return Optional.of(map.get("step") + table);
    }

    private static Map<String, Object> of(PlanStep step) {
        StepProperties properties = new StepProperties();
        properties.add("", PlanTree.of(step));
        return properties.values;
    }

    private void add(String path, TreeMap<String, Object> tree) {
        for (Map.Entry<String, Object> entry : tree.entrySet()) {
            String property = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
            if (entry.getKey().equals("config")) {
                ((Map<?, ?>) entry.getValue()).forEach((name, value) -> values.put(property + "." + name, value));
            } else if (NAMED_BY.containsKey(entry.getKey()) && entry.getValue() instanceof List<?> items) {
                items(property, NAMED_BY.get(entry.getKey()), items);
            } else {
                values.put(property, entry.getValue());
            }
        }
    }

    @SuppressWarnings("unchecked")
    private void items(String property, List<String> namedBy, List<?> items) {
        List<String> order = new ArrayList<>();
        for (Object item : items) {
            TreeMap<String, Object> fields = new TreeMap<>((Map<String, Object>) item);
            List<String> name = new ArrayList<>();
            namedBy.forEach(field -> {
                if (fields.get(field) instanceof String text) {
                    name.add(text);
                }
            });
            String named = property + "[" + String.join(".", name) + "]";
            order.add(named);
            values.put(named, Item.PRESENT);
            namedBy.forEach(fields::remove);
            add(named, fields);
        }
        values.put(property + ".order", new Order(order));
    }

    /** Whether a property belongs to an item that is new or gone as a whole, which has its own difference. */
    private static boolean within(String property, Map<String, Object> was, Map<String, Object> is) {
        for (int end = property.indexOf(']');
                end >= 0 && end + 1 < property.length();
                end = property.indexOf(']', end + 1)) {
            String item = property.substring(0, end + 1);
            if (was.containsKey(item) != is.containsKey(item)) {
                return true;
            }
        }
        if (!property.endsWith(".order")) {
            return false;
        }
        return !(was.get(property) instanceof Order before)
                || !(is.get(property) instanceof Order after)
                || before.sameAmongShared(after);
    }

    private enum Item {
        PRESENT
    }

    /** The order of named items; a new or missing one does not disturb it. */
    private record Order(List<String> names) {
        boolean sameAmongShared(Order other) {
            List<String> mine = names.stream().filter(other.names::contains).toList();
            return mine.equals(other.names.stream().filter(names::contains).toList());
        }

        @Override
        public String toString() {
            return String.join(", ", names);
        }
    }
}
