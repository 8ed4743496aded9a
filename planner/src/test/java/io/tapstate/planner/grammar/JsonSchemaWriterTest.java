package io.tapstate.planner.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.ParsedResource;
import io.tapstate.planner.dsl.ResourceParser;
import io.tapstate.planner.dsl.TapFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonSchemaWriterTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(JsonSchemaWriter.write());
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Test
    void theSchemaIsItselfLegal() throws JsonProcessingException {
        JsonSchema meta = JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

        assertThat(meta.validate(JSON.readTree(JsonSchemaWriter.write()))).isEmpty();
    }

    @Test
    void soundDocumentsAreSoundToBoth() {
        long seed = 20261129;
        Random random = new Random(seed);
        int sound = 0;
        for (int i = 0; i < 3000; i++) {
            ObjectNode document = RandomDocument.make(random);
            sound += agree(document, "seed " + seed + " document " + i) ? 1 : 0;
        }
        assertThat(sound).isGreaterThan(1500);
    }

    @Test
    void parserAndSchemaRefuseTheSameMutations() {
        long seed = 71;
        Random random = new Random(seed);
        int sound = 0;
        int refused = 0;
        for (int i = 0; i < 6000; i++) {
            ObjectNode document = RandomDocument.make(random);
            mutate(document, random);
            if (agree(document, "seed " + seed + " document " + i)) {
                sound++;
            } else {
                refused++;
            }
        }
        assertThat(sound).isGreaterThan(500);
        assertThat(refused).isGreaterThan(2000);
    }

    /** Whether both find the document sound. */
    private static boolean agree(ObjectNode document, String what) {
        ParsedResource parsed = ResourceParser.parse(
                new TapFile("test.tap.yml", document.toPrettyString()), Optional.empty(), ResourceParser.Layout.ANY);
        // Of what the schema does not express, only this happens here.
        List<Diagnostic> faults = parsed.faults().stream()
                .filter(fault -> !(fault.message().contains("not a collection name")
                        && path(fault).equals("id")))
                .toList();
        var refusals = SCHEMA.validate(document);

        assertThat(faults.isEmpty())
                .as(() -> what + "\n" + document.toPrettyString() + "\nparser: " + faults + "\nschema: " + refusals)
                .isEqualTo(refusals.isEmpty());
        return refusals.isEmpty();
    }

    private static String path(Diagnostic fault) {
        String path = fault.span().map(SourceSpan::path).orElse("");
        return path.substring(path.lastIndexOf('.') + 1);
    }

    private static void mutate(ObjectNode document, Random random) {
        List<JsonNode> containers = new ArrayList<>();
        collect(document, containers);
        JsonNode container = containers.get(random.nextInt(containers.size()));
        if (container instanceof ObjectNode mapping) {
            List<String> names = new ArrayList<>();
            mapping.fieldNames().forEachRemaining(names::add);
            String name = names.isEmpty() ? "x" : names.get(random.nextInt(names.size()));
            switch (random.nextInt(4)) {
                case 0 -> mapping.remove(name);
                case 1 ->
                    mapping.put(
                            List.of("from", "use", "type", "path", "name", "x").get(random.nextInt(6)), "t");
                default -> mapping.set(name, odd(random));
            }
        } else if (container instanceof ArrayNode list) {
            switch (list.isEmpty() ? 0 : random.nextInt(3)) {
                case 0 -> list.add(odd(random));
                case 1 -> list.add(list.get(0).deepCopy());
                default -> list.set(random.nextInt(list.size()), odd(random));
            }
        }
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainerNode()) {
            containers.add(node);
            node.forEach(child -> collect(child, containers));
        }
    }

    private static JsonNode odd(Random random) {
        return switch (random.nextInt(16)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.numberNode(random.nextInt(100_000) - 50_000);
            case 2 -> NODES.numberNode(Long.MAX_VALUE);
            case 3 -> NODES.numberNode(1.5);
            case 4 -> NODES.booleanNode(random.nextBoolean());
            case 5 -> NODES.textNode("");
            case 6 -> NODES.textNode("  ");
            case 7 -> NODES.textNode("a.b");
            case 8 ->
                NODES.textNode(
                        List.of("$", "=", "$x", "a.$b", "a..b", "system.x").get(random.nextInt(6)));
            case 9 -> NODES.textNode("${X}");
            case 10 -> NODES.arrayNode();
            case 11 -> NODES.arrayNode().add("a").add("b");
            case 12 -> NODES.objectNode();
            case 13 -> NODES.objectNode().put("a", "b");
            case 14 ->
                NODES.textNode(List.of("upsert", "nest", "union", "flat", "object", "cdc", "pipeline")
                        .get(random.nextInt(7)));
            default -> NODES.textNode("word");
        };
    }
}
