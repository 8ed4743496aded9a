package io.tapstate.connectors.mysql.runtime;

import io.debezium.relational.Column;
import io.debezium.relational.ColumnEditor;
import io.debezium.relational.Table;
import io.debezium.relational.TableEditor;
import io.debezium.relational.Tables;
import java.sql.Types;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The columns of a source's tables as the library knows them now, for {@link ExactValues}: the library tells its
 * converters neither a column's character set nor its enumerated texts.
 */
final class CapturedColumns {
    private static final Set<String> TEMPORAL = Set.of("DATE", "TIME", "DATETIME", "TIMESTAMP");
    private static final Map<String, Map<String, Table>> TABLES = new ConcurrentHashMap<>();

    private CapturedColumns() {}

    /**
     * Notes tables, and makes the library read their dates and times as it reads everything else: for those types it has
     * ways of its own, by which zero dates become null.
     */
    static void note(String watch, Tables tables) {
        for (var id : tables.tableIds()) {
            Table table = tables.forTable(id);
            TableEditor editor = table.edit();
            for (Column column : table.columns()) {
                // Defaults would only have to be converted; the log has every column.
                ColumnEditor edited = column.edit().unsetDefaultValueExpression();
                if (TEMPORAL.contains(column.typeName().toUpperCase(Locale.ROOT))) {
                    edited.jdbcType(Types.OTHER);
                }
                editor.updateColumn(edited.create());
            }
            Table edited = editor.create();
            tables.overwriteTable(edited);
            note(watch, edited);
        }
    }

    static void note(String watch, Table table) {
        TABLES.computeIfAbsent(watch, none -> new ConcurrentHashMap<>())
                .put(table.id().toString(), table);
    }

    /** @param table as the library writes it; null when there is no such column */
    static Column column(String watch, String table, String name) {
        Table known = TABLES.getOrDefault(watch, Map.of()).get(table);
        return known == null ? null : known.columnWithName(name);
    }

    /** Whether a column has text in a character set that is not this one. */
    static boolean hasOther(String watch, io.tapstate.connectors.api.TableId table, String charset) {
        Table known = TABLES.getOrDefault(watch, Map.of()).get(table.toString());
        return known == null
                || known.columns().stream()
                        .map(Column::charsetName)
                        .anyMatch(name -> name != null && !name.equalsIgnoreCase(charset));
    }
}
