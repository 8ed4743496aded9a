package io.tapstate.planner.grammar;

import java.util.List;
import java.util.Map;

/** {@code kind: pipeline}. */
final class PipelineGrammar {
    private static final int MOST_PARALLELISM = 32_768;
    private static final long LONGEST_WINDOW_MILLIS = 3_600_000;

    private static final ObjectType SETTINGS = ObjectType.of(
            "settings",
            "settings",
            List.of(
                    Field.optional(
                                    "error_policy",
                                    Shapes.choice(
                                            Shapes.choice(
                                                    "fail", "the pipeline stops",
                                                    "skip", "the row is left out and counted",
                                                    "dead_letter", "the row is put aside, with the reason"),
                                            Map.of("dlq", "write `error_policy: dead_letter`")),
                                    "What a row that cannot be processed does.")
                            .defaultsTo("fail"),
                    Field.optional("batch_size", Shapes.POSITIVE, "How many rows are written to a target at once.")
                            .defaultsTo("1000"),
                    Field.optional(
                                    "parallelism",
                                    Shapes.whole(1, MOST_PARALLELISM),
                                    "How many parallel instances every step has.")
                            .defaultsTo("1"),
                    Field.optional(
                            "schedule",
                            Shapes.text(TextRole.CRON),
                            "When to run again, as a cron expression; only for a pipeline that ends by itself."),
                    Field.optional(
                                    "read_mode",
                                    Shapes.choice(
                                            "snapshot_and_cdc", "every row, then every change; runs for ever",
                                            "cdc_only", "changes only; runs for ever",
                                            "snapshot_only", "every row once, then the pipeline is finished"),
                                    "What is read of the tables.")
                            .defaultsTo("snapshot_and_cdc"),
                    Field.optional(
                                    "start_from",
                                    Shapes.text(TextRole.START),
                                    "Where reading of changes begins: `earliest`, `latest` or an instant.")
                            .otherwise("the position before the snapshot; `latest` with `read_mode: cdc_only`"),
                    Field.optional(
                                    "send_window",
                                    new ValueShape.Time(LONGEST_WINDOW_MILLIS),
                                    "Changes of one document within this time are sent as one; `0` sends each.")
                            .defaultsTo("50ms")));

    private static final String UNDER_SERVE = "move it under `serve:`";

    static final ObjectType PIPELINE = CommonGrammar.kind(
            "pipeline",
            "a pipeline",
            List.of(
                    Field.required(
                            "source",
                            Shapes.oneOrList(TextRole.SOURCE_ID, false),
                            "The sources it reads, one or a list; one that is named twice counts once."),
                    Field.optional(
                            "transforms",
                            Shapes.listOf(TransformGrammar.STEP, "transforms"),
                            "What is done to the rows, step by step."),
                    Field.optional("view", ViewGrammar.VIEW, "The collection of documents that is kept current."),
                    Field.optional("serve", ServeGrammar.SERVE, "Further targets."),
                    Field.optional("settings", Shapes.fields(SETTINGS), "How it runs.")),
            Barred.older("sync", UNDER_SERVE),
            Barred.older("query", UNDER_SERVE),
            Barred.older("push", UNDER_SERVE));

    private PipelineGrammar() {}
}
