package io.tapstate.planner.plan;

import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Passes schemas on to the planner and remembers them, so that a saved plan can say what it was made from. */
public final class ObservedSchemas implements SchemaCatalog {
    private final SchemaCatalog schemas;
    private final Map<String, List<TableSchema>> seen = new ConcurrentSkipListMap<>();

    public ObservedSchemas(SchemaCatalog schemas) {
        this.schemas = schemas;
    }

    @Override
    public List<TableSchema> tables(String source, String connector, ConnectionConfig config, boolean capture) {
        List<TableSchema> tables = schemas.tables(source, connector, config, capture);
        seen.put(source, List.copyOf(tables));
        return tables;
    }

    /**
     * 64 lower-case hexadecimal digits that stand for the tables that a plan reads, as they were seen: columns, keys,
     * before images. Row estimates do not count, nor does any other table.
     */
    public String fingerprint(JobPlan plan) {
        List<Object> tables = new ArrayList<>();
        for (PlanStep step : plan.steps()) {
            if (step instanceof ReadTablesStep source) {
                for (ReadTablesStep.Table table : source.tables()) {
                    table(source.source(), table).ifPresent(schema -> tables.add(tree(source.source(), schema)));
                }
            }
        }
        return JobPlanCodec.digest(tables);
    }

    private Optional<TableSchema> table(String source, ReadTablesStep.Table table) {
        return seen.getOrDefault(source, List.of()).stream()
                .filter(schema -> schema.id().equals(table.table()))
                .findFirst();
    }

    private static TreeMap<String, Object> tree(String source, TableSchema schema) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("source", source);
        tree.put("table", List.of(schema.id().namespace(), schema.id().name()));
        tree.put("columns", schema.columns().stream().map(ObservedSchemas::tree).toList());
        tree.put("primary_key", schema.primaryKey());
        tree.put(
                "unique_indexes",
                schema.uniqueIndexes().stream()
                        .sorted(Comparator.comparing(UniqueIndex::name))
                        .map(ObservedSchemas::tree)
                        .toList());
        tree.put("before_image", schema.beforeImage().name().toLowerCase(Locale.ROOT));
        return tree;
    }

    private static TreeMap<String, Object> tree(ColumnSchema column) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("name", column.name());
        tree.put("type", column.type().name().toLowerCase(Locale.ROOT));
        tree.put("native_type", column.nativeType());
        tree.put("nullable", column.nullable());
        return tree;
    }

    private static TreeMap<String, Object> tree(UniqueIndex index) {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("name", index.name());
        tree.put("columns", index.columns());
        tree.put("not_null", index.notNull());
        return tree;
    }
}
