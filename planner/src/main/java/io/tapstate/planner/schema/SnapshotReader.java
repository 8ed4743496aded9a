package io.tapstate.planner.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;

/** Reads the tree of a {@link SchemaSnapshotCodec} file, strictly. */
final class SnapshotReader {
    private static final Set<String> SNAPSHOT = Set.of("format", "source", "connector", "tables");
    private static final Set<String> TABLE = Set.of(
            "namespace",
            "name",
            "row_estimate",
            "before_image",
            "primary_key",
            "unique_indexes",
            "columns",
            "foreign_keys");
    private static final Set<String> FOREIGN_KEY =
            Set.of("name", "columns", "parent", "referenced", "on_delete", "on_update");
    private static final Set<String> INDEX = Set.of("name", "columns");
    private static final Set<String> COLUMN = Set.of("name", "type", "native", "nullable");

    private final String path;

    SnapshotReader(String path) {
        this.path = path;
    }

    SchemaSnapshot snapshot(JsonNode root) {
        object(root, "");
        String format = text(root, "", "format");
        if (!format.equals(SchemaSnapshotCodec.FORMAT)) {
            throw TapException.of(
                    SchemaError.FORMAT_UNKNOWN, "path", path, "format", format, "known", SchemaSnapshotCodec.FORMAT);
        }
        known(root, "", SNAPSHOT);
        List<TableSchema> tables = items(root, "", "tables", this::table);
        distinct("tables", tables.stream().map(TableSchema::id).toList());
        return new SchemaSnapshot(text(root, "", "source"), text(root, "", "connector"), tables);
    }

    private TableSchema table(JsonNode node, String at) {
        object(node, at);
        known(node, at, TABLE);
        List<ColumnSchema> columns = items(node, at, "columns", this::column);
        distinct(at + ".columns", columns.stream().map(ColumnSchema::name).toList());
        Map<String, Boolean> nullable = new HashMap<>();
        columns.forEach(column -> nullable.put(column.name(), column.nullable()));
        List<UniqueIndex> indexes = items(node, at, "unique_indexes", (item, place) -> index(item, place, nullable));
        distinct(at + ".unique_indexes", indexes.stream().map(UniqueIndex::name).toList());
        return new TableSchema(
                new TableId(text(node, at, "namespace"), text(node, at, "name")),
                columns,
                columns(node, at, "primary_key", nullable),
                indexes,
                choice(node, at, "before_image", BeforeImage.class),
                node.has("row_estimate") ? OptionalLong.of(count(node, at, "row_estimate")) : OptionalLong.empty(),
                foreignKeys(node, at, nullable));
    }

    private List<ForeignKey> foreignKeys(JsonNode node, String at, Map<String, Boolean> nullable) {
        if (!node.has("foreign_keys")) {
            return List.of();
        }
        List<ForeignKey> keys = items(node, at, "foreign_keys", (item, place) -> foreignKey(item, place, nullable));
        distinct(at + ".foreign_keys", keys.stream().map(ForeignKey::name).toList());
        return keys;
    }

    private ForeignKey foreignKey(JsonNode node, String at, Map<String, Boolean> nullable) {
        object(node, at);
        known(node, at, FOREIGN_KEY);
        List<String> columns = columns(node, at, "columns", nullable);
        List<String> parent = texts(node, at, "parent");
        List<String> referenced = texts(node, at, "referenced");
        if (parent.size() != 2) {
            throw damage(at + ".parent", "is not a namespace and a name");
        }
        if (columns.isEmpty() || columns.size() != referenced.size()) {
            throw damage(at + ".referenced", "does not go with `columns`");
        }
        return new ForeignKey(
                text(node, at, "name"),
                columns,
                new TableId(parent.get(0), parent.get(1)),
                referenced,
                choice(node, at, "on_delete", ForeignKey.Action.class),
                choice(node, at, "on_update", ForeignKey.Action.class));
    }

    private List<String> texts(JsonNode node, String at, String field) {
        return items(node, at, field, (item, place) -> {
            if (!item.isTextual()) {
                throw damage(place, "is not text");
            }
            return item.textValue();
        });
    }

    private UniqueIndex index(JsonNode node, String at, Map<String, Boolean> nullable) {
        object(node, at);
        known(node, at, INDEX);
        List<String> columns = columns(node, at, "columns", nullable);
        if (columns.isEmpty()) {
            throw damage(at + ".columns", "is empty");
        }
        return new UniqueIndex(text(node, at, "name"), columns, columns.stream().noneMatch(nullable::get));
    }

    private ColumnSchema column(JsonNode node, String at) {
        object(node, at);
        known(node, at, COLUMN);
        JsonNode nullable = field(node, at, "nullable");
        if (!nullable.isBoolean()) {
            throw damage(at + ".nullable", "is neither true nor false");
        }
        return new ColumnSchema(
                text(node, at, "name"),
                text(node, at, "native"),
                choice(node, at, "type", ColumnType.class),
                nullable.booleanValue());
    }

    private List<String> columns(JsonNode node, String at, String field, Map<String, Boolean> nullable) {
        List<String> columns = items(node, at, field, (item, place) -> {
            if (!item.isTextual()) {
                throw damage(place, "is not text");
            }
            if (!nullable.containsKey(item.textValue())) {
                throw damage(place, "is `" + item.textValue() + "`, which is no column of the table");
            }
            return item.textValue();
        });
        distinct(at + "." + field, columns);
        return columns;
    }

    private <T> List<T> items(JsonNode node, String at, String field, BiFunction<JsonNode, String, T> item) {
        JsonNode list = field(node, at, field);
        String place = join(at, field);
        if (!list.isArray()) {
            throw damage(place, "is not a list");
        }
        List<T> items = new ArrayList<>();
        for (JsonNode value : list) {
            items.add(item.apply(value, place + "[" + items.size() + "]"));
        }
        return items;
    }

    private String text(JsonNode node, String at, String field) {
        JsonNode value = field(node, at, field);
        if (!value.isTextual() || value.textValue().isEmpty()) {
            throw damage(join(at, field), "is not text");
        }
        return value.textValue();
    }

    private long count(JsonNode node, String at, String field) {
        JsonNode value = field(node, at, field);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
            throw damage(join(at, field), "is not a whole number of at least 0");
        }
        return value.longValue();
    }

    private <E extends Enum<E>> E choice(JsonNode node, String at, String field, Class<E> type) {
        String text = text(node, at, field);
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> SchemaSnapshotCodec.text(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> damage(join(at, field), "is `" + text + "`"));
    }

    private JsonNode field(JsonNode node, String at, String field) {
        JsonNode value = node.get(field);
        if (value == null) {
            throw damage(join(at, field), "is missing");
        }
        return value;
    }

    private void object(JsonNode node, String at) {
        if (!node.isObject()) {
            throw damage(at.isEmpty() ? "the whole" : at, "is not an object");
        }
    }

    private void known(JsonNode node, String at, Set<String> fields) {
        node.fieldNames().forEachRemaining(name -> {
            if (!fields.contains(name)) {
                throw damage(join(at, name), "is not a field of a recorded schema");
            }
        });
    }

    private void distinct(String at, List<?> names) {
        Set<Object> seen = new HashSet<>();
        for (Object name : names) {
            if (!seen.add(name)) {
                throw damage(at, "names `" + name + "` twice");
            }
        }
    }

    private static String join(String at, String field) {
        return at.isEmpty() ? field : at + "." + field;
    }

    private TapException damage(String place, String what) {
        return TapException.of(SchemaError.UNREADABLE, "path", path, "reason", "`" + place + "` " + what);
    }
}
