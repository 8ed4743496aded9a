package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.job.nest.Rows;
import io.tapstate.job.translate.ScriptedSource.Script;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Each kind of query, over a snapshot and changes. */
class QueryRowsTest {
    private static final String ORDER_COLUMNS = "id INTEGER, customer INTEGER, amount INTEGER";
    private static final String CUSTOMER_COLUMNS = "id INTEGER, name STRING";

    private final List<RowChange> orders = new ArrayList<>(List.of(
            read("orders", "{id: 1, customer: 10, amount: 5}"),
            read("orders", "{id: 2, customer: 20, amount: 7}"),
            read("orders", "{id: 3, customer: null, amount: 9}")));
    private final List<RowChange> customers = new ArrayList<>(
            List.of(read("customers", "{id: 10, name: 'Ann'}"), read("customers", "{id: 30, name: 'Cid'}")));
    private int orderSnapshot = 3;

    @Test
    void anInnerJoinGivesPairs() throws Exception {
        assertThat(rows("SELECT o.id, c.name FROM orders o JOIN customers c ON o.customer = c.id", "id"))
                .containsExactly("{\"id\": 1, \"name\": \"Ann\"}");
    }

    @Test
    void aLeftJoinKeepsRowsWithoutPartner() throws Exception {
        assertThat(rows("SELECT o.id, c.name FROM orders o LEFT JOIN customers c ON o.customer = c.id", "id"))
                .containsExactly(
                        "{\"id\": 1, \"name\": \"Ann\"}",
                        "{\"id\": 2, \"name\": null}",
                        "{\"id\": 3, \"name\": null}");
    }

    @Test
    void eachRowLeavesOnceWhenTheLoadIsIn() throws Exception {
        assertThat(run().changes(
                                2,
                                "SELECT o.id, c.name FROM orders o LEFT JOIN customers c ON o.customer = c.id",
                                "id"))
                .hasSize(3)
                .allMatch(change -> change.kind() == ChangeKind.INSERT);
    }

    @Test
    void changesFollowTheSnapshot() throws Exception {
        orders.add(change(ChangeKind.UPDATE, "orders", null, "{id: 1, customer: 30, amount: 6}"));
        orders.add(change(ChangeKind.DELETE, "orders", "{id: 2}", null));
        customers.add(change(ChangeKind.UPDATE, "customers", null, "{id: 30, name: 'Dot'}"));
        assertThat(rows("SELECT o.id, o.amount, c.name FROM orders o JOIN customers c ON o.customer = c.id", "id"))
                .containsExactly("{\"id\": 1, \"amount\": 6, \"name\": \"Dot\"}");
    }

    private List<String> rows(String sql, String... key) throws Exception {
        return run().rows(2, sql, key);
    }

    private QueryRun run() {
        return new QueryRun()
                .table("orders", ORDER_COLUMNS, "id", new Script(orders, orderSnapshot))
                .table("customers", CUSTOMER_COLUMNS, "id", new Script(customers, 2));
    }

    private static RowChange read(String table, String row) {
        return QueryRun.read(table, document(row));
    }

    private static RowChange change(ChangeKind kind, String table, String before, String after) {
        return QueryRun.change(kind, table, document(before), document(after));
    }

    private static BsonDocument document(String json) {
        return json == null ? null : io.tapstate.connectors.row.RawRow.decode(Rows.row(json));
    }
}
