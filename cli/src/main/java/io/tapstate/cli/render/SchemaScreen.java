package io.tapstate.cli.render;

import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.planner.schema.SchemaSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Recorded schemas, for people and for programs. */
public final class SchemaScreen {
    private SchemaScreen() {}

    /** One line per table. */
    public static String tables(SchemaSnapshot snapshot, Style style) {
        TextTable table = new TextTable("TABLE", "ROWS", "KEY", "COLUMNS");
        snapshot.tables()
                .forEach(found -> table.row(
                        found.id().toString(),
                        rows(found),
                        key(found),
                        Integer.toString(found.columns().size())));
        return table.render(style);
    }

    /** One line per column. */
    public static String columns(TableSchema found, Style style) {
        TextTable table = new TextTable("COLUMN", "TYPE", "IS", "NULL", "KEY");
        for (ColumnSchema column : found.columns()) {
            int place = found.primaryKey().indexOf(column.name());
            table.row(
                    column.name(),
                    column.nativeType(),
                    type(column),
                    column.nullable() ? "yes" : "no",
                    place < 0 ? unique(found, column) : "primary");
        }
        return style.bold(found.id().toString()) + "  " + rows(found) + " rows\n" + table.render(style);
    }

    public static Map<String, Object> fields(SchemaSnapshot snapshot, List<TableSchema> tables) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("source", snapshot.source());
        fields.put("connector", snapshot.connector());
        fields.put("tables", tables.stream().map(SchemaScreen::fields).toList());
        return fields;
    }

    private static Map<String, Object> fields(TableSchema table) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("table", table.id().toString());
        table.rowEstimate().ifPresent(rows -> fields.put("rowEstimate", rows));
        fields.put("primaryKey", table.primaryKey());
        fields.put(
                "uniqueIndexes",
                table.uniqueIndexes().stream().map(SchemaScreen::fields).toList());
        fields.put("beforeImage", table.beforeImage().name().toLowerCase(Locale.ROOT));
        fields.put("columns", table.columns().stream().map(SchemaScreen::fields).toList());
        return fields;
    }

    private static Map<String, Object> fields(UniqueIndex index) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", index.name());
        fields.put("columns", index.columns());
        fields.put("notNull", index.notNull());
        return fields;
    }

    private static Map<String, Object> fields(ColumnSchema column) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", column.name());
        fields.put("nativeType", column.nativeType());
        fields.put("type", type(column));
        fields.put("nullable", column.nullable());
        return fields;
    }

    private static String type(ColumnSchema column) {
        return column.type().toString().toLowerCase(Locale.ROOT);
    }

    private static String rows(TableSchema table) {
        return table.rowEstimate().isPresent() ? "~" + table.rowEstimate().getAsLong() : "?";
    }

    private static String key(TableSchema table) {
        return table.primaryKey().isEmpty() ? "-" : String.join(", ", table.primaryKey());
    }

    private static String unique(TableSchema table, ColumnSchema column) {
        return table.uniqueIndexes().stream().anyMatch(index -> index.columns().contains(column.name()))
                ? "unique"
                : "";
    }
}
