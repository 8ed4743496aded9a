package io.tapstate.connectors.mysql.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.row.ColumnChange;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.AlteredTableContract;
import io.tapstate.connectors.runtime.CaptureJob;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDecimal128;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MySqlAlteredTableIT extends AlteredTableContract {
    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshMySql("altered");
    }

    @Override
    protected String connector() {
        return "mysql";
    }

    @Override
    protected String namespace() {
        return database.name();
    }

    static List<Alteration> alterations() {
        return List.of(
                new Alteration("ALTER TABLE orders ADD COLUMN note VARCHAR(20) DEFAULT 'x'", "column note added"),
                new Alteration("ALTER TABLE orders DROP COLUMN amount", "column amount dropped"),
                new Alteration(
                        "ALTER TABLE orders RENAME COLUMN customer TO client", "column customer renamed to client"),
                new Alteration(
                        "ALTER TABLE orders MODIFY amount DECIMAL(12,4)",
                        "column amount changed from decimal(10,2) to decimal(12,4)"),
                new Alteration("ALTER TABLE orders MODIFY amount DECIMAL(10,2) AFTER id", "columns reordered"),
                new Alteration(
                        "ALTER TABLE orders ADD COLUMN twice DECIMAL(10,2) GENERATED ALWAYS AS (amount * 2) STORED",
                        "column twice added"));
    }

    static List<String> harmlessStatements() {
        return List.of(
                "CREATE INDEX more ON orders (amount)",
                "DROP INDEX there ON orders",
                "ALTER TABLE orders COMMENT 'orders, ADD COLUMN x', ENGINE=InnoDB",
                "ALTER TABLE orders ALTER COLUMN customer SET DEFAULT 'nobody'",
                "ALTER TABLE orders MODIFY customer VARCHAR(64) NOT NULL",
                "ALTER TABLE orders CONVERT TO CHARACTER SET utf8mb4",
                "ANALYZE TABLE orders",
                "ALTER TABLE others ADD COLUMN note INT, DROP COLUMN customer",
                "CREATE TABLE copy LIKE orders");
    }

    @Test
    void whereColumnsAreFollowedTheirChangesComeInOrderWithTheRows() throws Exception {
        String savepoint;
        try (CaptureJob job = restarting(DdlPolicy.APPLY, Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(
                    "UPDATE orders SET amount = 11 WHERE id = 1",
                    "ALTER TABLE orders ADD COLUMN note VARCHAR(20) DEFAULT 'x', ADD COLUMN n INT NOT NULL,"
                            + " ADD COLUMN price DECIMAL(8,2) DEFAULT 1",
                    "UPDATE orders SET amount = 12 WHERE id = 1",
                    "ALTER TABLE orders RENAME COLUMN note TO remark, DROP COLUMN n",
                    "ALTER TABLE orders MODIFY customer VARCHAR(100), ADD INDEX (remark)",
                    "UPDATE orders SET amount = 13 WHERE id = 1");
            job.awaitChanges(5);
            savepoint = job.stopWithSavepoint(folder);

            assertThat(job.changes())
                    .extracting(RowChange::kind)
                    .containsExactly(
                            ChangeKind.UPDATE, ChangeKind.DDL, ChangeKind.UPDATE, ChangeKind.DDL, ChangeKind.UPDATE);
            assertThat(ColumnChange.decode(job.changes().get(1).after()))
                    .containsExactly(
                            ColumnChange.added("note", new BsonString("x")),
                            ColumnChange.added("n", new BsonInt64(0)),
                            ColumnChange.added("price", new BsonDecimal128(Decimal128.parse("1.00"))));
            assertThat(ColumnChange.decode(job.changes().get(3).after()))
                    .containsExactly(ColumnChange.renamed("note", "remark"), ColumnChange.dropped("n"));
        }
        database.execute("ALTER TABLE orders DROP COLUMN price", "UPDATE orders SET amount = 14 WHERE id = 1");

        try (CaptureJob job = restarting(DdlPolicy.APPLY, Optional.of(savepoint))) {
            job.awaitChanges(2);
            assertThat(ColumnChange.decode(job.changes().get(0).after()))
                    .containsExactly(ColumnChange.dropped("price"));
            assertThat(RawRow.decode(job.changes().get(1).after()).keySet())
                    .containsExactly("id", "customer", "amount", "remark");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE orders MODIFY amount DECIMAL(12,4)",
                "ALTER TABLE orders ADD COLUMN at DATETIME DEFAULT CURRENT_TIMESTAMP",
                "ALTER TABLE orders ADD COLUMN twice INT GENERATED ALWAYS AS (id * 2) STORED",
                "ALTER TABLE orders CHANGE id ident INT"
            })
    void whatATargetCannotFollowEndsTheSource(String statement) throws Exception {
        try (CaptureJob job = restarting(DdlPolicy.APPLY, Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(statement);

            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.table-altered");
        }
    }
}
