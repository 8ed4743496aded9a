package io.tapstate.planner.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The {@code serve} of a pipeline, and {@code kind: serve}. */
final class ServeGrammar {
    private static final Field SOURCE = Field.required(
            "source", Shapes.text(TextRole.SOURCE_ID), "The `kind: source` whose connection is written to.");

    private static final ObjectType RENAME = ObjectType.of(
            "sync-rename",
            "`rename`",
            List.of(
                    Field.optional(
                            "map",
                            Shapes.entries("a table", "table to target table", Shapes.strictText()),
                            "Target names of single tables; they win over the rest."),
                    Field.optional(
                            "case",
                            Shapes.choice(
                                    "upper", "`ORDER_LINES`",
                                    "lower", "`order_lines`",
                                    "camel", "`orderLines`",
                                    "pascal", "`OrderLines`"),
                            "The case that names are turned into."),
                    Field.optional("prefix", Shapes.text(TextRole.TEXT), "Put before every name."),
                    Field.optional("suffix", Shapes.text(TextRole.TEXT), "Put after every name.")));

    private static final ObjectType SYNC = ObjectType.of(
            "sync",
            "a sync",
            List.of(
                    Field.optional("id", Shapes.text(TextRole.ID), "The sync's name.")
                            .otherwise("`sync_N`, with N its position"),
                    SOURCE,
                    Field.optional(
                                    "write_mode",
                                    Shapes.choice(
                                            "upsert", "rows are replaced and deleted by key",
                                            "append", "every version is added; deletes are not applied"),
                                    "How rows are written.")
                            .defaultsTo("upsert"),
                    Field.optional("rename", Shapes.fields(RENAME), "How target tables are named."),
                    Field.optional(
                                    "ddl",
                                    Shapes.choice(
                                            "apply",
                                                    "the target is changed likewise; where that cannot be done exactly, the pipeline"
                                                            + " stops, and the plan says for which tables it always does",
                                            "ignore", "the change is dropped, rows go on",
                                            "fail", "the pipeline stops"),
                                    "What a change of a table's columns does to the target.")
                            .defaultsTo("fail"),
                    Field.optional(
                            "options",
                            Shapes.free(
                                    Field.optional(
                                                    "auto_create_table",
                                                    Shapes.TRUTH,
                                                    "Whether a missing target is created.")
                                            .defaultsTo("true"),
                                    Field.optional(
                                                    "existing_data",
                                                    Shapes.choice(
                                                            "refuse", "the pipeline does not start",
                                                            "adopt", "they are taken over"),
                                                    "What happens to documents in a target that no pipeline owns.")
                                            .defaultsTo("refuse")),
                            "Settings of the target by name.")));

    private static final ObjectType QUERY = ObjectType.of(
            "query",
            "a query",
            List.of(
                    Field.required(
                            "type",
                            Shapes.choice("rest", "over HTTP", "graphql", "by GraphQL", "mcp", "for agents"),
                            "How it is asked."),
                    Field.optional("backend", Shapes.text(TextRole.NAME), "The sync that answers.")));

    private static final ValueShape FORMAT = new ValueShape.Either(
            Optional.of(Shapes.text(TextRole.CEL)),
            Optional.empty(),
            Optional.of(new ValueShape.Entries(
                    "a field name", new ValueShape.FieldRule(), "field name to rule", false, false)));

    private static final ObjectType PUSH = ObjectType.of(
            "push",
            "a push",
            List.of(
                    Field.optional("id", Shapes.text(TextRole.ID), "The push's name.")
                            .otherwise("`push_N`, with N its position"),
                    SOURCE,
                    Field.optional("topic", Shapes.text(TextRole.NAME), "Where messages go."),
                    Field.optional(
                            "format",
                            FORMAT,
                            "What a message holds: one CEL expression, or a mapping of rules as in `map`."),
                    Field.optional("options", Shapes.free(), "Settings of the target by name.")));

    private static final List<Field> BODY = List.of(
            Field.optional(
                    "sync",
                    Shapes.listOf(Shapes.fields(SYNC), "mappings with `source`"),
                    "Targets that are kept current."),
            Field.optional(
                    "query",
                    Shapes.listOf(Shapes.fields(QUERY), "mappings with `type`"),
                    "Interfaces that answer queries. Not run by this release."),
            Field.optional(
                    "push",
                    Shapes.listOf(Shapes.fields(PUSH), "mappings with `source`"),
                    "Queues that get every change. Not run by this release."));

    private static final Field ID = Field.optional("id", Shapes.text(TextRole.ID), "The name of this set of targets.");

    private static final Field FROM = Field.optional(
                    "from",
                    Shapes.text(TextRole.REFERENCE),
                    "What is served: a step, a table, the view, or a `/regex/` for several.")
            .otherwise("the view, else the last transform; a pipeline with neither must name it");

    private static final ObjectType USED = ObjectType.of(
            "serve-use",
            "a used serve",
            List.of(
                    ID.otherwise("the name in `use`"),
                    Field.required("use", Shapes.text(TextRole.USED_ID), "A `kind: serve` that stands here."),
                    FROM));

    private static final ObjectType INLINE = ObjectType.of("serve-inline", "a serve", inline());

    /** A name alone, a mapping with {@code use}, or the targets themselves. */
    static final ValueShape SERVE = Shapes.nameOr(TextRole.USED_ID, Shapes.usedOr(USED, INLINE));

    static final ObjectType RESOURCE = CommonGrammar.kind(
            "serve",
            "a serve",
            BODY,
            Barred.forbidden("from", "remove it; the pipeline that uses this serve says what it reads"));

    private ServeGrammar() {}

    private static List<Field> inline() {
        List<Field> fields = new ArrayList<>(List.of(ID.otherwise("`serve`"), FROM));
        fields.addAll(BODY);
        return fields;
    }
}
