package io.tapstate.planner.grammar;

import java.util.ArrayList;
import java.util.List;

/** The {@code view} of a pipeline, and {@code kind: view}. */
final class ViewGrammar {
    private static final ObjectType HOT = ObjectType.of(
            "view-hot",
            "hot storage",
            List.of(Field.required("ttl", Shapes.text(TextRole.NAME), "How long a document stays in memory.")));

    private static final ObjectType WARM = ObjectType.of(
            "view-warm",
            "warm storage",
            List.of(
                    Field.optional(
                                    "collection",
                                    Shapes.text(TextRole.COLLECTION),
                                    "The collection that holds the documents.")
                            .otherwise("the id of the view"),
                    Field.optional(
                            "indexes", Shapes.list(TextRole.COLUMN), "Fields that get an index, besides the key.")));

    private static final ObjectType COLD = ObjectType.of(
            "view-cold",
            "cold storage",
            List.of(Field.required(
                    "partition_by", Shapes.filledList(TextRole.COLUMN), "The fields that name the partition.")));

    private static final ObjectType STORAGE = ObjectType.of(
            "view-storage",
            "storage",
            List.of(
                    Field.optional("hot", Shapes.fields(HOT), "A copy in memory. Not run by this release."),
                    Field.optional("warm", Shapes.fields(WARM), "The collection of the document store."),
                    Field.optional("cold", Shapes.fields(COLD), "A copy in files. Not run by this release.")));

    private static final List<Field> BODY = List.of(
            Field.optional(
                    "primary_key",
                    Shapes.KEY,
                    "The column, or columns, that identify a document: a key of what the view reads."),
            Field.optional("storage", Shapes.fields(STORAGE), "Where the documents are kept."));

    private static final Field ID =
            Field.optional("id", Shapes.text(TextRole.ID), "The view's name, and its collection where none is named.");

    private static final Field FROM = Field.optional(
                    "from", Shapes.text(TextRole.REFERENCE), "The one step or table whose rows become documents.")
            .otherwise("the last transform; a pipeline without transforms must name it");

    private static final ObjectType USED = ObjectType.of(
            "view-use",
            "a used view",
            List.of(
                    ID.otherwise("the name in `use`"),
                    Field.required("use", Shapes.text(TextRole.USED_ID), "A `kind: view` that stands here."),
                    FROM));

    private static final ObjectType INLINE = ObjectType.of("view-inline", "a view", inline());

    /** A name alone, a mapping with {@code use}, or the view itself. */
    static final ValueShape VIEW = Shapes.nameOr(TextRole.USED_ID, Shapes.usedOr(USED, INLINE));

    static final ObjectType RESOURCE = CommonGrammar.kind(
            "view",
            "a view",
            BODY,
            Barred.forbidden("from", "remove it; the pipeline that uses this view says what it reads"));

    private ViewGrammar() {}

    private static List<Field> inline() {
        List<Field> fields = new ArrayList<>(List.of(ID.otherwise("`view`"), FROM));
        fields.addAll(BODY);
        return fields;
    }
}
