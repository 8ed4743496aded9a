package io.tapstate.planner.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** The fields of one JSON object. Strict: a missing, unknown or mistyped field is {@link Damage}. */
final class PlanFields {
    private final JsonNode node;
    private final String path;
    private final Set<String> read = new HashSet<>();

    /** @param path of the object within the document; empty for the document */
    PlanFields(JsonNode node, String path) {
        if (!node.isObject()) {
            throw new Damage("`" + (path.isEmpty() ? "the document" : path) + "` is not an object");
        }
        this.node = node;
        this.path = path;
    }

    boolean has(String field) {
        return node.has(field);
    }

    /** Text that is not empty. */
    String text(String field) {
        String text = anyText(field);
        if (text.isEmpty()) {
            throw damage(field, "is not text");
        }
        return text;
    }

    String anyText(String field) {
        JsonNode value = field(field);
        if (!value.isTextual()) {
            throw damage(field, "is not text");
        }
        return value.textValue();
    }

    long number(String field, long least, long most) {
        JsonNode value = field(field);
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < least
                || value.longValue() > most) {
            throw damage(field, "is not a whole number of at least " + least);
        }
        return value.longValue();
    }

    OptionalInt optionalCount(String field) {
        return has(field) ? OptionalInt.of((int) number(field, 1, Integer.MAX_VALUE)) : OptionalInt.empty();
    }

    boolean bool(String field) {
        JsonNode value = field(field);
        if (!value.isBoolean()) {
            throw damage(field, "is neither true nor false");
        }
        return value.booleanValue();
    }

    /** A field that stands there only when it is true. */
    boolean flag(String field) {
        return has(field) && bool(field);
    }

    <E extends Enum<E>> E choice(String field, Class<E> type) {
        String text = text(field);
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> damage(field, "is `" + text + "`"));
    }

    List<String> names(String field) {
        List<String> names = new ArrayList<>();
        for (JsonNode item : list(field)) {
            if (!item.isTextual()) {
                throw damage(field, "holds something that is not text");
            }
            names.add(item.textValue());
        }
        return names;
    }

    TreeMap<String, String> texts(String field) {
        TreeMap<String, String> texts = new TreeMap<>();
        PlanFields fields = object(field);
        for (Iterator<Map.Entry<String, JsonNode>> all = fields.node.fields(); all.hasNext(); ) {
            Map.Entry<String, JsonNode> entry = all.next();
            if (!entry.getValue().isTextual()) {
                throw fields.damage(entry.getKey(), "is not text");
            }
            texts.put(entry.getKey(), entry.getValue().textValue());
        }
        return texts;
    }

    /** One object, every field of which {@code content} reads. */
    <T> T object(String field, Function<PlanFields, T> content) {
        PlanFields fields = object(field);
        T value = content.apply(fields);
        fields.finish();
        return value;
    }

    <T> List<T> objects(String field, Function<PlanFields, T> item) {
        List<T> items = new ArrayList<>();
        for (JsonNode value : list(field)) {
            PlanFields fields = new PlanFields(value, at(field) + "[" + items.size() + "]");
            items.add(item.apply(fields));
            fields.finish();
        }
        return items;
    }

    /** The field as it stands, for another reader. */
    JsonNode field(String field) {
        read.add(field);
        JsonNode value = node.get(field);
        if (value == null) {
            throw damage(field, "is missing");
        }
        return value;
    }

    /** Nothing was left unread. */
    void finish() {
        node.fieldNames().forEachRemaining(name -> {
            if (!read.contains(name)) {
                throw damage(name, "is not a field of a plan");
            }
        });
    }

    Damage damage(String field, String what) {
        return new Damage("`" + at(field) + "` " + what);
    }

    private PlanFields object(String field) {
        return new PlanFields(field(field), at(field));
    }

    private JsonNode list(String field) {
        JsonNode value = field(field);
        if (!value.isArray()) {
            throw damage(field, "is not a list");
        }
        return value;
    }

    private String at(String field) {
        return path.isEmpty() ? field : path + "." + field;
    }

    /** What is wrong with a plan file, as one sentence. */
    static final class Damage extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Damage(String detail) {
            super(detail);
        }
    }
}
