package io.tapstate.connectors.cdc;

import java.io.Serializable;
import java.util.List;

/**
 * The columns of a table whose columns have numbers, in table order, which is that of the numbers.
 *
 * @param used the highest number that a column has ever had; none is used twice
 */
public record TableShape(List<TableColumn> columns, int used) implements Serializable {
    private static final long serialVersionUID = 1L;

    public TableShape {
        columns = List.copyOf(columns);
    }

    /** Of which only the columns are known. */
    static TableShape of(List<TableColumn> columns) {
        return new TableShape(
                columns, columns.stream().mapToInt(TableColumn::number).max().orElse(0));
    }

    boolean holds(int number) {
        return columns.stream().anyMatch(column -> column.number() == number);
    }

    TableColumn column(int number) {
        return columns.stream()
                .filter(column -> column.number() == number)
                .findFirst()
                .orElseThrow();
    }

    /** Those that rows in the log have. */
    List<TableColumn> logged() {
        return columns.stream().filter(TableColumn::logged).toList();
    }

    List<TableColumn> computed() {
        return columns.stream().filter(column -> !column.logged()).toList();
    }
}
