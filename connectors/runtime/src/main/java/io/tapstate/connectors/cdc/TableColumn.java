package io.tapstate.connectors.cdc;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A column of a captured table as a source remembers it.
 *
 * @param number what the column keeps when it gets another name; 0 where the database has no such number
 * @param type as the database prints it
 * @param logged whether rows in the log carry it
 */
public record TableColumn(int number, String name, String type, boolean logged) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * What happened to a table's columns, in words: {@code column note added, column a renamed to b}. Whether they may be
     * null, and what they are by default, does not count.
     *
     * @return empty when names, types and order are the same
     */
    public static Optional<String> change(List<TableColumn> before, List<TableColumn> after) {
        List<String> changes = new ArrayList<>();
        for (TableColumn column : before) {
            Optional<TableColumn> found = column.in(after);
            if (found.isEmpty()) {
                changes.add("column " + column.name() + " dropped");
                continue;
            }
            TableColumn now = found.get();
            if (!now.name().equals(column.name())) {
                changes.add("column " + column.name() + " renamed to " + now.name());
            }
            if (!now.type().equals(column.type())) {
                changes.add("column " + now.name() + " changed from " + column.type() + " to " + now.type());
            }
        }
        for (TableColumn column : after) {
            if (column.in(before).isEmpty()) {
                changes.add("column " + column.name() + " added");
            }
        }
        if (changes.isEmpty() && !names(before).equals(names(after))) {
            changes.add("columns reordered");
        }
        return changes.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", changes));
    }

    private Optional<TableColumn> in(List<TableColumn> columns) {
        return columns.stream().filter(this::isSame).findFirst();
    }

    private boolean isSame(TableColumn other) {
        return number > 0 && other.number > 0 ? number == other.number : name.equals(other.name);
    }

    private static List<String> names(List<TableColumn> columns) {
        return columns.stream().map(TableColumn::name).toList();
    }
}
