package io.tapstate.connectors.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableColumnTest {
    private static final List<TableColumn> ORDERS =
            List.of(column(1, "id", "integer"), column(2, "customer", "text"), column(3, "amount", "numeric(10,2)"));

    @Test
    void theSameColumnsAreNoChange() {
        assertThat(TableColumn.change(ORDERS, List.copyOf(ORDERS))).isEmpty();
    }

    @Test
    void aNumberTellsARenameFromADropAndAnAddition() {
        List<TableColumn> after =
                List.of(column(1, "id", "integer"), column(2, "client", "text"), column(3, "amount", "numeric(12,2)"));

        assertThat(TableColumn.change(ORDERS, after))
                .contains(
                        "column customer renamed to client, column amount changed from numeric(10,2) to numeric(12,2)");
    }

    @Test
    void aColumnThatIsMadeAnewIsAnotherOne() {
        List<TableColumn> after = List.of(
                column(1, "id", "integer"), column(3, "amount", "numeric(10,2)"), column(4, "customer", "text"));

        assertThat(TableColumn.change(ORDERS, after)).contains("column customer dropped, column customer added");
    }

    @Test
    void withoutNumbersNamesTell() {
        List<TableColumn> before = List.of(column(0, "id", "int"), column(0, "a", "int"), column(0, "b", "int"));

        assertThat(TableColumn.change(before, List.of(before.get(0), before.get(2), before.get(1))))
                .contains("columns reordered");
        assertThat(TableColumn.change(before, List.of(before.get(0), column(0, "c", "int"), before.get(2))))
                .contains("column a dropped, column c added");
    }

    private static TableColumn column(int number, String name, String type) {
        return new TableColumn(number, name, type, true);
    }
}
