package io.tapstate.planner.logical;

import io.tapstate.connectors.api.ColumnType;
import java.util.List;
import java.util.Optional;

/**
 * The columns of a stream of rows, in row order.
 *
 * @param open whether rows may hold columns that are not listed, as after a script
 */
public record RowType(List<Column> columns, boolean open) {
    /**
     * @param type empty where it is only known when a row comes: the column may hold anything
     * @param nativeType the database's own name of the type, for messages; {@code dyn} where the type is empty
     */
    public record Column(String name, Optional<ColumnType> type, String nativeType, boolean nullable) {}

    /** Nothing is known. */
    public static final RowType ANY = new RowType(List.of(), true);

    public RowType {
        columns = List.copyOf(columns);
    }

    public Optional<Column> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    public List<String> names() {
        return columns.stream().map(Column::name).toList();
    }
}
