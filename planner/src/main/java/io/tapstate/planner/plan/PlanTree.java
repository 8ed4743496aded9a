package io.tapstate.planner.plan;

import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * A plan as nested sorted maps, lists, texts, longs and booleans: what is written to {@code plan.json}, fingerprinted
 * and compared. Field names are snake_case and never change their meaning within a version.
 */
final class PlanTree implements PlanVisitor<TreeMap<String, Object>> {
    /** Fields that say where or how fast, not what: two plans that differ only there share their state. */
    private static final Set<String> OUTSIDE_IDENTITY =
            Set.of("config", "parallelism", "error_policy", "batch_size", "schedule", "row_estimate", "ddl");

    private PlanTree() {}

    static TreeMap<String, Object> of(JobPlan plan) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("format", JobPlanCodec.FORMAT);
        tree.put("pipeline", plan.pipeline());
        tree.put("read_mode", plan.readMode().yaml());
        PlanSettings settings = plan.settings();
        put(tree, "parallelism", settings.parallelism());
        put(tree, "batch_size", settings.batchSize());
        settings.schedule().ifPresent(schedule -> tree.put("schedule", schedule));
        if (settings.errorPolicy() != ErrorPolicy.FAIL) {
            tree.put("error_policy", settings.errorPolicy().yaml());
        }
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
        return without(OUTSIDE_IDENTITY, tree);
    }

    /** The tree without what the database alone decides. */
    static Object withoutEstimates(Object tree) {
        return without(Set.of("row_estimate"), tree);
    }

    private static Object without(Set<String> fields, Object tree) {
        if (tree instanceof Map<?, ?> map) {
            TreeMap<String, Object> kept = new TreeMap<>();
            map.forEach((name, value) -> {
                if (!fields.contains((String) name)) {
                    kept.put((String) name, without(fields, value));
                }
            });
            return kept;
        }
        return tree instanceof List<?> list
                ? list.stream().map(item -> without(fields, item)).toList()
                : tree;
    }

    @Override
    public TreeMap<String, Object> visit(ReadTablesStep step) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("source", step.source());
        tree.put("connector", step.connector());
        tree.put("config", step.config());
        tree.put("mode", step.mode().yaml());
        step.startFrom().ifPresent(start -> tree.put("start_from", start));
        List<Object> tables = new ArrayList<>();
        for (ReadTablesStep.Table table : step.tables()) {
            TreeMap<String, Object> fields = table(table.table());
            fields.put("key", table.key());
            fields.put("before_image", lower(table.beforeImage()));
            table.rowEstimate().ifPresent(rows -> fields.put("row_estimate", rows));
            if (table.ddl() != DdlPolicy.FAIL) {
                fields.put("ddl", table.ddl().yaml());
            }
            if (!table.cascades().isEmpty()) {
                fields.put(
                        "cascades",
                        table.cascades().stream().map(PlanTree::foreignKey).toList());
            }
            if (!table.unsent().any().isEmpty()) {
                fields.put("unsent", table.unsent().any());
            }
            if (!table.unsent().large().isEmpty()) {
                fields.put("unsent_large", table.unsent().large());
            }
            tables.add(fields);
        }
        tree.put("tables", tables);
        return tree;
    }

    @Override
    public TreeMap<String, Object> visit(FilterRowsStep step) {
        TreeMap<String, Object> tree = reading(step);
        tree.put("expression", step.expression());
        tree.put("incoming", incoming(step.incoming()));
        return tree;
    }

    @Override
    public TreeMap<String, Object> visit(MapRowsStep step) {
        TreeMap<String, Object> tree = reading(step);
        tree.put(
                "fields",
                step.fields().stream()
                        .map(field -> {
                            TreeMap<String, Object> fields = rule(field.rule());
                            fields.put("name", field.name());
                            return fields;
                        })
                        .toList());
        tree.put("incoming", incoming(step.incoming()));
        tree.put("origins", origins(step.origins()));
        return tree;
    }

    @Override
    public TreeMap<String, Object> visit(RunScriptStep step) {
        TreeMap<String, Object> tree = reading(step);
        tree.put("script", step.script());
        tree.put("origins", origins(step.origins()));
        return tree;
    }

    @Override
    public TreeMap<String, Object> visit(UnionStreamsStep step) {
        return reading(step);
    }

    @Override
    public TreeMap<String, Object> visit(QueryRowsStep step) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("engine", step.engine());
        tree.put("sql", step.sql());
        tree.put("key", step.key());
        tree.put(
                "tables",
                step.tables().stream()
                        .map(table -> {
                            TreeMap<String, Object> fields = columns(table.columns());
                            fields.put("alias", table.alias());
                            fields.put("input", stream(table.input()));
                            fields.put("key", table.key());
                            return fields;
                        })
                        .toList());
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
    public TreeMap<String, Object> visit(RouteRowsStep step) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("parent", node(step.parent()));
        tree.put("key", step.key());
        tree.put("children", step.children().stream().map(PlanTree::node).toList());
        return tree;
    }

    @Override
    public TreeMap<String, Object> visit(LookupRowsStep step) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("rows", stream(step.rows()));
        tree.put("identity", step.identity());
        tree.put("key", step.key());
        tree.put("referrer", node(step.referrer()));
        tree.put("referrer_columns", step.referrerColumns());
        tree.put("embeds", embeds(step.embeds()));
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
        if (step.settings().subFirst()) {
            tree.put("sub_first", true);
        }
        put(tree, "max_elements_per_document", step.settings().maxElementsPerDocument());
        put(tree, "entries_in_memory", step.settings().entriesInMemory());
        step.settings().stateNamespace().ifPresent(namespace -> tree.put("state_namespace", namespace));
        tree.put("embeds", embeds(step.embeds()));
        return tree;
    }

    @Override
    public TreeMap<String, Object> visit(WriteViewStep step) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("input", stream(step.input()));
        tree.put("view", step.view());
        if (!step.connector().equals(WriteViewStep.MONGODB)) {
            tree.put("connector", step.connector());
        }
        tree.put("config", step.config());
        tree.put("collection", step.collection());
        tree.put("primary_key", step.primaryKey());
        tree.put("indexes", step.indexes());
        return tree;
    }

    @Override
    public TreeMap<String, Object> visit(WriteTablesStep step) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("sync", step.sync());
        tree.put("target", step.target());
        tree.put("connector", step.connector());
        tree.put("config", step.config());
        tree.put("mode", step.mode().yaml());
        tree.put("ddl", step.ddl().yaml());
        tree.put("auto_create_table", step.autoCreateTable());
        if (step.adoptsExisting()) {
            tree.put("adopts_existing", true);
        }
        tree.put(
                "outputs",
                step.outputs().stream()
                        .map(output -> {
                            TreeMap<String, Object> fields = columns(output.columns());
                            fields.put("input", stream(output.input()));
                            fields.put("origin", output.origin());
                            fields.put("table", output.table());
                            fields.put("key", output.key());
                            return fields;
                        })
                        .toList());
        return tree;
    }

    private static TreeMap<String, Object> reading(PlanStep step) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("inputs", step.inputs().stream().map(PlanTree::stream).toList());
        return tree;
    }

    private static TreeMap<String, Object> rule(MapRowsStep.Rule rule) {
        TreeMap<String, Object> tree = new TreeMap<>();
        if (rule instanceof MapRowsStep.Rule.Rename rename) {
            tree.put("rename", rename.source());
        } else if (rule instanceof MapRowsStep.Rule.Computed computed) {
            tree.put("computed", computed.expression());
        } else if (rule instanceof MapRowsStep.Rule.Constant constant) {
            tree.put("constant", LiteralTree.of(constant.value()));
        } else {
            tree.put("drop", true);
        }
        return tree;
    }

    private static List<Object> incoming(List<IncomingRows> incoming) {
        List<Object> trees = new ArrayList<>();
        for (IncomingRows rows : incoming) {
            TreeMap<String, Object> tree = columns(rows.columns());
            tree.put("table", rows.table());
            tree.put("key", rows.key());
            trees.add(tree);
        }
        return trees;
    }

    private static List<Object> origins(List<Origin> origins) {
        List<Object> trees = new ArrayList<>();
        for (Origin origin : origins) {
            TreeMap<String, Object> tree = new TreeMap<>();
            tree.put("table", origin.table());
            tree.put("key", origin.key());
            trees.add(tree);
        }
        return trees;
    }

    private static TreeMap<String, Object> columns(PlanColumns columns) {
        List<Object> trees = new ArrayList<>();
        for (PlanColumns.Column column : columns.columns()) {
            TreeMap<String, Object> tree = new TreeMap<>();
            tree.put("name", column.name());
            column.type().ifPresent(type -> tree.put("type", lower(type)));
            tree.put("nullable", column.nullable());
            trees.add(tree);
        }
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("columns", trees);
        if (columns.open()) {
            tree.put("open", true);
        }
        return tree;
    }

    private static List<Object> embeds(List<Embed> embeds) {
        List<Object> trees = new ArrayList<>();
        for (Embed embed : embeds) {
            TreeMap<String, Object> tree = new TreeMap<>();
            tree.put("path", embed.path());
            tree.put("input", stream(embed.input()));
            tree.put("shape", lower(embed.shape()));
            if (embed.direction() != Embed.Direction.BELONGS_TO) {
                tree.put("direction", lower(embed.direction()));
            }
            tree.put("identity", embed.identity());
            tree.put("child_columns", embed.childColumns());
            if (!embed.parentColumns().isEmpty()) {
                tree.put("parent_columns", embed.parentColumns());
            }
            tree.put("array_key", embed.arrayKey());
            if (embed.ignoreUpdates()) {
                tree.put("ignore_updates", true);
            }
            if (!embed.embeds().isEmpty()) {
                tree.put("embeds", embeds(embed.embeds()));
            }
            trees.add(tree);
        }
        return trees;
    }

    private static TreeMap<String, Object> node(NestNode node) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("path", node.path());
        tree.put("input", stream(node.input()));
        tree.put("identity", node.identity());
        tree.put("child_columns", node.childColumns());
        tree.put("array_key", node.arrayKey());
        return tree;
    }

    private static void put(Map<String, Object> tree, String field, OptionalInt number) {
        number.ifPresent(value -> tree.put(field, (long) value));
    }

    private static TreeMap<String, Object> stream(StreamRef stream) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("step", stream.step().value());
        stream.table().ifPresent(table -> tree.put("table", table(table)));
        return tree;
    }

    private static TreeMap<String, Object> foreignKey(ForeignKey key) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("key", key.name());
        tree.put("columns", key.columns());
        tree.put("parent", table(key.parent()));
        tree.put("referenced", key.referenced());
        tree.put("on_delete", lower(key.onDelete()));
        tree.put("on_update", lower(key.onUpdate()));
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
