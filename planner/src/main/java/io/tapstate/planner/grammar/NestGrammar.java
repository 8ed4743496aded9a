package io.tapstate.planner.grammar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a nest holds: its root, and the tree of embeds. */
final class NestGrammar {
    static final ValueShape.Choice SHAPE = Shapes.choice(
            "array", "a list of the related rows in the order of `arrayKey`, `[]` when there is none",
            "object", "the related row as a sub-document, absent when there is none",
            "flat", "the fields of the one related row stand in the parent itself");

    private static final Field TRACK_KEY_CHANGES = Field.optional(
            "trackKeyChanges", Shapes.TRUTH, "Accepted and needless: every change of a key is followed.");

    private static final ObjectType STATE = ObjectType.of(
            "nest-state",
            "`state`",
            List.of(Field.required(
                    "database",
                    Shapes.text(TextRole.NAME),
                    "The namespace this nest's state lives in. Changing it starts the nest afresh.")));

    private static final ValueShape EMBED =
            Shapes.byField("as", embeds(), ObjectType.undecided("embed", "an embed", () -> embed(SHAPE, true)));

    private static final ValueShape EMBEDS = Shapes.listOf(EMBED, "mappings with `from`, `on` and `as`");

    private static final ObjectType ROOT = ObjectType.of(
            "nest-root",
            "the root of a nest",
            List.of(
                    Field.required(
                            "from", Shapes.text(TextRole.ALIAS), "The alias whose rows are the documents' tops."),
                    Field.optional(
                                    "key",
                                    Shapes.COLUMNS,
                                    "The columns that identify a document. Needed as soon as there are embeds.")
                            .otherwise("the primary key of the table"),
                    Field.optional(
                            "mode",
                            Shapes.choice("append", "every version of a document is sent"),
                            "How documents are sent; without it, quick changes are folded."),
                    TRACK_KEY_CHANGES.defaultsTo("false"),
                    Field.optional("embed", EMBEDS, "What is embedded in the document.")));

    static final List<Field> PAYLOAD = List.of(
            Field.optional(
                            "primary_key",
                            Shapes.text(TextRole.COLUMN),
                            "The column that names the document, where it is not the root's key.")
                    .otherwise("the key of the root"),
            Field.optional(
                    "order",
                    Shapes.choice(
                            "main_first", "as soon as its root row is there",
                            "sub_first", "one send window later, so that readers first see it with its embedded rows"),
                    "When a new document is sent."),
            Field.optional(
                    "entries_in_memory",
                    Shapes.POSITIVE,
                    "Has no effect, and is warned of: the state of all steps shares the job's managed memory."),
            Field.optional(
                            "max_elements_per_document",
                            Shapes.POSITIVE,
                            "How many embedded rows one document may have; more stop the pipeline.")
                    .otherwise("20000"),
            Field.optional("state", Shapes.fields(STATE), "Where this nest's state lives."),
            Field.required("root", Shapes.fields(ROOT), "The rows that become documents, and what is embedded."));

    private NestGrammar() {}

    private static Map<String, ValueShape> embeds() {
        Map<String, ValueShape> embeds = new LinkedHashMap<>();
        SHAPE.spellings().forEach(shape -> {
            ValueShape.Choice only = new ValueShape.Choice(List.of(shape), Map.of());
            boolean flat = shape.text().equals("flat");
            Barred[] barred = flat
                    ? new Barred[] {
                        Barred.forbidden("path", "remove it; the fields of a flat embed stand in the parent itself"),
                        Barred.forbidden("arrayKey", "remove it; a flat embed is one row")
                    }
                    : new Barred[0];
            embeds.put(
                    shape.text(),
                    Shapes.fields(ObjectType.recursive(
                            "embed-" + shape.text(),
                            flat ? "a flat embed" : "an embed",
                            () -> embed(only, false),
                            barred)));
        });
        return embeds;
    }

    private static List<Field> embed(ValueShape.Choice shape, boolean undecided) {
        boolean flat = !undecided && shape.texts().get(0).equals("flat");
        List<Field> fields = new ArrayList<>(List.of(
                Field.required("from", Shapes.text(TextRole.ALIAS), "The alias whose rows are embedded."),
                Field.required(
                        "on",
                        Shapes.filledEntries(
                                "a column", "column of this table to column of the parent", Shapes.strictColumn()),
                        "Which rows belong together: column of the embedded table to column of the parent. Where the "
                                + "parent's side is the parent's key, the rows belong to it; where this side is this "
                                + "table's key, the parent points at one row."),
                Field.required("as", shape, "How the related rows stand in the parent.")));
        if (!flat) {
            Field path = Field.required(
                            "path", Shapes.text(TextRole.PATH), "The field they stand in; dots make nested objects.")
                    .otherwise("needed, but with `as: flat`");
            fields.add(undecided ? Field.optional("path", path.shape(), path.description()) : path);
        }
        fields.add(Field.optional("key", Shapes.COLUMNS, "The columns that identify an embedded row.")
                .otherwise("the primary key of the table"));
        if (!flat) {
            fields.add(Field.optional(
                            "arrayKey", Shapes.COLUMNS, "The columns that identify and order the elements of the list.")
                    .otherwise("`key`"));
        }
        fields.add(Field.optional(
                        "ignoreUpdates",
                        Shapes.TRUTH,
                        "Whether an update of an embedded row leaves the document as it is.")
                .defaultsTo("false"));
        fields.add(TRACK_KEY_CHANGES.defaultsTo("false"));
        fields.add(Field.optional("embed", EMBEDS, "What is embedded in every such row, in the same way."));
        return fields;
    }
}
