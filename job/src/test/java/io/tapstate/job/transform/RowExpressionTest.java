package io.tapstate.job.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.job.transform.RowExpression.Event;
import io.tapstate.planner.expression.CelExpression.Use;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RowExpressionTest {
    private static final String FAILS = "fails: ";

    @TestFactory
    Stream<DynamicTest> everyFunctionGivesItsValue() {
        return ExpressionsPageRunTest.read("functions.txt").entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey(),
                        () -> assertThat(outcome(entry.getKey())).isEqualTo(entry.getValue())));
    }

    @Test
    void aColumnThatIsNullOrNotThereIsNull() {
        byte[] row = PageRow.bson("{price: null}");
        for (String column : new String[] {"price", "placed_at", "opens", "token", "created_at", "status", "id"}) {
            assertThat(holds("after." + column + " == null", row)).as(column).isTrue();
            assertThat(holds("after." + column + " != null", row)).as(column).isFalse();
            assertThat(holds("before." + column + " == null", row)).as(column).isTrue();
        }
        assertThat(holds("has(after.price) && !has(after.status) && !has(before.price)", row))
                .isTrue();
        assertThat(holds("after[\"odd name\"] == null && after.`odd name` == null && !has(after.`odd name`)", row))
                .isTrue();
    }

    @Test
    void orderingOrComputingWithNullFails() {
        byte[] row = PageRow.bson("{price: null, quantity: null}");
        assertThatThrownBy(() -> holds("after.price > 10", row))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("transform.expression-failed")
                .hasMessageContaining("the expression `after.price > 10` has no value for a row")
                .hasMessageContaining("`>` does not take a null");
        assertThatThrownBy(() -> holds("after.quantity + 1 == 2", row))
                .hasMessageContaining("`+` does not take a null");
        assertThatThrownBy(() -> holds("after.placed_at < datetime(\"2026-01-31T08:00:00\")", row))
                .hasMessageContaining("`<` does not take a null");
    }

    @Test
    void noFailureHoldsAValueOfTheRow() {
        byte[] row = PageRow.bson("{status: 'hunter2', id: {$numberLong: '424242'}}");
        for (String text : new String[] {
            "int(after.status) > 1",
            "decimal(after.status) > 1",
            "timestamp(after.status) > now()",
            "duration(after.status) > duration(\"1h\")",
            "after.status.substring(after.id) == \"\"",
            "[1][after.id] == 1",
            "{\"a\": true}[after.status]",
            "after.status.matches(after.status + \"(\")",
            "after.id * 9223372036854775807 > 1",
            "bool(after.status)",
            "dyn(after.status)"
        }) {
            assertThatThrownBy(() -> holds(text, row))
                    .as(text)
                    .isInstanceOf(TapException.class)
                    .hasMessageNotContaining("hunter2")
                    .hasMessageNotContaining("424242");
        }
    }

    @Test
    void whatATypeCannotHoldIsNoValueOfIt() {
        byte[] row = PageRow.bson("{price: {$numberDecimal: 'NaN'}, opens: '838:59:59'}");
        assertThat(holds("after.price != null && after.opens != null", row)).isTrue();
        assertThatThrownBy(() -> holds("after.price > 1", row)).isInstanceOf(TapException.class);
        assertThatThrownBy(() -> holds("after.opens > time(\"08:00:00\")", row)).isInstanceOf(TapException.class);
    }

    @Test
    void minusZeroIsZero() {
        assertThat(holds("after.price == decimal(0)", PageRow.bson("{price: {$numberDecimal: '-0'}}")))
                .isTrue();
    }

    @Test
    void aFilterThatIsNeitherTrueNorFalseFails() {
        assertThatThrownBy(() -> holds("dyn(after.status)", PageRow.bson("{status: null}")))
                .hasMessageContaining("it came out as a null, not as true or false");
        assertThatThrownBy(() -> holds("dyn(after.price)", PageRow.NEW))
                .hasMessageContaining("it came out as a decimal, not as true or false");
    }

    @Test
    void anExpressionThatDoesNotCompileHasTheCode() {
        IncomingTable other = PageRow.table(Map.of("status", ColumnType.INTEGER));
        assertThatThrownBy(() -> RowExpression.of("after.status == \"paid\"", Use.FILTER, other))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("transform.expression-failed");
    }

    @Test
    void unknownColumnsHoldAnything() {
        byte[] row = PageRow.bson("{_x: 1, price: {$numberDecimal: '1.50'}, items: [{qty: 2}, {qty: 3}],"
                + " nested: {name: 'a'}, at: {$date: '2026-01-31T08:00:00Z'}}");
        assertThat(anything("after.price * 2 == decimal(3)", row)).isTrue();
        assertThat(anything("after.items.exists(item, item.qty > 2) && size(after.items) == 2", row))
                .isTrue();
        assertThat(anything("after.nested.name == \"a\" && has(after.nested.name) && !has(after.nested.no)", row))
                .isTrue();
        assertThat(anything("after.at < timestamp(\"2026-02-01T00:00:00Z\") && after.nothing == null", row))
                .isTrue();
    }

    private static boolean anything(String text, byte[] row) {
        return RowExpression.of(text, Use.FILTER, IncomingTable.unknown("t"))
                .holds(new Event(ChangeKind.INSERT, 0, "t", null, row));
    }

    private static boolean holds(String text, byte[] after) {
        return RowExpression.of(text, Use.FILTER, PageRow.TABLE)
                .holds(new Event(ChangeKind.INSERT, 0, "orders", null, after));
    }

    private static String outcome(String text) {
        try {
            return ExpressionsPageRunTest.value(text, Use.VALUE);
        } catch (TapException e) {
            return FAILS + e.diagnostics().get(0).parameters().get("detail");
        }
    }
}
