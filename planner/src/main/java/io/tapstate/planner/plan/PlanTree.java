package io.tapstate.planner.plan;

import io.tapstate.connectors.api.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A plan as nested sorted maps, lists, texts, longs and booleans: what is written to {@code plan.json}, fingerprinted
 * and compared. Field names are snake_case and never change their meaning within a version.
 */
final class PlanTree implements PlanVisitor<TreeMap<String, Object>> {
    /** Fields that say where or how fast, not what: two plans that differ only there share their state. */
    private static final List<String> OUTSIDE_IDENTITY = List.of("config", "parallelism", "row_estimate");

    private PlanTree() {}

    static TreeMap<String, Object> of(JobPlan plan) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("format", JobPlanCodec.FORMAT);
        tree.put("pipeline", plan.pipeline());
        tree.put("read_mode", plan.readMode().yaml());
        plan.parallelism().ifPresent(parallelism -> tree.put("parallelism", (long) parallelism));
        tree.put("steps", plan.steps().stream().map(PlanTree::of).toList());
        return tree;
    }

    static TreeMap<String, Object> of(PlanStep step) {
        TreeMap<String, Object> tree = step.accept(new PlanTree());
        tree.put("id", step.id().value());
        tree.put("kind", step.kind());
        return tree;
    }

    /** The tree without what may differ between two plans that share their state. */
    static Object identity(Object tree) {
        if (tree instanceof Map<?, ?> map) {
            TreeMap<String, Object> kept = new TreeMap<>();
            map.forEach((name, value) -> {
                if (!OUTSIDE_IDENTITY.contains((String) name)) {
                    kept.put((String) name, identity(value));
                }
            });
            return kept;
        }
        return tree instanceof List<?> list
                ? list.stream().map(PlanTree::identity).toList()
                : tree;
    }

    @Override
    public TreeMap<String, Object> visit(ReadTablesStep step) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("source", step.source());
        tree.put("connector", step.connector());
        tree.put("config", step.config());
        tree.put("mode", step.mode().yaml());
        List<Object> tables = new ArrayList<>();
        for (ReadTablesStep.Table table : step.tables()) {
            TreeMap<String, Object> fields = table(table.table());
            fields.put("key", table.key());
            fields.put("before_image", lower(table.beforeImage()));
            table.rowEstimate().ifPresent(rows -> fields.put("row_estimate", rows));
            tables.add(fields);
        }
        tree.put("tables", tables);
        return tree;
    }

    @Override
    public TreeMap<String, Object> visit(RememberKeysStep step) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("input", stream(step.input()));
        tree.put("identity", step.identity());
        tree.put("columns", step.columns());
        return tree;
    }

    @Override
    public TreeMap<String, Object> visit(AssembleDocumentsStep step) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("root", stream(step.root()));
        tree.put("root_table", step.rootTable());
        tree.put("root_identity", step.rootIdentity());
        tree.put("key", step.key());
        tree.put("send_window_millis", step.sendWindowMillis());
        tree.put("append", step.append());
        List<Object> embeds = new ArrayList<>();
        for (AssembleDocumentsStep.Embed embed : step.embeds()) {
            TreeMap<String, Object> fields = new TreeMap<>();
            fields.put("path", embed.path());
            fields.put("input", stream(embed.input()));
            fields.put("shape", lower(embed.shape()));
            fields.put("identity", embed.identity());
            fields.put("child_columns", embed.childColumns());
            fields.put("array_key", embed.arrayKey());
            embeds.add(fields);
        }
        tree.put("embeds", embeds);
        return tree;
    }

    @Override
    public TreeMap<String, Object> visit(WriteViewStep step) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("input", stream(step.input()));
        tree.put("view", step.view());
        tree.put("config", step.config());
        tree.put("collection", step.collection());
        tree.put("primary_key", step.primaryKey());
        tree.put("indexes", step.indexes());
        return tree;
    }

    private static TreeMap<String, Object> stream(StreamRef stream) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("step", stream.step().value());
        stream.table().ifPresent(table -> tree.put("table", table(table)));
        return tree;
    }

    private static TreeMap<String, Object> table(TableId table) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("namespace", table.namespace());
        tree.put("name", table.name());
        return tree;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
