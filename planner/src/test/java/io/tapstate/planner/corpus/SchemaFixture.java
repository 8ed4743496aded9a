package io.tapstate.planner.corpus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Tables of sources, written short. A column is {@code "name TYPE native type !"}, where the mark at the end says NOT NULL,
 * or a mapping where its name holds a space.
 */
public record SchemaFixture(Map<String, List<TableSchema>> tables) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public SchemaFixture {
        tables = Map.copyOf(tables);
    }

    public static SchemaFixture parse(String json) {
        TreeMap<String, List<TableSchema>> sources = new TreeMap<>();
        try {
            JSON.readTree(json).fields().forEachRemaining(source -> {
                List<TableSchema> tables = new ArrayList<>();
                source.getValue().forEach(table -> tables.add(table(table)));
                tables.sort(Comparator.comparing(TableSchema::id));
                sources.put(source.getKey(), List.copyOf(tables));
            });
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
        return new SchemaFixture(sources);
    }

    /** These tables, those of other sources beside them. */
    SchemaFixture over(SchemaFixture base) {
        TreeMap<String, List<TableSchema>> all = new TreeMap<>(base.tables);
        all.putAll(tables);
        return new SchemaFixture(all);
    }

    public SchemaCatalog catalog() {
        return (source, connector, config, capture) -> tables.getOrDefault(source, List.of());
    }

    private static TableSchema table(JsonNode table) {
        String[] id = table.get("table").textValue().split("\\.", 2);
        List<ColumnSchema> columns = new ArrayList<>();
        table.get("columns").forEach(column -> columns.add(column(column)));
        List<UniqueIndex> indexes = new ArrayList<>();
        table.path("unique")
                .forEach(index -> indexes.add(new UniqueIndex(
                        index.get("name").textValue(),
                        names(index.get("columns")),
                        index.get("not_null").booleanValue())));
        return new TableSchema(
                new TableId(id[0], id[1]),
                columns,
                names(table.path("primary_key")),
                indexes,
                BeforeImage.valueOf(table.get("before_image").textValue()),
                table.has("rows") ? OptionalLong.of(table.get("rows").longValue()) : OptionalLong.empty(),
                foreignKeys(table.path("foreign_keys")));
    }

    private static List<ForeignKey> foreignKeys(JsonNode keys) {
        List<ForeignKey> all = new ArrayList<>();
        keys.forEach(key -> {
            String[] parent = key.get("parent").textValue().split("\\.", 2);
            all.add(new ForeignKey(
                    key.get("name").textValue(),
                    names(key.get("columns")),
                    new TableId(parent[0], parent[1]),
                    names(key.get("referenced")),
                    ForeignKey.Action.valueOf(key.get("on_delete").textValue()),
                    ForeignKey.Action.valueOf(key.get("on_update").textValue())));
        });
        return all;
    }

    private static ColumnSchema column(JsonNode column) {
        if (column.isObject()) {
            return new ColumnSchema(
                    column.get("name").textValue(),
                    column.get("native").textValue(),
                    ColumnType.valueOf(column.get("type").textValue()),
                    column.get("nullable").booleanValue());
        }
        String[] parts = column.textValue().split(" ");
        boolean notNull = parts[parts.length - 1].equals("!");
        String nativeType = String.join(" ", Arrays.copyOfRange(parts, 2, parts.length - (notNull ? 1 : 0)));
        return new ColumnSchema(parts[0], nativeType, ColumnType.valueOf(parts[1]), !notNull);
    }

    private static List<String> names(JsonNode list) {
        List<String> names = new ArrayList<>();
        list.forEach(name -> names.add(name.textValue()));
        return names;
    }
}
