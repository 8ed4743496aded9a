package io.tapstate.planner.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.expression.JoinQuery.Origin;
import io.tapstate.planner.expression.JoinQuery.Outcome;
import io.tapstate.planner.expression.JoinQuery.OutputColumn;
import io.tapstate.planner.expression.JoinQuery.Validated;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.RowType.Column;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JoinQueryTest {
    private static final RowType ORDERS = new RowType(
            List.of(
                    column("id", ColumnType.INTEGER, "bigint", false),
                    column("customer_id", ColumnType.INTEGER, "int", true),
                    column("total", ColumnType.DECIMAL, "decimal(10,2)", false),
                    column("placed", ColumnType.DATETIME, "datetime", false),
                    column("odd name", ColumnType.STRING, "varchar(10)", true)),
            false);
    private static final RowType CUSTOMERS = new RowType(
            List.of(
                    column("id", ColumnType.INTEGER, "bigint", false),
                    column("name", ColumnType.STRING, "varchar(50)", false),
                    column("since", ColumnType.DATE, "date", true)),
            false);
    private static final RowType LINES = new RowType(
            List.of(
                    column("order_id", ColumnType.INTEGER, "bigint", false),
                    column("line", ColumnType.INTEGER, "int", false),
                    column("quantity", ColumnType.DOUBLE, "double", false)),
            false);
    private static final Map<String, RowType> INPUTS =
            Map.of("orders", ORDERS, "customers", CUSTOMERS, "order_lines", LINES);
    private static final Map<String, List<String>> KEYS =
            Map.of("orders", List.of("id"), "customers", List.of("id"), "order_lines", List.of("order_id", "line"));

    private static Column column(String name, ColumnType type, String nativeType, boolean nullable) {
        return new Column(name, Optional.of(type), nativeType, nullable);
    }

    private static Outcome validate(String sql) {
        return JoinQuery.validate(sql, INPUTS, KEYS);
    }

    private static Validated validated(String sql) {
        Outcome outcome = validate(sql);
        assertThat(outcome.faults()).as(sql).isEmpty();
        return (Validated) outcome;
    }

    private static ExpressionFault onlyFault(Outcome outcome) {
        assertThat(outcome.faults()).hasSize(1);
        return outcome.faults().get(0);
    }

    @Test
    void aJoinPublishesItsColumnsWithTypesAndOrigins() {
        Validated query = validated("""
                SELECT o.id, o.total, c.name AS customer, c.since, o.total * 2 AS doubled
                FROM orders AS o
                LEFT JOIN customers AS c ON o.customer_id = c.id
                """);
        assertThat(query.output().columns())
                .containsExactly(
                        column("id", ColumnType.INTEGER, "bigint", false),
                        column("total", ColumnType.DECIMAL, "decimal(10,2)", false),
                        column("customer", ColumnType.STRING, "varchar(50)", true),
                        column("since", ColumnType.DATE, "date", true),
                        new Column("doubled", Optional.of(ColumnType.DECIMAL), "decimal(38, 18)", false));
        assertThat(query.output().open()).isFalse();
        assertThat(query.aliases()).containsExactly("customers", "orders");
        assertThat(query.columns().stream().map(OutputColumn::origin))
                .containsExactly(
                        Optional.of(new Origin("o", "orders", "id")),
                        Optional.of(new Origin("o", "orders", "total")),
                        Optional.of(new Origin("c", "customers", "name")),
                        Optional.of(new Origin("c", "customers", "since")),
                        Optional.empty());
        assertThat(query.identity()).contains(List.of("id"));
        assertThat(query.grouped()).isFalse();
        assertThat(query.distinct()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', nullValues = "none", textBlock = """
        SELECT id, total FROM orders                                                                      | id
        SELECT id AS order_id FROM orders WHERE total > 10                                                | order_id
        SELECT total FROM orders                                                                          | none
        SELECT id + 1 AS id FROM orders                                                                   | none
        SELECT * FROM orders                                                                              | id
        SELECT o.id, c.name FROM orders o JOIN customers c ON o.customer_id = c.id                        | id
        SELECT o.id, c.name FROM orders o, customers c WHERE o.customer_id = c.id                         | id
        SELECT o.id, c.name FROM customers c RIGHT JOIN orders o ON c.id = o.customer_id                  | id
        SELECT o.id, c.id AS cid FROM customers c LEFT JOIN orders o ON c.id = o.customer_id              | cid,id
        SELECT o.id, c.id AS cid FROM orders o FULL JOIN customers c ON o.customer_id = c.id              | id,cid
        SELECT o.id, c.id AS cid FROM orders o CROSS JOIN customers c                                     | id,cid
        SELECT o.id FROM orders o LEFT JOIN customers c ON o.total > 1                                    | none
        SELECT l.order_id, l.line, o.total FROM order_lines l JOIN orders o ON l.order_id = o.id          | order_id,line
        SELECT o.id AS order_id, l.line FROM order_lines l JOIN orders o ON l.order_id = o.id             | order_id,line
        SELECT o.id AS order_id, l.line FROM order_lines l LEFT JOIN orders o ON l.order_id = o.id        | none
        SELECT o.id, l.line FROM orders o JOIN order_lines l ON l.order_id = o.id                         | id,line
        SELECT o.id, l.quantity FROM orders o JOIN order_lines l ON l.order_id = o.id AND l.line = 1      | id
        SELECT o.id, l.quantity FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id AND 1 = l.line | id
        SELECT a.id, b.total FROM orders a JOIN orders b ON a.customer_id = b.id                          | id
        SELECT b.id, a.total FROM orders a JOIN orders b ON a.customer_id = b.id                          | none
        SELECT customer_id, COUNT(*) AS n FROM orders GROUP BY customer_id                                | customer_id
        SELECT COUNT(*) AS n FROM orders GROUP BY customer_id                                             | none
        SELECT customer_id, placed, MAX(total) AS m FROM orders GROUP BY placed, customer_id              | placed,customer_id
        SELECT YEAR(placed) AS y, SUM(total) AS s FROM orders GROUP BY YEAR(placed)                       | y
        SELECT COUNT(*) AS n FROM orders                                                                  | none
        SELECT DISTINCT customer_id, placed FROM orders                                                   | customer_id,placed
        SELECT id FROM orders UNION SELECT id FROM customers                                              | id
        SELECT id FROM orders UNION ALL SELECT id FROM customers                                          | none
        SELECT s.id, s.n FROM (SELECT id, total AS n FROM orders) s                                       | id
        SELECT c.name, t.cid FROM customers c JOIN (SELECT customer_id AS cid, COUNT(*) AS n FROM orders GROUP BY customer_id) t ON t.cid = c.id | cid
        WITH t AS (SELECT customer_id, COUNT(*) AS n FROM orders GROUP BY customer_id) SELECT c.id, t.n FROM customers c LEFT JOIN t ON t.customer_id = c.id | id
        SELECT id FROM orders WHERE customer_id IN (SELECT id FROM customers)                             | id
        SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM customers c WHERE c.id = o.customer_id)       | id
        SELECT id, total FROM orders ORDER BY total LIMIT 10                                              | id
        """)
    void theOutputsIdentityFollowsFromTheQuery(String sql, String identity) {
        assertThat(validated(sql).identity())
                .isEqualTo(Optional.ofNullable(identity).map(names -> List.of(names.split(",", -1))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT `odd name` FROM orders",
                "SELECT orders.id FROM orders;",
                "select o.id from `orders` `o`",
                "SELECT id, IF(total > 1, 'a', 'b') AS x, DATE_FORMAT(placed, 'yyyy') AS y FROM orders",
                "SELECT id, TRY_CAST(`odd name` AS INT) AS n, CAST(id AS STRING) AS s, CAST(`odd name` AS BYTES) AS b FROM orders",
                "SELECT id, CAST(placed AS TIMESTAMP_LTZ(3)) AS t, CAST(NULL AS ROW<a INT, b ARRAY<STRING>>) AS r FROM orders",
                "SELECT id, total % 2 AS odd FROM orders WHERE total <> 3 AND `odd name` LIKE 'a%'",
                "SELECT id, CASE WHEN total > 1 THEN 'big' ELSE 'small' END AS size FROM orders",
                "SELECT id, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY placed) AS n FROM orders",
                "SELECT id, JSON_VALUE(`odd name`, '$.a') AS a FROM orders",
                "SELECT customer_id, LISTAGG(`odd name`) AS names, COUNT(DISTINCT id) FILTER (WHERE total > 1) AS n FROM orders GROUP BY customer_id",
                "SELECT id, TIMESTAMPDIFF(DAY, placed, LOCALTIMESTAMP) AS age FROM orders",
                "SELECT /*+ STATE_TTL('o' = '1d') */ o.id FROM orders o -- all of them",
                "SELECT id, COALESCE(customer_id, 0) AS c, UPPER(`odd name`) AS u, my_own(id) + 1 AS m FROM orders",
                "SELECT id, 'TRY_CAST(' AS t, `odd name` AS `ARRAY<` FROM orders",
                "SELECT customer_id, SUM(total) AS s FROM orders GROUP BY customer_id HAVING SUM(total) > 100"
            })
    void theLanguageOfFlinkIsTaken(String sql) {
        validated(sql);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        SELECT id FROM order                          | 1 | 16 | `order` does not belong here           | `order`
        SELECT id FROM oders                          | 1 | 16 | `oders` is not an input of this step   | write `orders`
        SELECT id FROM shop.orders                    | 1 | 16 | `shop.orders` is not an input          | write
        SELECT ids FROM orders                        | 1 | 8  | there is no column `ids`               | write `id`
        SELECT o.totl FROM orders o                   | 1 | 10 | there is no column `totl` in `o`       | write `total`
        SELECT x.id FROM orders o                     | 1 | 8  | `x` is not an input                    | inputs are the names
        SELECT id FROM orders o, customers c          | 1 | 8  | `id` is a column of several inputs     | `input.id`
        SELECT o.id, c.id FROM orders o, customers c  | 1 | 14 | two output columns are named `id`      | AS
        SELECT total * 2 FROM orders                  | 1 | 8  | output column 1 has no name            | AS name
        SELECT id, SUM(total) AS s FROM orders        | 1 | 8  | `id` has many values in a group        | GROUP BY
        SELECT id FROM orders WHERE total = placed    | 1 | 29 | `=` does not take <DECIMAL> = <TIMESTAMP> | CAST
        SELECT id FROM orders WHERE total != 1        | 1 | 35 | `!=` is not an operator here           | write `<>`
        SELECT "id" FROM orders                       | 1 | 8  | `"` does not belong here               | back-ticks
        SELECT id FROM orders WHERE                   | 1 | 28 | it ends too early                      | complete
        SELECT id FROM                                | 1 | 15 | it ends too early                      | complete
        SELECT id FRM orders x                        | 1 | 15 | `orders` does not belong here          | correct it
        SELECT id FROM orders; SELECT 1 AS x FROM orders | 1 | 24 | a second statement follows          | one query
        SELECT id FROM orders ORDER BY id             | 1 | 23 | a stream has no end to sort at         | LIMIT
        INSERT INTO orders SELECT * FROM orders       | 1 | 1  | `INSERT` is not a query                | one SELECT
        CREATE TABLE x (a INT)                        | 1 | 1  | `CREATE` is not a query                | one SELECT
        VALUES (1, 2)                                 | 1 | 1  | `VALUES` is not a query                | one SELECT
        SELECT 1 AS `one`                             | 1 | 1  | it reads no input                      | FROM
        ~ ~                                           | 1 | 1  | it is empty                            | SELECT
        SELECT id FROM orders WHERE total > 'x        | 1 | 35 | has no end                             | close it
        """)
    void aFaultPointsAtItsPlaceAndSaysWhatToDo(String sql, int line, int column, String detail, String suggestion) {
        ExpressionFault fault = onlyFault(validate(sql));
        assertThat(fault.code()).isEqualTo(ExpressionError.ILLEGAL_SQL);
        assertThat(fault.detail()).contains(detail);
        assertThat(fault.suggestion()).contains(suggestion);
        assertThat(List.of(fault.line(), fault.column())).containsExactly(line, column);
    }

    @Test
    void positionsHoldOverLinesAndReplacedWords() {
        ExpressionFault fault = onlyFault(
                validate(
                        "SELECT TRY_CAST('\ud83d\ude00' AS ARRAY<STRING>) AS x,\n  TRY_CAST(id AS TIMESTAMP_LTZ(3)) AS y, idd\nFROM orders"));
        assertThat(List.of(fault.line(), fault.column())).containsExactly(2, 42);
    }

    @Test
    void everyUnknownInputIsTold() {
        assertThat(validate("SELECT a.id FROM oders a JOIN custmers b ON a.id = b.id")
                        .faults())
                .extracting(ExpressionFault::column)
                .containsExactly(18, 31);
    }

    @ParameterizedTest
    @EnumSource(value = ColumnType.class, names = "UNSUPPORTED", mode = EnumSource.Mode.EXCLUDE)
    void everyColumnTypeGoesThroughUnchangedAndThroughAnExpression(ColumnType type) {
        RowType row = new RowType(List.of(column("v", type, "own_name", true)), false);
        Validated query = (Validated) JoinQuery.validate(
                "SELECT v, CASE WHEN v = v THEN v END AS w FROM t WHERE v IS NOT NULL", Map.of("t", row));
        assertThat(query.output().column("v")).contains(column("v", type, "own_name", true));
        Optional<ColumnType> computed = switch (type) {
            case JSON, UUID, TIMESTAMP_MICROS -> Optional.of(ColumnType.STRING);
            case ARRAY, MAP, GEOMETRY -> Optional.empty();
            default -> Optional.of(type);
        };
        assertThat(query.output().column("w").orElseThrow().type()).isEqualTo(computed);
    }

    @Test
    void withoutSchemasTheSyntaxAndTheInputsAreStillJudged() {
        Map<String, RowType> unknown = Map.of("orders", RowType.ANY, "customers", RowType.ANY);
        Validated query = (Validated) JoinQuery.validate(
                "SELECT o.id, name, UPPER(c.zip) AS zip, total * 2 AS t FROM orders o JOIN customers c ON o.cid = c.id",
                unknown);
        assertThat(query.output().names()).containsExactly("id", "name", "zip", "t");
        assertThat(query.output().columns().get(0).type()).isEmpty();
        assertThat(query.output().open()).isFalse();
        Outcome star = JoinQuery.validate("SELECT * FROM orders o JOIN customers c ON o.cid = c.id", unknown);
        assertThat(((Validated) star).output().open()).isTrue();
        assertThat(onlyFault(JoinQuery.validate("SELECT x FROM oders", unknown)).detail())
                .contains("oders");
        assertThat(onlyFault(JoinQuery.validate("SELECT x FRM orders y", unknown))
                        .detail())
                .contains("`orders`");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a, z FROM orders JOIN (SELECT z, k FROM customers) t ON k = a",
                "SELECT total, o.id FROM orders o JOIN (SELECT cid, SUM(x) AS total FROM customers GROUP BY cid) t ON t.cid = o.cid",
                "SELECT id, cid FROM orders JOIN (SELECT cid FROM customers) t ON orders.x = t.cid",
                "WITH t AS (SELECT cid, COUNT(*) AS n FROM customers GROUP BY cid) SELECT o.id, n FROM orders o JOIN t ON o.cid = t.cid",
                "WITH t (k, n) AS (SELECT cid, COUNT(*) FROM customers GROUP BY cid) SELECT id, n FROM orders JOIN t ON cid = k",
                "SELECT x FROM orders WHERE y IN (SELECT z FROM customers)",
                "SELECT x FROM orders WHERE EXISTS (SELECT 1 FROM customers WHERE customers.k = orders.k AND outside > 1)",
                "SELECT x AS y FROM orders ORDER BY y LIMIT 3",
                "SELECT x FROM orders ORDER BY z LIMIT 3",
                "SELECT x FROM orders UNION SELECT y FROM customers",
                "SELECT a.x, b.y FROM orders a JOIN orders b ON a.p = b.q",
                "SELECT s.* FROM (SELECT x, y FROM orders) s",
                "SELECT x, COUNT(*) AS n FROM orders GROUP BY x HAVING MAX(y) > 3"
            })
    void withoutSchemasUnqualifiedNamesFindTheirPlace(String sql) {
        Map<String, RowType> unknown = Map.of("orders", RowType.ANY, "customers", RowType.ANY);
        assertThat(JoinQuery.validate(sql, unknown).faults()).isEmpty();
    }

    @Test
    void foldingIsTold() {
        assertThat(validated("SELECT COUNT(*) AS n FROM orders").grouped()).isTrue();
        assertThat(validated("SELECT id, COUNT(*) AS n FROM orders GROUP BY id").grouped())
                .isTrue();
        assertThat(validated("SELECT DISTINCT id FROM orders").distinct()).isTrue();
    }

    @Test
    void huntsForDepthEndInAnOutcome() {
        List<String> texts = List.of(
                "SELECT " + "(".repeat(39) + "id" + ")".repeat(39) + " AS x FROM orders",
                "SELECT " + "(".repeat(9_000) + "id",
                "SELECT id FROM orders WHERE " + "NOT ".repeat(4_000) + "TRUE",
                "SELECT id FROM orders WHERE " + "- ".repeat(5_000) + "1 > 0",
                "SELECT id FROM orders WHERE id = 1" + " OR id = 1".repeat(1_900),
                "SELECT id" + "+1".repeat(8_000) + " AS x FROM orders",
                "SELECT " + "CASE WHEN TRUE THEN ".repeat(900) + "1" + " END".repeat(300) + " AS x FROM orders",
                "SELECT id FROM " + "(SELECT id FROM ".repeat(35) + "orders" + ")".repeat(35),
                "SELECT id FROM orders" + " JOIN orders ON TRUE".repeat(900),
                "SELECT id FROM orders" + " UNION ALL SELECT id FROM orders".repeat(600),
                "x".repeat(50_000));
        for (String text : texts) {
            long start = System.nanoTime();
            JoinQuery.validate(text, INPUTS);
            long millis = (System.nanoTime() - start) / 1_000_000;
            assertThat(millis).as(text.substring(0, 40)).isLessThan(10_000);
        }
    }

    @Test
    void garbageNeverThrows() {
        long seed = 20_260_132;
        Random random = new Random(seed);
        List<String> tokens = Arrays.asList(
                "SELECT",
                "FROM",
                "orders",
                "customers",
                "o",
                ".",
                ",",
                "id",
                "*",
                "JOIN",
                "LEFT",
                "ON",
                "=",
                "(",
                ")",
                "'",
                "`",
                "\"",
                "GROUP",
                "BY",
                "CAST",
                "AS",
                "TRY_CAST(",
                "ARRAY<",
                ">",
                "TIMESTAMP_LTZ(",
                "COUNT(*)",
                "--",
                "/*",
                "*/",
                ";",
                "\n",
                "\u0000",
                "\ud83d",
                "WITH",
                "UNION",
                "ALL",
                "1",
                "1e",
                "?",
                ":x",
                "[",
                "]",
                "{",
                "INTERVAL '1' DAY",
                "OVER",
                "LATERAL",
                "TABLE",
                "UNNEST",
                "MATCH_RECOGNIZE",
                "EXISTS",
                "IN",
                "NULL",
                "ROW(1)",
                "USING",
                "NATURAL");
        for (int i = 0; i < 1_000; i++) {
            StringBuilder sql = new StringBuilder(i % 2 == 0 ? "SELECT id FROM orders " : "SELECT ");
            for (int j = random.nextInt(14); j >= 0; j--) {
                sql.append(tokens.get(random.nextInt(tokens.size()))).append(random.nextInt(4) == 0 ? "" : " ");
            }
            try {
                assertThat(validate(sql.toString())).isNotNull();
                assertThat(JoinQuery.validate(sql.toString(), Map.of("orders", RowType.ANY)))
                        .isNotNull();
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ": " + sql, e);
            }
        }
    }
}
