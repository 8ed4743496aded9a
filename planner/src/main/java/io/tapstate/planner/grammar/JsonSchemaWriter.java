package io.tapstate.planner.grammar;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The grammar as a JSON Schema (draft 2020-12) for editors: one schema for files of all five kinds. It refuses a file
 * exactly when the parser finds a fault of structure in it, but for {@link #NOT_EXPRESSED}. A {@code ${...}} reference may
 * stand wherever a scalar may.
 */
public final class JsonSchemaWriter implements ShapeVisitor<ObjectNode> {
    /** What the parser refuses and no JSON Schema can, one phrase each. */
    public static final List<String> NOT_EXPRESSED = List.of(
            "a key that stands twice in one mapping, a second document, a tag, a file beyond the limits of size or depth",
            "a `${...}` that is not a well-formed reference, and a variable that is not set",
            "the spelling of a number: `1.0` is no whole number to the parser, `0x10` no time, and the text of a number "
                    + "counts where text is expected",
            "two items of a list that differ in type but not in text, such as `1` and `\"1\"`",
            "a time that is written as text and longer than an hour",
            "the id of a view without `collection`, which must be a legal name of a collection",
            "the folder a file lies in");

    private static final String REFERENCE = "\\$\\{";
    private static final String NOT_BLANK = "\\S";

    private final JsonNodeFactory json = JsonNodeFactory.instance;
    private final ObjectNode definitions = json.objectNode();

    private JsonSchemaWriter() {}

    /** The schema as pretty-printed JSON with a final line break; the same text on every machine. */
    public static String write() {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(
                Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER));
        printer.indentArraysWith(new DefaultIndenter("  ", "\n"));
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        try {
            return new ObjectMapper().writer(printer).writeValueAsString(new JsonSchemaWriter().document()) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private ObjectNode document() {
        ObjectNode schema = json.objectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("$id", "urn:tapstate:schema:v1");
        schema.put("title", "tapstate resource");
        schema.put("description", "One .tap.yml file: a source, pipeline, transform, view or serve.");
        schema.setAll(Grammar.document().accept(this));
        PipelineConditions.addTo(definitions);
        schema.set("$defs", definitions);
        return schema;
    }

    @Override
    public ObjectNode text(ValueShape.Text shape) {
        ObjectNode text = json.objectNode();
        if (shape.strict()) {
            text.put("type", "string");
        } else {
            // Where no dot may stand, neither may a fraction.
            String number = shape.role().allows("1.5") ? "number" : "integer";
            text.putArray("type").add("string").add(number).add("boolean");
        }
        Optional<String> legal = shape.role().legal();
        if (legal.isPresent()) {
            text.put("pattern", REFERENCE + "|^(?=[\\s\\S]*\\S)(?:" + legal.get() + ")$");
        } else if (!shape.role().blankAllowed()) {
            text.put("pattern", NOT_BLANK);
        }
        return text;
    }

    @Override
    public ObjectNode whole(ValueShape.Whole shape) {
        return orReference(json.objectNode()
                .put("type", "integer")
                .put("minimum", shape.least())
                .put("maximum", shape.most()));
    }

    @Override
    public ObjectNode truth(ValueShape.Truth shape) {
        return orReference(json.objectNode().put("type", "boolean"));
    }

    @Override
    public ObjectNode choice(ValueShape.Choice shape) {
        ObjectNode choice = json.objectNode();
        ArrayNode spellings = choice.putArray("enum");
        shape.texts().forEach(spellings::add);
        return orReference(choice);
    }

    @Override
    public ObjectNode time(ValueShape.Time shape) {
        ObjectNode time = json.objectNode();
        ArrayNode spellings = time.putArray("anyOf");
        spellings.addObject().put("type", "integer").put("minimum", 0).put("maximum", shape.mostMillis());
        spellings.addObject().put("type", "string").put("pattern", REFERENCE + "|^[0-9]{1,7}(?:ms|s)?$");
        return time;
    }

    @Override
    public ObjectNode fieldRule(ValueShape.FieldRule shape) {
        ObjectNode rule = json.objectNode();
        rule.putObject("not").put("type", "string").put("pattern", "^[$=]\\s*$");
        return rule;
    }

    @Override
    public ObjectNode freeMap(ValueShape.FreeMap shape) {
        ObjectNode map = json.objectNode().put("type", "object");
        if (!shape.known().isEmpty() || !shape.barred().isEmpty()) {
            ObjectNode properties = map.putObject("properties");
            shape.known().forEach(field -> properties.set(field.name(), property(field)));
            shape.barred().forEach(barred -> properties.put(barred.name(), false));
        }
        return map;
    }

    @Override
    public ObjectNode items(ValueShape.Items shape) {
        ObjectNode list = json.objectNode().put("type", "array");
        list.set("items", shape.item().accept(this));
        if (shape.distinct()) {
            list.put("uniqueItems", true);
        }
        if (shape.filled()) {
            list.put("minItems", 1);
        }
        return list;
    }

    @Override
    public ObjectNode entries(ValueShape.Entries shape) {
        ObjectNode map = json.objectNode().put("type", "object");
        map.putObject("propertyNames").put("pattern", NOT_BLANK);
        map.set("additionalProperties", shape.value().accept(this));
        if (shape.filled()) {
            map.put("minProperties", 1);
        }
        return map;
    }

    @Override
    public ObjectNode fields(ValueShape.Fields shape) {
        ObjectType type = shape.type();
        if (!definitions.has(type.name())) {
            // Set before its fields are written, because they may hold the type itself.
            definitions.set(type.name(), json.objectNode());
            ((ObjectNode) definitions.get(type.name())).setAll(definition(type));
        }
        return json.objectNode().put("$ref", "#/$defs/" + type.name());
    }

    private ObjectNode definition(ObjectType type) {
        ObjectNode definition = json.objectNode();
        definition.put("title", type.title());
        definition.put("type", "object");
        ObjectNode properties = definition.putObject("properties");
        type.fields().forEach(field -> properties.set(field.name(), property(field)));
        List<String> required =
                type.fields().stream().filter(Field::required).map(Field::name).toList();
        if (!required.isEmpty()) {
            required.forEach(definition.putArray("required")::add);
        }
        if (type.isUndecided()) {
            type.barred().forEach(barred -> properties.put(barred.name(), false));
        } else {
            definition.put("additionalProperties", false);
        }
        return definition;
    }

    private ObjectNode property(Field field) {
        ObjectNode property = json.objectNode();
        property.put("description", description(field));
        field.defaultValue().ifPresent(value -> putDefault(property, field.shape(), value));
        ObjectNode value = field.shape().accept(this);
        property.setAll(field.required() ? value : orNull(value));
        return property;
    }

    private static String description(Field field) {
        String spellings = field.shape() instanceof ValueShape.Choice choice
                ? choice.spellings().stream()
                        .map(spelling -> "`" + spelling.text() + "`: " + spelling.meaning() + ".")
                        .collect(Collectors.joining(" ", " ", ""))
                : "";
        String otherwise =
                field.otherwise().map(meaning -> " Default: " + meaning + ".").orElse("");
        return field.description() + spellings + otherwise;
    }

    private static void putDefault(ObjectNode property, ValueShape shape, String value) {
        if (shape instanceof ValueShape.Whole) {
            property.put("default", Integer.parseInt(value));
        } else if (shape instanceof ValueShape.Truth) {
            property.put("default", Boolean.parseBoolean(value));
        } else {
            property.put("default", value);
        }
    }

    @Override
    public ObjectNode either(ValueShape.Either shape) {
        ObjectNode either = json.objectNode();
        ArrayNode spellings = either.putArray("anyOf");
        shape.shapes().forEach(spelling -> spellings.add(spelling.accept(this)));
        return either;
    }

    @Override
    public ObjectNode variants(ValueShape.Variants shape) {
        ObjectNode byValue = json.objectNode();
        byValue.setAll(shape.otherwise().accept(this));
        if (shape.discriminator().isPresent()) {
            ArrayNode cases = byValue.putArray("allOf");
            shape.byValue().forEach((value, variant) -> {
                ObjectNode one = cases.addObject();
                one.set("if", says(shape.discriminator().get(), value));
                one.set("then", variant.accept(this));
            });
        }
        if (shape.used().isEmpty()) {
            return byValue;
        }
        ObjectNode variants = json.objectNode().put("type", "object");
        variants.set("if", PipelineConditions.written("use"));
        variants.set("then", shape.used().get().accept(this));
        variants.set("else", byValue);
        return variants;
    }

    private ObjectNode says(String field, String value) {
        ObjectNode says = json.objectNode();
        says.putObject("properties").putObject(field).put("const", value);
        says.putArray("required").add(field);
        return says;
    }

    private ObjectNode orReference(ObjectNode value) {
        ObjectNode either = json.objectNode();
        ArrayNode spellings = either.putArray("anyOf");
        spellings.add(value);
        spellings.addObject().put("type", "string").put("pattern", REFERENCE);
        return either;
    }

    // A field without a value reads as absent.
    private ObjectNode orNull(ObjectNode value) {
        if (value.get("type") instanceof ArrayNode types) {
            types.add("null");
            return value;
        }
        if (value.size() == 1 && value.get("anyOf") instanceof ArrayNode spellings) {
            spellings.addObject().put("type", "null");
            return value;
        }
        if (value.has("not")) {
            return value;
        }
        ObjectNode either = json.objectNode();
        ArrayNode spellings = either.putArray("anyOf");
        spellings.add(value);
        spellings.addObject().put("type", "null");
        return either;
    }
}
