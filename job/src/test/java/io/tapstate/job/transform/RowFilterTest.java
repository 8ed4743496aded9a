package io.tapstate.job.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.job.nest.Rows;
import io.tapstate.planner.plan.IncomingRows;
import io.tapstate.planner.plan.PlanColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowFilterTest {
    private static final IncomingTable ORDERS =
            PageRow.table(Map.of("id", ColumnType.INTEGER, "n", ColumnType.INTEGER, "s", ColumnType.STRING));

    @Test
    void newRowsAreJudgedAsTheyAre() {
        assertThat(filtered("after.n > 5", Rows.read(Rows.ORDERS, "{id: 1, n: 6}")))
                .containsExactly("READ null {\"id\": 1, \"n\": 6}");
        assertThat(filtered("after.n > 5", Rows.insert(Rows.ORDERS, "{id: 1, n: 6}")))
                .containsExactly("INSERT null {\"id\": 1, \"n\": 6}");
        assertThat(filtered("after.n > 5", Rows.read(Rows.ORDERS, "{id: 1, n: 5}")))
                .isEmpty();
    }

    @Test
    void anUpdateThatStaysIsAnUpdate() {
        assertThat(filtered("after.n > 5", Rows.update(Rows.ORDERS, "{id: 1, n: 6}", "{id: 1, n: 7}")))
                .containsExactly("UPDATE {\"id\": 1, \"n\": 6} {\"id\": 1, \"n\": 7}");
    }

    @Test
    void anUpdateThatLeavesIsADelete() {
        assertThat(filtered("after.n > 5", Rows.update(Rows.ORDERS, "{id: 1, n: 6}", "{id: 1, n: 5}")))
                .containsExactly("DELETE {\"id\": 1, \"n\": 6} null");
    }

    @Test
    void anUpdateThatEntersIsAnInsert() {
        assertThat(filtered("after.n > 5", Rows.update(Rows.ORDERS, "{id: 1, n: 5}", "{id: 1, n: 6}")))
                .containsExactly("INSERT null {\"id\": 1, \"n\": 6}");
    }

    @Test
    void anUpdateOfWhatNeverPassedIsNothing() {
        assertThat(filtered("after.n > 5", Rows.update(Rows.ORDERS, "{id: 1, n: 4}", "{id: 1, n: 5}")))
                .isEmpty();
    }

    @Test
    void withoutTheOldRowTheNewOneDecides() {
        for (String before : new String[] {null, "{id: 1}"}) {
            assertThat(filtered("after.n > 5", Rows.update(Rows.ORDERS, before, "{id: 1, n: 6}")))
                    .singleElement()
                    .asString()
                    .startsWith("UPDATE");
            assertThat(filtered("after.n > 5", Rows.update(Rows.ORDERS, before, "{id: 1, n: 5}")))
                    .containsExactly("DELETE {\"id\": 1} null");
        }
    }

    @Test
    void aPredicateOfTheKeyAloneNeedsNoMoreOfTheOldRow() {
        assertThat(filtered("after.id > 5", Rows.update(Rows.ORDERS, "{id: 1}", "{id: 1, n: 6}")))
                .isEmpty();
    }

    @Test
    void aDeleteIsJudgedByTheOldRow() {
        assertThat(filtered("after.n > 5", Rows.delete(Rows.ORDERS, "{id: 1, n: 6}")))
                .containsExactly("DELETE {\"id\": 1, \"n\": 6} null");
        assertThat(filtered("after.n > 5", Rows.delete(Rows.ORDERS, "{id: 1, n: 5}")))
                .isEmpty();
        assertThat(filtered("after.n > 5", Rows.delete(Rows.ORDERS, "{id: 1}")))
                .containsExactly("DELETE {\"id\": 1} null");
    }

    @Test
    void aPredicateMayAskWhatHappened() {
        assertThat(filtered("op != \"d\"", Rows.delete(Rows.ORDERS, "{id: 1}"))).isEmpty();
        assertThat(filtered("op == \"d\" || after.n > 5", Rows.delete(Rows.ORDERS, "{id: 1, n: 1}")))
                .hasSize(1);
        assertThat(filtered("op == \"d\" || after.n > 5", Rows.update(Rows.ORDERS, "{id: 1, n: 6}", "{id: 1, n: 1}")))
                .containsExactly("DELETE {\"id\": 1, \"n\": 6} null");
        assertThat(filtered("op in [\"r\", \"i\"]", Rows.update(Rows.ORDERS, "{id: 1}", "{id: 1}")))
                .isEmpty();
    }

    @Test
    void whereTheOldRowIsAskedForOrTheTimeTheNewRowDecides() {
        RowChange changed = Rows.update(Rows.ORDERS, "{id: 1, s: 'a'}", "{id: 1, s: 'b'}");
        RowChange same = Rows.update(Rows.ORDERS, "{id: 1, s: 'a'}", "{id: 1, s: 'a'}");
        assertThat(filtered("before.s != after.s", changed))
                .singleElement()
                .asString()
                .startsWith("UPDATE");
        assertThat(filtered("before.s != after.s", same)).containsExactly("DELETE {\"id\": 1, \"s\": \"a\"} null");
        assertThat(filtered("before.s != after.s", Rows.delete(Rows.ORDERS, "{id: 1, s: 'a'}")))
                .hasSize(1);
        assertThat(filtered("ts > 1000", changed)).singleElement().asString().startsWith("DELETE");
        assertThat(filtered("now() > timestamp(1)", Rows.delete(Rows.ORDERS, "{id: 1}")))
                .hasSize(1);
    }

    @Test
    void anOldRowThatCannotBeJudgedDoesNotBlockItsCorrection() {
        assertThat(filtered("after.n > 5", Rows.update(Rows.ORDERS, "{id: 1, n: null}", "{id: 1, n: 6}")))
                .singleElement()
                .asString()
                .startsWith("UPDATE");
        assertThat(filtered("after.n > 5", Rows.delete(Rows.ORDERS, "{id: 1, n: null}")))
                .hasSize(1);
        assertThatThrownBy(() -> filtered("after.n > 5", Rows.insert(Rows.ORDERS, "{id: 1, n: null}")))
                .hasMessageContaining("transform.expression-failed");
    }

    @Test
    void aDocumentThatNoLongerPassesIsDeletedThoughItComesAsAnInsert() {
        List<RowChange> out = new ArrayList<>();
        new RowFilter("after.n > 5", List.of(ORDERS), true).filter(Rows.insert(Rows.ORDERS, "{id: 1, n: 5}"), out::add);
        assertThat(out).extracting(RowFilterTest::text).containsExactly("DELETE {\"id\": 1} null");
    }

    @Test
    void everyTableHasItsOwnColumns() {
        IncomingTable texts = IncomingTable.of(new IncomingRows(
                "shipments",
                List.of("id"),
                new PlanColumns(List.of(new PlanColumns.Column("at", Optional.of(ColumnType.DATETIME), true)), false)));
        IncomingTable times = PageRow.table(Map.of("at", ColumnType.TIME));
        RowFilter filter = new RowFilter("after.at.getHours() == 8", List.of(texts, times), false);
        List<RowChange> out = new ArrayList<>();
        filter.filter(Rows.read(Rows.SHIPMENTS, "{id: 1, at: '2026-01-31T08:00:00'}"), out::add);
        filter.filter(Rows.read(Rows.ORDERS, "{id: 2, at: '08:30:00'}"), out::add);
        filter.filter(Rows.read(Rows.ORDERS, "{id: 3, at: '09:30:00'}"), out::add);
        assertThat(out).hasSize(2);
    }

    @Test
    void whatPassesKeepsItsBytes() {
        RowChange change = Rows.read(Rows.ORDERS, "{id: 1, n: 6}");
        List<RowChange> out = new ArrayList<>();
        new RowFilter("true", List.of(ORDERS), false).filter(change, out::add);
        assertThat(out).singleElement().isSameAs(change);
    }

    private static List<String> filtered(String predicate, RowChange change) {
        List<RowChange> out = new ArrayList<>();
        new RowFilter(predicate, List.of(ORDERS), false).filter(change, out::add);
        assertThat(out).allSatisfy(passed -> {
            assertThat(passed.key()).isEqualTo(change.key());
            assertThat(passed.timestamp()).isEqualTo(change.timestamp());
        });
        return out.stream().map(RowFilterTest::text).toList();
    }

    static String text(RowChange change) {
        return change.kind() + " " + json(change.before()) + " " + json(change.after());
    }

    private static String json(byte[] row) {
        return row == null ? "null" : RawRow.decode(row).toJson();
    }
}
