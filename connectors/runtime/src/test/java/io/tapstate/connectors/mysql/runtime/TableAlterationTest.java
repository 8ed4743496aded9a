package io.tapstate.connectors.mysql.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.TableId;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableAlterationTest {
    private static final TableId ORDERS = new TableId("shop", "Orders");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALTER TABLE orders ADD note INT | column note added",
                "alter table `shop`.`orders` add column `a ``b` int first | column a `b added",
                "ALTER TABLE orders ADD (a INT, b DECIMAL(10,2), INDEX (a)), DROP c | column a added, column b added, column c dropped",
                "ALTER TABLE orders ADD COLUMN a ENUM('x,y', 'z') DEFAULT 'x,y', ALGORITHM=INSTANT | column a added",
                "ALTER TABLE orders DROP COLUMN a, DROP PRIMARY KEY, ADD PRIMARY KEY (b) | column a dropped",
                "ALTER TABLE orders CHANGE a b INT, CHANGE COLUMN c c BIGINT | column a renamed to b",
                "ALTER TABLE orders RENAME COLUMN a TO b, RENAME INDEX c TO d | column a renamed to b",
                "ALTER ONLINE TABLE orders ADD total INT GENERATED ALWAYS AS (a * (b + 1)) STORED, ADD x INT | column total added, column x added",
                "/* x */ ALTER TABLE orders /*!80023 ADD COLUMN a INT */ | column a added",
                "ALTER TABLE orders ADD `index` INT | column index added",
                "ALTER TABLE orders MODIFY a INT, ORDER BY a | ''",
                "ALTER TABLE orders ADD COLUMN IF NOT EXISTS a INT | ''",
                "ALTER TABLE orders CONVERT TO CHARACTER SET utf8mb4 | ''"
            })
    void whatAStatementSaysOfItself(String statement, String changes) {
        TableAlteration alteration =
                TableAlteration.in(statement, "shop", Set.of(ORDERS)).orElseThrow();

        assertThat(alteration.table()).isEqualTo(ORDERS);
        assertThat(alteration.words()).isEqualTo(changes);
        assertThat(alteration.replaced()).isFalse();
    }

    @Test
    void ofTwoTablesThatDifferByCaseTheOneThatIsNamedIsAltered() {
        TableId twin = new TableId("shop", "orders");

        assertThat(TableAlteration.in("ALTER TABLE orders ADD a INT", "shop", Set.of(ORDERS, twin)))
                .map(TableAlteration::table)
                .contains(twin);
        assertThat(TableAlteration.in("ALTER TABLE Orders ADD a INT", "shop", Set.of(ORDERS, twin)))
                .map(TableAlteration::table)
                .contains(ORDERS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALTER TABLE t ADD COLUMN twice INT GENERATED ALWAYS AS (id * 2) STORED | true",
                "alter table t add twice int as (id * 2) | true",
                "ALTER TABLE t ADD COLUMN `AS` INT DEFAULT 7 COMMENT 'as (seen)' | false",
                "ALTER TABLE t ADD COLUMN n INT DEFAULT (1 + 1) | false"
            })
    void generatedColumnsAreSeen(String statement, boolean computes) {
        assertThat(TableAlteration.computes(statement, "db")).isEqualTo(computes);
    }

    @Test
    void aTableThatTakesOverANameReplacesTheOther() {
        String statement = "RENAME TABLE shop.orders TO shop._orders_del, shop._orders_gho TO shop.orders";

        assertThat(TableAlteration.in(statement, "", Set.of(ORDERS)))
                .hasValueSatisfying(
                        alteration -> assertThat(alteration.replaced()).isTrue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALTER TABLE other ADD a INT",
                "ALTER VIEW orders AS SELECT 1",
                "CREATE TABLE orders_copy LIKE orders",
                "INSERT INTO orders SELECT 'ALTER TABLE orders ADD a INT'",
                "RENAME TABLE a TO b, b TO c"
            })
    void otherStatementsAlterNothing(String statement) {
        assertThat(TableAlteration.in(statement, "shop", Set.of(ORDERS))).isEmpty();
    }
}
