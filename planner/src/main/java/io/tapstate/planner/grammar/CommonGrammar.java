package io.tapstate.planner.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The fields that every resource has. */
final class CommonGrammar {
    static final String VERSION = "tapstate/v1";

    static final ValueShape.Choice KIND = Shapes.choice(
            "source", "a database, read from or written to",
            "pipeline", "what is read, transformed and kept current",
            "transform", "a transform that pipelines share",
            "view", "a view that pipelines share",
            "serve", "a set of targets that pipelines share");

    static final ObjectType METADATA = ObjectType.of(
            "metadata",
            "metadata",
            List.of(
                    Field.optional(
                            "labels",
                            Shapes.entries("a label", "label to text", Shapes.strictText()),
                            "Labels for people and tools; tapstate does not interpret them."),
                    Field.optional("description", Shapes.text(TextRole.TEXT), "What this resource is for.")));

    static final Field EXPERIMENTAL =
            Field.optional("experimental", Shapes.free(), "Anything; reserved for trials and not interpreted.");

    static final Field ID = Field.required(
            "id",
            Shapes.text(TextRole.ID),
            "The resource's name, unique in the workspace across all kinds. No dots, no control characters.");

    static final Field OPTIONS = Field.optional("options", Shapes.free(), "Settings of this transform by name.");

    /** What is known of a resource whose {@code kind} is missing or illegal. */
    static final ObjectType RESOURCE = ObjectType.undecided("resource", "a resource", () -> resource(KIND, List.of()));

    private CommonGrammar() {}

    static ObjectType kind(String kind, String title, List<Field> body, Barred... barred) {
        return ObjectType.of(kind, title, resource(only(kind), body), barred);
    }

    static ValueShape.Choice only(String kind) {
        return new ValueShape.Choice(
                KIND.spellings().stream().filter(one -> one.text().equals(kind)).toList(), Map.of());
    }

    static List<Field> resource(ValueShape kind, List<Field> body) {
        List<Field> fields = new ArrayList<>(List.of(
                Field.required(
                        "version",
                        Shapes.choice(VERSION, "this version of the language"),
                        "The version of the language."),
                Field.required("kind", kind, "What the file describes. The file lies in the folder of that name."),
                ID,
                Field.optional("metadata", Shapes.fields(METADATA), "Labels and a description.")));
        fields.addAll(body);
        fields.add(EXPERIMENTAL);
        return fields;
    }
}
