package io.tapstate.connectors.cdc;

import io.tapstate.connectors.row.ColumnChange;
import io.tapstate.connectors.row.RawRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What a target must do that has rows of one shape and is to have those of another. */
final class ShapeChange {
    private ShapeChange() {}

    /**
     * @param filled see {@link LiveTables.Live}
     * @param keeps whether values of one type are the same in a document when their column has the other
     * @return empty lists where rows look as before; absent where a target cannot follow
     */
    static Optional<List<ColumnChange>> between(
            TableShape before, TableShape after, byte[] filled, BiPredicate<String, String> keeps) {
        if (!before.computed().equals(after.computed())) {
            return Optional.empty();
        }
        List<TableColumn> renamed = new ArrayList<>();
        for (TableColumn column : before.logged()) {
            if (after.holds(column.number())) {
                TableColumn now = after.column(column.number());
                if (!now.logged() || !keeps.test(column.type(), now.type())) {
                    return Optional.empty();
                }
                if (!now.name().equals(column.name())) {
                    renamed.add(column);
                }
            }
        }
        List<ColumnChange> changes = new ArrayList<>();
        before.logged().stream()
                .filter(column -> !after.holds(column.number()))
                .forEach(column -> changes.add(ColumnChange.dropped(column.name())));
        if (!rename(renamed, after, changes)) {
            return Optional.empty();
        }
        return add(before, after, filled, changes) ? Optional.of(changes) : Optional.empty();
    }

    /** So that no renaming takes a name that another has yet to give up. */
    private static boolean rename(List<TableColumn> renamed, TableShape after, List<ColumnChange> changes) {
        List<TableColumn> open = new ArrayList<>(renamed);
        while (!open.isEmpty()) {
            Optional<TableColumn> next = open.stream()
                    .filter(column -> open.stream()
                            .noneMatch(other -> other.name()
                                    .equals(after.column(column.number()).name())))
                    .findFirst();
            if (next.isEmpty()) {
                return false;
            }
            changes.add(ColumnChange.renamed(
                    next.get().name(), after.column(next.get().number()).name()));
            open.remove(next.get());
        }
        return true;
    }

    private static boolean add(TableShape before, TableShape after, byte[] filled, List<ColumnChange> changes) {
        BsonDocument values = RawRow.decode(filled);
        for (TableColumn column : after.logged()) {
            if (!before.holds(column.number())) {
                BsonValue value = values.get(Integer.toString(column.number()));
                if (value == null) {
                    return false;
                }
                changes.add(ColumnChange.added(column.name(), value));
            }
        }
        return true;
    }
}
