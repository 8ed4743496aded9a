package io.tapstate.connectors.postgres.runtime;

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
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresAlteredTableIT extends AlteredTableContract {
    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshPostgres("altered");
    }

    @Override
    protected String connector() {
        return "postgres";
    }

    @Override
    protected String namespace() {
        return "public";
    }

    static List<Alteration> alterations() {
        return List.of(
                new Alteration("ALTER TABLE orders ADD COLUMN note VARCHAR(20) DEFAULT 'x'", "column note added"),
                new Alteration("ALTER TABLE orders DROP COLUMN amount", "column amount dropped"),
                new Alteration(
                        "ALTER TABLE orders RENAME COLUMN customer TO client", "column customer renamed to client"),
                new Alteration(
                        "ALTER TABLE orders ALTER COLUMN amount TYPE DECIMAL(12,4)",
                        "column amount changed from numeric(10,2) to numeric(12,4)"),
                new Alteration(
                        "ALTER TABLE orders ADD COLUMN twice DECIMAL(10,2) GENERATED ALWAYS AS (amount * 2) STORED",
                        "column twice added"));
    }

    static List<String> harmlessStatements() {
        return List.of(
                "CREATE INDEX more ON orders (amount)",
                "DROP INDEX there",
                "COMMENT ON TABLE orders IS 'orders'",
                "ALTER TABLE orders ALTER COLUMN customer SET DEFAULT 'nobody'",
                "ALTER TABLE orders ALTER COLUMN customer SET NOT NULL",
                "ALTER TABLE orders ALTER COLUMN customer SET STATISTICS 10",
                "ANALYZE orders",
                "ALTER TABLE others ADD COLUMN note INT, DROP COLUMN customer",
                "ALTER TABLE orders REPLICA IDENTITY FULL",
                "CREATE TABLE copy (LIKE orders INCLUDING ALL)");
    }

    @Test
    void whereColumnsAreFollowedTheirChangesComeInOrderWithTheRows() throws Exception {
        String savepoint;
        try (CaptureJob job = restarting(DdlPolicy.APPLY, Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(
                    "UPDATE orders SET amount = 11 WHERE id = 1",
                    "ALTER TABLE orders ADD COLUMN note VARCHAR(20) DEFAULT 'x', ADD COLUMN n INT,"
                            + " ADD COLUMN price DECIMAL(8,2) DEFAULT 1, ADD COLUMN at TIMESTAMPTZ DEFAULT '2024-01-01Z'",
                    "UPDATE orders SET amount = 12 WHERE id = 1");
            job.awaitChanges(3);
            database.execute(
                    "ALTER TABLE orders RENAME COLUMN note TO remark",
                    "ALTER TABLE orders DROP COLUMN n, DROP COLUMN at",
                    "ALTER TABLE orders ALTER customer TYPE VARCHAR(100)",
                    "CREATE INDEX remarks ON orders (remark)",
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
                            ColumnChange.added("n", BsonNull.VALUE),
                            ColumnChange.added("price", new BsonDecimal128(Decimal128.parse("1.00"))),
                            ColumnChange.added("at", new BsonString("2024-01-01T00:00:00.000000Z")));
            assertThat(ColumnChange.decode(job.changes().get(3).after()))
                    .containsExactly(
                            ColumnChange.dropped("n"),
                            ColumnChange.dropped("at"),
                            ColumnChange.renamed("note", "remark"));
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
                "ALTER TABLE orders ALTER amount TYPE DECIMAL(12,4)",
                "ALTER TABLE orders ADD COLUMN at TIMESTAMPTZ DEFAULT clock_timestamp()",
                "ALTER TABLE orders ADD COLUMN n INT GENERATED ALWAYS AS IDENTITY",
                "ALTER TABLE orders ADD COLUMN twice INT GENERATED ALWAYS AS (id * 2) STORED",
                "ALTER TABLE orders RENAME COLUMN id TO ident",
                "ALTER TABLE orders RENAME customer TO x; ALTER TABLE orders RENAME amount TO customer;"
                        + " ALTER TABLE orders RENAME x TO amount",
                "ALTER TABLE orders RENAME customer TO client; ALTER TABLE orders ADD customer TEXT",
                "ALTER TABLE orders DROP COLUMN amount; ALTER TABLE orders ADD COLUMN amount DECIMAL(10,2)"
            })
    void whatATargetCannotFollowEndsTheSource(String statement) throws Exception {
        try (CaptureJob job = restarting(DdlPolicy.APPLY, Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(statement, "DELETE FROM orders");

            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.table-altered");
        }
    }

    @Test
    void aChangeThatNoRowOfTheTableFollowsComesWhenTheLogHasPassedIt() throws Exception {
        try (CaptureJob job = restarting(source(DdlPolicy.APPLY, "orders", "others"), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute("ALTER TABLE orders ADD COLUMN passing INT", "ALTER TABLE orders DROP COLUMN passing");
            database.execute("ALTER TABLE orders ADD COLUMN note VARCHAR(20) DEFAULT 'x', DROP COLUMN amount");
            database.execute("CREATE TABLE counted AS SELECT 0 AS n");
            job.await("a change of columns", () -> {
                database.execute(
                        "UPDATE counted SET n = n + 1", "INSERT INTO others SELECT n, 'row ' || n FROM counted");
                return job.changes().stream().anyMatch(change -> change.kind() == ChangeKind.DDL);
            });
            database.execute("UPDATE orders SET note = 'y' WHERE id = 1");
            job.await("the row", () -> job.changes().stream().anyMatch(change -> change.kind() == ChangeKind.UPDATE));

            assertThat(job.changes())
                    .filteredOn(change -> change.table().equals(orders()))
                    .satisfiesExactly(
                            change -> assertThat(ColumnChange.decode(change.after()))
                                    .containsExactly(
                                            ColumnChange.dropped("amount"),
                                            ColumnChange.added("note", new BsonString("x"))),
                            change -> assertThat(RawRow.decode(change.after()).keySet())
                                    .containsExactly("id", "customer", "note"));
        }
    }
}
