package io.tapstate.planner.grammar;

import java.util.List;

/** {@code kind: source}. */
final class SourceGrammar {
    private static final ValueShape CONFIG = new ValueShape.FreeMap(List.of(), List.of(), true);

    private static final ValueShape OPTIONS = new ValueShape.FreeMap(
            List.of(),
            List.of(
                    Barred.moved("snapshot_mode", "`read_mode` in the `settings` of the pipeline"),
                    Barred.moved("start_from", "`start_from` in the `settings` of the pipeline")),
            false);

    private static final ObjectType TABLE = ObjectType.of(
            "source-table",
            "a table of a source",
            List.of(
                    Field.required(
                            "name", Shapes.text(TextRole.TABLE_NAME), "The table, taken literally even in slashes."),
                    Field.optional(
                            "filter",
                            Shapes.text(TextRole.CEL),
                            "A CEL expression over `after` and `before`; rows for which it is false are not read."),
                    Field.optional(
                            "pk",
                            Shapes.COLUMNS,
                            "The columns that identify a row, for a table without a primary key."),
                    Field.optional("options", Shapes.free(), "Settings of this table by name.")));

    private static final ObjectType SRS = ObjectType.of(
            "source-srs",
            "`srs`",
            List.of(
                    Field.optional("key", Shapes.text(TextRole.NAME), "Pipelines with the same key share one capture."),
                    Field.optional("retention", Shapes.text(TextRole.NAME), "How long captured changes are kept."),
                    Field.optional(
                            "schema_evolution",
                            Shapes.choice(
                                    "track", "a changed table is followed",
                                    "ignore", "a changed table is read as it was at the start"),
                            "What a change of a table's columns does."),
                    Field.optional("queryable", Shapes.TRUTH, "Whether the captured changes can be queried."),
                    Field.optional("enabled", Shapes.TRUTH, "Whether the capture is shared.")
                            .defaultsTo("true")));

    static final ObjectType SOURCE = CommonGrammar.kind(
            "source",
            "a source",
            List.of(
                    Field.required(
                            "connector",
                            Shapes.text(TextRole.CONNECTOR),
                            "Which kind of database it is; `tapstate connectors` lists them."),
                    Field.optional(
                            "config",
                            CONFIG,
                            "How to connect: the keys that `tapstate connectors show CONNECTOR` lists. Write secrets as "
                                    + "`${NAME}`: they are read where a connection is opened, never stored in a plan."),
                    Field.optional(
                                    "mode",
                                    Shapes.choice(
                                            "cdc", "rows and then every change",
                                            "snapshot", "rows once",
                                            "stream", "messages of a queue",
                                            "file", "rows of files",
                                            "api", "answers of an interface"),
                                    "How it is read.")
                            .otherwise("without `mode` and `tables` it is a connection that is only written to"),
                    Field.optional(
                                    "tables",
                                    new ValueShape.Items(
                                            Shapes.nameOr(TextRole.TABLE, Shapes.fields(TABLE)),
                                            "table names, `/regex/`es or mappings with `name`",
                                            false,
                                            false,
                                            true),
                                    "What is read of it: table names, regular expressions between slashes that match a "
                                            + "whole table name, or mappings.")
                            .otherwise("every table"),
                    Field.optional("options", OPTIONS, "Settings of the connector by name."),
                    Field.optional("srs", Shapes.fields(SRS), "Shared capture; only with `mode: cdc`.")));

    private SourceGrammar() {}
}
