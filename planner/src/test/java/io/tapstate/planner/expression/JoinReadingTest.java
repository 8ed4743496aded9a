package io.tapstate.planner.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.TableId;
import io.tapstate.planner.expression.JoinReading.Column;
import io.tapstate.planner.expression.JoinReading.Use;
import io.tapstate.planner.plan.PlanColumns;
import io.tapstate.planner.plan.QueryRowsStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JoinReadingTest {
    @Test
    void whatIsOnlyPassedOnIsReadAsBytes() {
        JoinReading reading = reading("SELECT o.id, o.price, o.token FROM orders o");
        assertThat(reading.sql()).isEqualTo("SELECT o.id, o.price, o.token FROM orders o");
        assertThat(uses(reading, "orders")).containsExactly("id VALUE", "price BYTES", "token BYTES");
    }

    @Test
    void columnsThatTheQueryDoesNotNameAreLeftOut() {
        JoinReading reading = reading("SELECT o.id, c.name FROM orders o JOIN customers c ON o.customer = c.id");
        assertThat(uses(reading, "orders")).containsExactly("id VALUE", "customer VALUE");
        assertThat(uses(reading, "customers")).containsExactly("id VALUE", "name VALUE");
        assertThat(reading("SELECT o.id FROM orders o").tables())
                .extracting(JoinReading.Table::alias)
                .containsExactly("orders");
    }

    @Test
    void whatIsPassedOnAndComputedWithIsReadTwice() {
        JoinReading reading =
                reading("SELECT o.id,\n  o.price AS `paid`, price, o.price * 2 AS p2 FROM orders AS o WHERE price > 1");
        assertThat(reading.sql())
                .isEqualTo("SELECT o.id,\n  `o`.`$exact.price` AS `paid`, `o`.`$exact.price` AS `price`, "
                        + "o.price * 2 AS p2 FROM orders AS o WHERE price > 1");
        assertThat(uses(reading, "orders")).containsExactly("id VALUE", "price BOTH");
    }

    @Test
    void aStarIsSpelledOutWhereAColumnIsReadTwice() {
        JoinReading reading = reading("SELECT o.*, c.name FROM orders o JOIN customers c ON o.token = c.token");
        assertThat(reading.sql())
                .isEqualTo("SELECT `o`.`id` AS `id`, `o`.`customer` AS `customer`, `o`.`price` AS `price`, "
                        + "`o`.`$exact.token` AS `token`, `c`.`name` AS `name` "
                        + "FROM orders o JOIN customers c ON o.token = c.token");
        assertThat(uses(reading, "orders")).containsExactly("id VALUE", "customer VALUE", "price BYTES", "token BOTH");
    }

    @Test
    void aKeyIsReadAsAValueToo() {
        JoinReading reading = reading("SELECT t.id, t.label FROM tokens t");
        assertThat(reading.sql()).isEqualTo("SELECT `t`.`$exact.id` AS `id`, t.label FROM tokens t");
        assertThat(uses(reading, "tokens")).containsExactly("id BOTH", "label VALUE");
    }

    @Test
    void whatIsGroupedFoldedOrUnitedIsAValue() {
        for (String sql : List.of(
                "SELECT price, COUNT(*) AS n FROM orders GROUP BY price",
                "SELECT DISTINCT price FROM orders",
                "SELECT price FROM orders UNION ALL SELECT price FROM orders",
                "SELECT o.id FROM orders o WHERE EXISTS (SELECT i.price FROM orders i)",
                "SELECT MAX(price) AS most FROM orders")) {
            assertThat(uses(reading(sql), "orders")).as(sql).contains("price VALUE");
        }
    }

    @Test
    void aNameIsFollowedThroughSubqueries() {
        assertThat(uses(reading("WITH p AS (SELECT id, price AS cost FROM orders) SELECT id, cost FROM p"), "orders"))
                .contains("price BYTES");
        assertThat(uses(
                        reading("WITH p AS (SELECT id, price AS cost FROM orders) SELECT id, cost + 1 AS c FROM p"),
                        "orders"))
                .contains("price VALUE");
        assertThat(uses(
                        reading("WITH p (id, cost) AS (SELECT id, price FROM orders) SELECT id, cost + 1 AS c FROM p"),
                        "orders"))
                .contains("price VALUE");
        assertThat(uses(reading("SELECT p.id, p.price FROM (SELECT * FROM orders) p"), "orders"))
                .contains("price BYTES");
        assertThat(uses(reading("SELECT p.id, p.price + 1 AS c FROM (SELECT * FROM orders) p"), "orders"))
                .contains("price VALUE");
    }

    @Test
    void columnsOfOpenRowsAreThoseThatTheQueryReads() {
        JoinReading reading = reading("SELECT s.id, s.extra FROM scripted s WHERE s.other = 'x'");
        assertThat(uses(reading, "scripted")).containsExactly("id BOTH", "extra BYTES", "other VALUE");
    }

    @Test
    void theOutputHasTheTypesThatThePlannerTells() {
        assertThat(reading("SELECT o.token, CAST(o.price AS STRING) AS p FROM orders o")
                        .output())
                .containsExactly(Optional.of(ColumnType.UUID), Optional.of(ColumnType.STRING));
    }

    private static List<String> uses(JoinReading reading, String alias) {
        return reading.tables().stream()
                .filter(table -> table.alias().equals(alias))
                .flatMap(table -> table.columns().stream())
                .map(column -> column.name() + " " + column.use())
                .toList();
    }

    private static JoinReading reading(String sql) {
        JoinReading reading = JoinReading.of(new QueryRowsStep(
                new StepId("join_1"),
                "flink",
                sql,
                List.of(
                        table("customers", false, "id INTEGER", "name STRING", "token UUID"),
                        table("orders", false, "id INTEGER", "customer INTEGER", "price DECIMAL", "token UUID"),
                        table("scripted", true, "id dyn"),
                        table("tokens", false, "id UUID", "label STRING")),
                List.of("id")));
        assertThat(reading.tables())
                .flatExtracting(JoinReading.Table::columns)
                .filteredOn(column -> column.use() != Use.BOTH)
                .allMatch(column -> column.exact().equals(column.name()))
                .hasOnlyElementsOfType(Column.class);
        return reading;
    }

    private static QueryRowsStep.Table table(String alias, boolean open, String... columns) {
        List<PlanColumns.Column> all = List.of(columns).stream()
                .map(column -> column.split(" ", -1))
                .map(column -> new PlanColumns.Column(
                        column[0],
                        column[1].equals("dyn") ? Optional.empty() : Optional.of(ColumnType.valueOf(column[1])),
                        !column[0].equals("id")))
                .toList();
        return new QueryRowsStep.Table(
                alias,
                StreamRef.table(new StepId("source.shop"), new TableId("appdb", alias)),
                new PlanColumns(all, open),
                List.of("id"));
    }
}
