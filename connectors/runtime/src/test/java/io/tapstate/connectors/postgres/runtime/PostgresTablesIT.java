package io.tapstate.connectors.postgres.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.runtime.CaptureJob;
import io.tapstate.connectors.runtime.TableContract;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PostgresTablesIT extends TableContract {
    @Override
    protected Set<String> refusedNames(boolean ofTables) {
        return Set.of();
    }

    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshPostgres("tables");
    }

    @Override
    protected String connector() {
        return "postgres";
    }

    @Override
    protected String namespace() {
        return "public";
    }

    @Override
    protected BeforeImage beforeImage() {
        return BeforeImage.KEY;
    }

    @Override
    protected String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    @Test
    void aPartitionedTableIsOneTable() throws Exception {
        database.execute(
                "CREATE TABLE events (id INT, day DATE, v INT, PRIMARY KEY (id, day)) PARTITION BY RANGE (day)",
                "CREATE TABLE events_1 PARTITION OF events FOR VALUES FROM ('2024-01-01') TO ('2024-02-01')",
                "CREATE TABLE events_2 PARTITION OF events FOR VALUES FROM ('2024-02-01') TO ('2024-03-01')"
                        + " PARTITION BY LIST (id)",
                "CREATE TABLE events_2_a PARTITION OF events_2 FOR VALUES IN (2, 3)",
                "INSERT INTO events VALUES (1, '2024-01-05', 1), (2, '2024-02-05', 2), (3, '2024-02-06', 3)");

        try (CaptureJob job = start(List.of("id", "day"), "events")) {
            job.awaitWatermarks(1);
            assertThat(rows(job)).containsExactlyInAnyOrder("1=1", "2=2", "3=3");
            database.execute(
                    "UPDATE events SET v = 20 WHERE id = 2",
                    "DELETE FROM events WHERE id = 3",
                    "UPDATE events SET day = '2024-01-06' WHERE id = 2",
                    "CREATE TABLE events_3 (id INT NOT NULL, day DATE NOT NULL, v INT, PRIMARY KEY (id, day))",
                    "ALTER TABLE events ATTACH PARTITION events_3 FOR VALUES FROM ('2024-03-01') TO ('2024-04-01')",
                    "INSERT INTO events VALUES (4, '2024-03-05', 4)",
                    "UPDATE events SET v = 40 WHERE id = 4");
            job.await("the row of the new partition", () -> rows(job).contains("4=40"));

            assertThat(rows(job)).containsExactlyInAnyOrder("1=1", "2=20", "4=40");
            assertThat(job.changes()).allMatch(change -> change.table().name().equals("events"));
        }
    }

    @Test
    void aTableWithoutAPrimaryKeyIsReadByItsDeclaredOne() throws Exception {
        database.execute(
                "CREATE TABLE loose (v INT, id INT NOT NULL)",
                "ALTER TABLE loose REPLICA IDENTITY FULL",
                "INSERT INTO loose SELECT n, n FROM generate_series(1, 4000) n",
                "ANALYZE loose");

        try (CaptureJob job = start(BeforeImage.FULL, List.of("id"), "loose")) {
            job.awaitWatermarks(1);
            assertThat(rows(job)).hasSize(4000);
            database.execute(
                    "UPDATE loose SET v = -1 WHERE id = 1",
                    "UPDATE loose SET id = 5000 WHERE id = 2",
                    "DELETE FROM loose WHERE id = 3");
            job.awaitChanges(4);

            assertThat(rows(job))
                    .contains("1=-1", "5000=2")
                    .doesNotContain("2=2", "3=3")
                    .hasSize(3999);
        }
    }

    @Test
    void aTableWithoutAPrimaryKeyIsReadByTheIndexThatItsReplicaIdentityNames() throws Exception {
        database.execute(
                "CREATE TABLE loose (v INT, id TEXT NOT NULL)",
                "CREATE UNIQUE INDEX by_id ON loose (id)",
                "ALTER TABLE loose REPLICA IDENTITY USING INDEX by_id",
                "INSERT INTO loose SELECT n, n FROM generate_series(1, 4000) n",
                "ANALYZE loose");

        try (CaptureJob job = start(List.of("id"), "loose")) {
            job.awaitWatermarks(1);
            database.execute("UPDATE loose SET v = -1 WHERE id = '1'", "DELETE FROM loose WHERE id = '3'");
            job.await("changes", () -> rows(job).size() == 3999);

            assertThat(rows(job)).contains("1=-1").doesNotContain("3=3");
        }
    }

    @Test
    void aReplicaIdentityThatLacksTheKeyIsRefused() throws Exception {
        database.execute(
                "CREATE TABLE loose (v INT NOT NULL, id INT NOT NULL)",
                "CREATE UNIQUE INDEX by_v ON loose (v)",
                "ALTER TABLE loose REPLICA IDENTITY USING INDEX by_v");

        try (CaptureJob job = start(List.of("id"), "loose")) {
            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.no-replica-identity");
        }
    }

    @Test
    void aTransactionThatWasOpenWhileItsRowWasReadIsNotMissed() throws Exception {
        database.execute("INSERT INTO plain VALUES (1, 1)");
        try (java.sql.Connection open = database.connect();
                java.sql.Statement statement = open.createStatement()) {
            open.setAutoCommit(false);
            withinEachChunk(() -> {
                try {
                    statement.execute("UPDATE plain SET v = 2 WHERE id = 1");
                } catch (java.sql.SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            try (CaptureJob job = start(List.of("id"), "plain")) {
                job.awaitWatermarks(1);
                assertThat(rows(job)).containsExactly("1=1");
                open.commit();
                database.execute("INSERT INTO plain VALUES (9, 9)");
                job.await("last change", () -> rows(job).contains("9=9"));

                assertThat(rows(job)).containsExactlyInAnyOrder("1=2", "9=9");
            }
        }
    }

    @Override
    protected void hook(org.apache.flink.api.connector.source.Source<?, ?, ?> inner) {
        var hooks = new org.apache.flink.cdc.connectors.base.source.utils.hooks.SnapshotPhaseHooks();
        hooks.setPreHighWatermarkAction((config, chunk) -> withinChunk());
        ((ChunkedPostgresSource) inner).inner().setSnapshotHooks(hooks);
    }
}
