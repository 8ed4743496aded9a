package io.tapstate.planner.schema;

import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * What differs between two snapshots of one source, for people. Row estimates are not compared.
 *
 * @param changed tables that both have, with at least one change
 */
public record SchemaChanges(List<TableId> added, List<TableId> removed, List<TableChange> changed) {
    public SchemaChanges {
        added = List.copyOf(added);
        removed = List.copyOf(removed);
        changed = List.copyOf(changed);
    }

    /** @param parts in the order columns, key, indexes, before image; never empty */
    public record TableChange(TableId table, List<Part> parts) {
        public TableChange {
            parts = List.copyOf(parts);
        }
    }

    /**
     * One difference.
     *
     * @param what the part, for example {@code column `note`}
     * @param before how it was; empty when it was not there
     * @param after how it is; empty when it is gone
     */
    public record Part(String what, String before, String after) {
        public boolean isAdded() {
            return before.isEmpty();
        }

        public boolean isRemoved() {
            return after.isEmpty();
        }
    }

    public boolean isEmpty() {
        return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
    }

    public static SchemaChanges between(SchemaSnapshot former, SchemaSnapshot now) {
        List<TableId> added = new ArrayList<>();
        List<TableId> removed = new ArrayList<>();
        List<TableChange> changed = new ArrayList<>();
        for (TableSchema table : now.tables()) {
            former.table(table.id())
                    .ifPresentOrElse(
                            before -> {
                                List<Part> parts = parts(before, table);
                                if (!parts.isEmpty()) {
                                    changed.add(new TableChange(table.id(), parts));
                                }
                            },
                            () -> added.add(table.id()));
        }
        for (TableSchema table : former.tables()) {
            if (now.table(table.id()).isEmpty()) {
                removed.add(table.id());
            }
        }
        return new SchemaChanges(added, removed, changed);
    }

    private static List<Part> parts(TableSchema before, TableSchema after) {
        List<Part> parts = new ArrayList<>();
        Map<String, String> columnsBefore = texts(before.columns(), ColumnSchema::name, SchemaChanges::text);
        Map<String, String> columnsAfter = texts(after.columns(), ColumnSchema::name, SchemaChanges::text);
        compare("column", columnsBefore, columnsAfter, parts);
        List<String> orderBefore = new ArrayList<>(columnsBefore.keySet());
        List<String> orderAfter = new ArrayList<>(columnsAfter.keySet());
        orderBefore.retainAll(columnsAfter.keySet());
        orderAfter.retainAll(columnsBefore.keySet());
        if (!orderBefore.equals(orderAfter)) {
            parts.add(new Part("order of columns", list(orderBefore), list(orderAfter)));
        }
        different("primary key", list(before.primaryKey()), list(after.primaryKey()), parts);
        compare(
                "unique index",
                texts(before.uniqueIndexes(), UniqueIndex::name, index -> list(index.columns())),
                texts(after.uniqueIndexes(), UniqueIndex::name, index -> list(index.columns())),
                parts);
        compare(
                "foreign key",
                texts(before.foreignKeys(), ForeignKey::name, SchemaChanges::text),
                texts(after.foreignKeys(), ForeignKey::name, SchemaChanges::text),
                parts);
        different(
                "before image",
                before.beforeImage().name().toLowerCase(Locale.ROOT),
                after.beforeImage().name().toLowerCase(Locale.ROOT),
                parts);
        return parts;
    }

    private static void compare(String what, Map<String, String> before, Map<String, String> after, List<Part> parts) {
        after.forEach((name, text) -> different(what + " `" + name + "`", before.getOrDefault(name, ""), text, parts));
        before.forEach((name, text) -> {
            if (!after.containsKey(name)) {
                parts.add(new Part(what + " `" + name + "`", text, ""));
            }
        });
    }

    private static void different(String what, String before, String after, List<Part> parts) {
        if (!before.equals(after)) {
            parts.add(new Part(what, before, after));
        }
    }

    private static <T> Map<String, String> texts(List<T> items, Function<T, String> name, Function<T, String> text) {
        Map<String, String> texts = new LinkedHashMap<>();
        items.forEach(item -> texts.put(name.apply(item), text.apply(item)));
        return texts;
    }

    private static String text(ColumnSchema column) {
        return column.nativeType() + (column.nullable() ? "" : " not null") + " ("
                + column.type().name().toLowerCase(Locale.ROOT) + ")";
    }

    private static String text(ForeignKey key) {
        return list(key.columns()) + " to " + key.parent() + " " + list(key.referenced()) + ", on delete "
                + action(key.onDelete()) + ", on update " + action(key.onUpdate());
    }

    private static String action(ForeignKey.Action action) {
        return action.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String list(List<String> names) {
        return "[" + String.join(", ", names) + "]";
    }
}
