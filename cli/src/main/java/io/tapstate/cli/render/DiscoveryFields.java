package io.tapstate.cli.render;

import io.tapstate.cli.discovery.Discovered;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.planner.schema.SchemaChanges;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What discovery found, for programs. */
public final class DiscoveryFields {
    private DiscoveryFields() {}

    /** @param recorded whether the file was written */
    public static Map<String, Object> of(Discovered found, boolean recorded) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", found.snapshot().source());
        fields.put("connector", found.snapshot().connector());
        fields.put("status", found.status());
        fields.put("recorded", recorded);
        fields.put("path", found.path().toString());
        fields.put(
                "tables",
                found.snapshot().tables().stream().map(DiscoveryFields::table).toList());
        found.changes().ifPresent(changes -> fields.put("changes", changes(changes)));
        if (!found.notes().isEmpty()) {
            fields.put("diagnostics", DiagnosticFields.of(found.notes()));
        }
        return fields;
    }

    private static Map<String, Object> table(TableSchema table) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("namespace", table.id().namespace());
        fields.put("name", table.id().name());
        fields.put(
                "columns", table.columns().stream().map(DiscoveryFields::column).toList());
        fields.put("primaryKey", table.primaryKey());
        fields.put(
                "uniqueIndexes",
                table.uniqueIndexes().stream().map(DiscoveryFields::index).toList());
        fields.put("beforeImage", lower(table.beforeImage()));
        table.rowEstimate().ifPresent(rows -> fields.put("rowEstimate", rows));
        return fields;
    }

    private static Map<String, Object> column(ColumnSchema column) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", column.name());
        fields.put("type", lower(column.type()));
        fields.put("nativeType", column.nativeType());
        fields.put("nullable", column.nullable());
        return fields;
    }

    private static Map<String, Object> index(UniqueIndex index) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", index.name());
        fields.put("columns", index.columns());
        fields.put("notNull", index.notNull());
        return fields;
    }

    private static Map<String, Object> changes(SchemaChanges changes) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("added", changes.added().stream().map(TableId::toString).toList());
        fields.put("removed", changes.removed().stream().map(TableId::toString).toList());
        fields.put(
                "changed",
                changes.changed().stream().map(DiscoveryFields::change).toList());
        return fields;
    }

    private static Map<String, Object> change(SchemaChanges.TableChange table) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("table", table.table().toString());
        fields.put(
                "parts",
                table.parts().stream()
                        .map(part -> {
                            Map<String, Object> parts = new LinkedHashMap<>();
                            parts.put("what", part.what());
                            parts.put("before", part.before());
                            parts.put("after", part.after());
                            return parts;
                        })
                        .toList());
        return fields;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
