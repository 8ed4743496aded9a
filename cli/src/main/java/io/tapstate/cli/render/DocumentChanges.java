package io.tapstate.cli.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What differs between two versions of a document, one line per field or array item. */
public final class DocumentChanges {
    private DocumentChanges() {}

    /**
     * Lines like {@code ~ customer: "alice" -> "alicia"}, {@code + shipments[2]: {...}}, {@code - note: "x"}. Array
     * items that carry a field {@code id} are matched by it, others by position.
     */
    public static List<String> between(BsonDocument before, BsonDocument after) {
        List<String> lines = new ArrayList<>();
        compareFields("", before, after, lines);
        return lines;
    }

    private static void compareFields(String path, BsonDocument before, BsonDocument after, List<String> lines) {
        for (Map.Entry<String, BsonValue> field : before.entrySet()) {
            compare(path + field.getKey(), field.getValue(), after.get(field.getKey()), lines);
        }
        for (Map.Entry<String, BsonValue> field : after.entrySet()) {
            if (!before.containsKey(field.getKey())) {
                compare(path + field.getKey(), null, field.getValue(), lines);
            }
        }
    }

    private static void compare(String path, BsonValue before, BsonValue after, List<String> lines) {
        if (before == null) {
            lines.add("+ " + path + ": " + DocumentRenderer.value(after));
        } else if (after == null) {
            lines.add("- " + path + ": " + DocumentRenderer.value(before));
        } else if (before.isDocument() && after.isDocument()) {
            compareFields(path + ".", before.asDocument(), after.asDocument(), lines);
        } else if (before.isArray() && after.isArray()) {
            compareItems(path, before.asArray(), after.asArray(), lines);
        } else if (!before.equals(after)) {
            lines.add("~ " + path + ": " + DocumentRenderer.value(before) + " -> " + DocumentRenderer.value(after));
        }
    }

    private static void compareItems(String path, BsonArray before, BsonArray after, List<String> lines) {
        Map<String, BsonValue> olds = byIdentity(path, before);
        Map<String, BsonValue> news = byIdentity(path, after);
        olds.forEach((name, item) -> compare(name, item, news.get(name), lines));
        news.forEach((name, item) -> {
            if (!olds.containsKey(name)) {
                compare(name, null, item, lines);
            }
        });
    }

    private static Map<String, BsonValue> byIdentity(String path, BsonArray items) {
        Map<String, BsonValue> named = new TreeMap<>();
        for (int i = 0; i < items.size(); i++) {
            String name = identity(items.get(i)).orElse(Integer.toString(i));
            named.put(path + "[" + name + "]", items.get(i));
        }
        return named;
    }

    private static Optional<String> identity(BsonValue item) {
        return item.isDocument() && item.asDocument().containsKey("id")
                ? Optional.of("id " + DocumentRenderer.value(item.asDocument().get("id")))
                : Optional.empty();
    }
}
