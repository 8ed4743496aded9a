package io.tapstate.planner.grammar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;

/** Makes documents by the grammar: sound in every field, though parts may not hang together. */
public final class RandomDocument implements ShapeVisitor<JsonNode> {
    private final JsonNodeFactory json = JsonNodeFactory.instance;
    private final Random random;
    private int depth;
    private int names;

    private RandomDocument(Random random) {
        this.random = random;
    }

    public static ObjectNode make(Random random) {
        List<String> kinds = Grammar.kinds();
        String kind = kinds.get(random.nextInt(kinds.size()));
        ValueShape shape = Grammar.document().byValue().get(kind);
        return (ObjectNode) shape.accept(new RandomDocument(random));
    }

    @Override
    public JsonNode text(ValueShape.Text shape) {
        return switch (random.nextInt(shape.strict() ? 4 : 6)) {
            case 0 -> json.textNode("${NAME_" + names++ + "}");
            case 4 -> json.numberNode(1000 + names++);
            case 5 -> shape.role() == TextRole.COLUMN ? json.textNode("yes" + names++) : json.numberNode(names++);
            default -> json.textNode("name" + names++);
        };
    }

    @Override
    public JsonNode whole(ValueShape.Whole shape) {
        return reference(json.numberNode(shape.least() + random.nextInt(Math.min(shape.most() - shape.least(), 99))));
    }

    @Override
    public JsonNode truth(ValueShape.Truth shape) {
        return reference(json.booleanNode(random.nextBoolean()));
    }

    @Override
    public JsonNode choice(ValueShape.Choice shape) {
        List<String> texts = shape.texts();
        JsonNode text = json.textNode(texts.get(random.nextInt(texts.size())));
        return texts.size() == 1 ? text : reference(text);
    }

    @Override
    public JsonNode time(ValueShape.Time shape) {
        return switch (random.nextInt(3)) {
            case 0 -> json.numberNode(random.nextInt(5000));
            case 1 -> json.textNode(random.nextInt(5000) + "ms");
            default -> reference(json.textNode(random.nextInt(60) + "s"));
        };
    }

    @Override
    public JsonNode fieldRule(ValueShape.FieldRule shape) {
        return switch (random.nextInt(5)) {
            case 0 -> json.textNode("$column");
            case 1 -> json.textNode("=after.x + \"y\"");
            case 2 -> json.booleanNode(false);
            default -> any();
        };
    }

    @Override
    public JsonNode freeMap(ValueShape.FreeMap shape) {
        ObjectNode map = json.objectNode();
        for (int i = random.nextInt(3); i > 0; i--) {
            map.set("key" + names++, any());
        }
        shape.known().forEach(field -> put(map, field));
        return map;
    }

    @Override
    public JsonNode items(ValueShape.Items shape) {
        ArrayNode list = json.arrayNode();
        for (int i = (shape.filled() ? 1 : 0) + random.nextInt(depth > 12 ? 1 : 3); i > 0; i--) {
            list.add(shape.item().accept(this));
        }
        return list;
    }

    @Override
    public JsonNode entries(ValueShape.Entries shape) {
        ObjectNode map = json.objectNode();
        for (int i = (shape.filled() ? 1 : 0) + random.nextInt(3); i > 0; i--) {
            map.set("key" + names++, shape.value().accept(this));
        }
        return map;
    }

    @Override
    public JsonNode fields(ValueShape.Fields shape) {
        depth++;
        ObjectNode map = json.objectNode();
        shape.type().fields().forEach(field -> put(map, field));
        depth--;
        return map;
    }

    private void put(ObjectNode map, Field field) {
        if (field.required() || random.nextInt(5) < 2) {
            boolean absent = !field.required() && random.nextInt(20) == 0;
            map.set(field.name(), absent ? json.nullNode() : field.shape().accept(this));
        }
    }

    @Override
    public JsonNode either(ValueShape.Either shape) {
        List<ValueShape> shapes = shape.shapes();
        return shapes.get(random.nextInt(shapes.size())).accept(this);
    }

    @Override
    public JsonNode variants(ValueShape.Variants shape) {
        if (shape.used().isPresent() && random.nextInt(4) == 0) {
            return shape.used().get().accept(this);
        }
        if (shape.byValue().isEmpty() || random.nextInt(30) == 0) {
            return shape.otherwise().accept(this);
        }
        List<ValueShape> variants = List.copyOf(shape.byValue().values());
        return variants.get(random.nextInt(variants.size())).accept(this);
    }

    private JsonNode reference(JsonNode value) {
        return random.nextInt(12) == 0 ? json.textNode("${NAME_" + names++ + "}") : value;
    }

    private JsonNode any() {
        return switch (random.nextInt(8)) {
            case 0 -> json.nullNode();
            case 1 -> json.numberNode(random.nextInt());
            case 2 -> json.numberNode(0.5 + random.nextInt(9));
            case 3 -> json.booleanNode(random.nextBoolean());
            case 4 -> json.arrayNode().add("a").add(random.nextInt(9)).add("${B}");
            case 5 -> json.objectNode().put("k", "v").put("a", true);
            case 6 -> json.textNode("a: b # c\n \"d\"");
            default -> json.textNode("text" + names++);
        };
    }
}
