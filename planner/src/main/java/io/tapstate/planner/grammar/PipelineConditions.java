package io.tapstate.planner.grammar;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** How the parts of a pipeline must hang together, as conditions of the JSON Schema. */
final class PipelineConditions {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String ANY_STEP = "any-step";

    private PipelineConditions() {}

    /** @param definitions those of the schema, with that of {@code kind: pipeline} */
    static void addTo(ObjectNode definitions) {
        ObjectNode pipeline = (ObjectNode) definitions.get("pipeline");
        ObjectNode properties = (ObjectNode) pipeline.get("properties");
        firstStepReads((ObjectNode) properties.get("transforms").get("anyOf").get(0), definitions);
        ArrayNode outputs = pipeline.putArray("anyOf");
        outputs.add(written("view"));
        outputs.add(written("serve"));
        ArrayNode conditions = pipeline.putArray("allOf");
        ObjectNode withoutSteps = JSON.objectNode();
        withoutSteps.putObject("not").setAll(withSteps());
        conditions.add(condition(withoutSteps, saysFrom("view")));
        ObjectNode nothingBefore = JSON.objectNode();
        ArrayNode neither = nothingBefore.putArray("allOf");
        neither.add(withoutSteps.deepCopy());
        neither.addObject().set("not", written("view"));
        conditions.add(condition(nothingBefore, saysFrom("serve")));
    }

    /** A mapping in which a field is written with a value. */
    static ObjectNode written(String field) {
        ObjectNode written = JSON.objectNode();
        written.putArray("required").add(field);
        written.putObject("properties").putObject(field).putObject("not").put("type", "null");
        return written;
    }

    private static ObjectNode withSteps() {
        ObjectNode withSteps = JSON.objectNode();
        withSteps.putArray("required").add("transforms");
        withSteps
                .putObject("properties")
                .putObject("transforms")
                .put("type", "array")
                .put("minItems", 1);
        return withSteps;
    }

    private static void firstStepReads(ObjectNode transforms, ObjectNode definitions) {
        ObjectNode step = JSON.objectNode().put("$ref", "#/$defs/" + ANY_STEP);
        definitions.set(ANY_STEP, transforms.get("items"));
        transforms.set("items", step);
        ObjectNode first = JSON.objectNode();
        ArrayNode all = first.putArray("allOf");
        all.add(step.deepCopy());
        ObjectNode reads = all.addObject();
        reads.put("type", "object");
        ArrayNode decided = reads.putObject("if").putArray("anyOf");
        decided.add(written("use"));
        ObjectNode plain = decided.addObject();
        plain.putArray("required").add("type");
        plain.putObject("properties")
                .putObject("type")
                .putArray("enum")
                .add("filter")
                .add("map")
                .add("js")
                .add("union");
        reads.set("then", written("from"));
        transforms.putArray("prefixItems").add(first);
    }

    /** If the block is written, it is a mapping with {@code from}. */
    private static ObjectNode saysFrom(String block) {
        ObjectNode says = JSON.objectNode();
        ArrayNode forms = says.putObject("properties").putObject(block).putArray("anyOf");
        forms.addObject().put("type", "null");
        forms.add(written("from").put("type", "object"));
        return says;
    }

    private static ObjectNode condition(ObjectNode when, ObjectNode then) {
        ObjectNode condition = JSON.objectNode();
        condition.set("if", when);
        condition.set("then", then);
        return condition;
    }
}
