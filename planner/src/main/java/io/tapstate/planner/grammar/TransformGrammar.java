package io.tapstate.planner.grammar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The elements of {@code transforms}, and {@code kind: transform}. */
final class TransformGrammar {
    private static final Map<String, String> OLDER_TYPES = Map.of(
            "rename", "write `type: map` with `fields: { NEW: $OLD }`",
            "type_filter", "write `type: map` with a computed field, for example `fields: { n: \"=int(after.n)\" }`",
            "unwind", "write `type: js` and emit one record per element");

    static final ValueShape.Choice TYPE = Shapes.choice(
            Shapes.choice(
                    "filter", "keeps the rows an expression is true for",
                    "map", "renames, drops, computes and adds fields",
                    "js", "runs a script on every change",
                    "union", "passes several inputs on as one",
                    "nest", "assembles rows of several tables into one document",
                    "join", "combines inputs by an SQL query"),
            OLDER_TYPES);

    private static final ValueShape REFERENCES = Shapes.oneOrList(TextRole.REFERENCE, true);

    private static final Field STEP_ID = Field.optional(
            "id",
            Shapes.text(TextRole.ID),
            "The step's name: what `from` of later steps names, and the identity of its state.");

    private static final Field FROM = Field.optional(
                    "from",
                    REFERENCES,
                    "What the step reads: a step, a table, `SOURCE.TABLE`, a source, a `/regex/`, or a list of these.")
            .otherwise("the previous step; the first step must name it");

    private static final ValueShape ALIASED =
            Shapes.filledEntries("an alias", "alias to table or step", Shapes.text(TextRole.REFERENCE));

    private static final Field ALIASES = Field.required(
                    "from", ALIASED, "What the step reads, each under an alias that the rest of the step uses.")
            .wired(
                    "a nest or join names its inputs, and this `from` does not",
                    "write `from: { ALIAS: SOURCE.TABLE, ... }`");

    private static final Field USED_FROM = Field.optional(
                    "from",
                    Shapes.orMapping(REFERENCES, ALIASED),
                    "What the step reads: as in a step of the used type, so a mapping of aliases for a nest or join.")
            .otherwise("the previous step; the first step must name it");

    private static final ObjectType USED = ObjectType.of(
            "step-use",
            "a used transform",
            List.of(
                    STEP_ID.otherwise("the name in `use`"),
                    Field.required("use", Shapes.text(TextRole.USED_ID), "A `kind: transform` that stands here."),
                    USED_FROM,
                    CommonGrammar.OPTIONS),
            olderNames());

    static final ObjectType UNDECIDED_STEP = ObjectType.undecided(
            "step",
            "a transform",
            () -> List.of(
                    STEP_ID,
                    Field.required("type", TYPE, "What the step does.")
                            .wired(
                                    "this transform has neither `type` nor `use`",
                                    "add `type:` with " + TYPE.expected()
                                            + ", or `use:` with the id of a `kind: transform`")),
            olderNames());

    static final ObjectType UNDECIDED_TRANSFORM = ObjectType.undecided(
            "transform",
            "a transform",
            () -> CommonGrammar.resource(
                    CommonGrammar.only("transform"), List.of(Field.required("type", TYPE, "What the step does."))),
            fromIsForbidden());

    /** An element of {@code transforms}: a name alone, a mapping with {@code use}, or one with {@code type}. */
    static final ValueShape STEP = Shapes.nameOr(
            TextRole.USED_ID,
            new ValueShape.Variants(
                    Optional.of(Shapes.fields(USED)), Optional.of("type"), steps(), Shapes.fields(UNDECIDED_STEP)));

    static final ValueShape TRANSFORM = Shapes.byField("type", resources(), UNDECIDED_TRANSFORM);

    private TransformGrammar() {}

    private static Map<String, List<Field>> payloads() {
        Map<String, List<Field>> payloads = new LinkedHashMap<>();
        payloads.put(
                "filter",
                List.of(Field.required(
                        "expr",
                        Shapes.text(TextRole.CEL),
                        "A CEL expression that gives a boolean. It sees `op`, `ts`, `src`, `before` and `after`.")));
        payloads.put(
                "map",
                List.of(
                        Field.required(
                                "fields",
                                new ValueShape.Entries(
                                        "a field name", new ValueShape.FieldRule(), "field name to rule", false, false),
                                "Output field to rule: `$column` takes over another column, `=expression` computes in CEL, "
                                        + "`false` drops the field, anything else is a constant. Columns without a rule pass.")));
        payloads.put(
                "js",
                List.of(Field.required(
                        "script",
                        Shapes.text(TextRole.SCRIPT),
                        "JavaScript that defines `process(record, ctx)`, and may define `filter(record)`.")));
        payloads.put("union", List.of());
        payloads.put("nest", NestGrammar.PAYLOAD);
        payloads.put(
                "join",
                List.of(
                        Field.required(
                                "engine",
                                Shapes.choice("builtin", "the engine that runs the pipeline", "flink", "the same"),
                                "What runs the query."),
                        Field.required(
                                "sql",
                                Shapes.text(TextRole.SQL),
                                "A streaming SQL query over the aliases of `from`. It publishes the key of its rows.")));
        return payloads;
    }

    private static Map<String, ValueShape> steps() {
        Map<String, ValueShape> steps = new LinkedHashMap<>();
        payloads().forEach((type, payload) -> {
            boolean aliased = type.equals("nest") || type.equals("join");
            List<Field> fields = new ArrayList<>(List.of(
                    STEP_ID.otherwise("the type and the position in `transforms`, as in `filter_1`"),
                    type(type),
                    aliased ? ALIASES : FROM));
            fields.addAll(payload);
            fields.add(CommonGrammar.OPTIONS);
            fields.add(CommonGrammar.EXPERIMENTAL);
            steps.put(type, Shapes.fields(ObjectType.of("step-" + type, title(type), fields, olderNames())));
        });
        return steps;
    }

    private static Map<String, ValueShape> resources() {
        Map<String, ValueShape> resources = new LinkedHashMap<>();
        payloads().forEach((type, payload) -> {
            List<Field> body = new ArrayList<>(List.of(type(type)));
            body.addAll(payload);
            body.add(CommonGrammar.OPTIONS);
            List<Field> fields = CommonGrammar.resource(CommonGrammar.only("transform"), body);
            ObjectType resource =
                    ObjectType.of("transform-" + type, "a transform of type `" + type + "`", fields, fromIsForbidden());
            resources.put(type, Shapes.fields(resource));
        });
        return resources;
    }

    private static Field type(String type) {
        List<Spelling> one = TYPE.spellings().stream()
                .filter(each -> each.text().equals(type))
                .toList();
        return Field.required("type", new ValueShape.Choice(one, Map.of()), "What the step does.");
    }

    private static String title(String type) {
        return type.equals("union") ? "a union" : "a " + type;
    }

    private static Barred[] fromIsForbidden() {
        return new Barred[] {
            Barred.forbidden("from", "remove it; the pipeline that uses this transform says what it reads")
        };
    }

    private static Barred[] olderNames() {
        List<Barred> older = new ArrayList<>(List.of(Barred.older("name", "write `id:` instead of `name:`")));
        OLDER_TYPES.forEach((type, remedy) -> older.add(Barred.older(type, remedy)));
        return older.toArray(Barred[]::new);
    }
}
