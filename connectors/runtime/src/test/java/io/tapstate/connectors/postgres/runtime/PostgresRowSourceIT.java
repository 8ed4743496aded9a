package io.tapstate.connectors.postgres.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.cdc.StableNames;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.CaptureJob;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.RowSourceContract;
import io.tapstate.connectors.runtime.SourceRequest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.cdc.connectors.base.source.utils.hooks.SnapshotPhaseHooks;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresRowSourceIT extends RowSourceContract {
    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshPostgres("source");
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
    protected void withinAChunk(Source<RowChange, ?, ?> inner) {
        // Not later: once the rows are read, their lock keeps a TRUNCATE waiting until the end of the chunk is settled.
        SnapshotPhaseHooks hooks = new SnapshotPhaseHooks();
        hooks.setPostLowWatermarkAction((config, chunk) -> withinChunk());
        ((ChunkedPostgresSource) inner).inner().setSnapshotHooks(hooks);
    }

    @Override
    protected String fill(int rows) {
        return "INSERT INTO orders SELECT n, 'x', 1.5 FROM generate_series(1, " + rows + ") n";
    }

    @Override
    protected String kinds() {
        return "small SMALLINT, big BIGINT, o OID, price NUMERIC(20,4), f REAL, d DOUBLE PRECISION, truth BOOLEAN,"
                + " flag BIT(1), c CHAR(5), v VARCHAR(50), t TEXT, b BYTEA, day DATE, tm TIME(3), tm6 TIME,"
                + " dt TIMESTAMP(0), dt6 TIMESTAMP, ts TIMESTAMPTZ, j JSON, jb JSONB, u UUID, dflt INT DEFAULT 7";
    }

    @Override
    protected String kindRows(int firstId) {
        return "INSERT INTO kinds VALUES (" + firstId + ", -5, 9223372036854775807, 4294967295, 12345678.9000, 0.1,"
                + " 0.1, TRUE, B'1', 'ab', 'größe 😀', 'text', '\\x00ff', '2024-02-29', '12:34:56.789',"
                + " '12:34:56.5', '2024-02-29 12:00:00', '2024-02-29 12:00:00.000001',"
                + " '2024-07-01 12:00:00.123+02', '{\"a\":  1}', '{\"a\":1}',"
                + " '00112233-4455-6677-8899-aabbccddeeff', NULL), ("
                + (firstId + 1) + ", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
                + " NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)";
    }

    @Override
    protected List<String> kindDocuments() {
        return List.of(
                "{\"small\": -5, \"big\": 9223372036854775807, \"o\": 4294967295"
                        + ", \"price\": {\"$numberDecimal\": \"12345678.9000\"}, \"f\": 0.10000000149011612"
                        + ", \"d\": 0.1, \"truth\": true, \"flag\": true, \"c\": \"ab   \""
                        + ", \"v\": \"größe \\ud83d\\ude00\", \"t\": \"text\""
                        + ", \"b\": {\"$binary\": {\"base64\": \"AP8=\", \"subType\": \"00\"}}"
                        + ", \"day\": {\"$date\": \"2024-02-29T00:00:00Z\"}, \"tm\": \"12:34:56.789000\""
                        + ", \"tm6\": \"12:34:56.500000\", \"dt\": \"2024-02-29T12:00:00\""
                        + ", \"dt6\": \"2024-02-29T12:00:00.000001\""
                        + ", \"ts\": \"2024-07-01T10:00:00.123000Z\", \"j\": \"{\\\"a\\\":  1}\""
                        + ", \"jb\": \"{\\\"a\\\": 1}\""
                        + ", \"u\": {\"$binary\": {\"base64\": \"ABEiM0RVZneImaq7zN3u/w==\", \"subType\": \"04\"}}"
                        + ", \"dflt\": null}",
                "{\"small\": null, \"big\": null, \"o\": null, \"price\": null, \"f\": null, \"d\": null"
                        + ", \"truth\": null, \"flag\": null, \"c\": null, \"v\": null, \"t\": null, \"b\": null"
                        + ", \"day\": null, \"tm\": null, \"tm6\": null, \"dt\": null, \"dt6\": null, \"ts\": null"
                        + ", \"j\": null, \"jb\": null, \"u\": null, \"dflt\": null}");
    }

    @Test
    void anUnchangedLargeValueComesFromTheFullOldRow() throws Exception {
        String large = large();
        database.execute(
                "CREATE TABLE notes (id INT PRIMARY KEY, state INT, body TEXT)",
                "ALTER TABLE notes ALTER body SET STORAGE EXTERNAL",
                "ALTER TABLE notes REPLICA IDENTITY FULL",
                "INSERT INTO notes VALUES (1, 1, '" + large + "')");

        try (CaptureJob job = start(source(true, true, BeforeImage.FULL, "notes"))) {
            job.awaitWatermarks(1);
            database.execute("UPDATE notes SET state = 2");
            job.awaitChanges(1);

            BsonDocument row = RawRow.decode(job.changes().get(0).after());
            assertThat(row.getInt64("state").getValue()).isEqualTo(2);
            assertThat(row.getString("body").getValue()).isEqualTo(large);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TEXT", "VARCHAR", "CHAR(10000)", "BYTEA", "JSON", "JSONB"})
    void anUnchangedLargeValueThatTheLogLacksFailsWithACode(String type) throws Exception {
        String value = type.startsWith("JSON") ? '"' + large() + '"' : large();
        database.execute(
                "CREATE TABLE notes (id INT PRIMARY KEY, state INT, body " + type + ")",
                "ALTER TABLE notes ALTER body SET STORAGE EXTERNAL",
                "INSERT INTO notes VALUES (1, 1, '" + value + "')");

        try (CaptureJob job = restarting(source(true, true, BeforeImage.KEY, "notes"), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute("UPDATE notes SET state = 2");

            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.unchanged-value-not-sent");
            assertThat(job.changes()).isEmpty();
        }
    }

    @Test
    void rowsThatSwapTheirKeysInOneTransactionAreBothKept() throws Exception {
        database.execute(
                "CREATE TABLE seats (id INT PRIMARY KEY DEFERRABLE INITIALLY DEFERRED, who TEXT)",
                "ALTER TABLE seats REPLICA IDENTITY FULL",
                "INSERT INTO seats VALUES (1, 'ann'), (2, 'bob'), (3, 'cem')");

        try (CaptureJob job = start(source(true, true, BeforeImage.FULL, "seats"))) {
            job.awaitWatermarks(1);
            database.execute("UPDATE seats SET id = id % 3 + 1", "INSERT INTO seats VALUES (9, 'end')");
            job.awaitChanges(7);

            Map<RowKey, String> seats = new TreeMap<>();
            for (RowChange change : job.changes()) {
                if (change.after() == null) {
                    seats.remove(change.key());
                } else {
                    BsonDocument row = RawRow.decode(change.after());
                    seats.put(
                            change.key(),
                            row.getInt64("id").getValue() + row.getString("who").getValue());
                }
            }
            assertThat(seats.values()).containsExactly("1cem", "2ann", "3bob", "9end");
        }
    }

    @Test
    void aDroppedSlotIsALostPositionAndNotANewBeginning() throws Exception {
        database.execute("INSERT INTO orders VALUES (1, 'alice', 10.00)");
        String savepoint;
        try (CaptureJob job = start(1, Optional.empty())) {
            job.awaitWatermarks(1);
            savepoint = job.stopWithSavepoint(folder);
        }
        database.execute("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
                + " WHERE database = current_database()");

        try (CaptureJob job = restarting(source(true, true), Optional.of(savepoint))) {
            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.position-lost");
        }
    }

    @Test
    void aTableThatCouldNotBeFollowedIsRefusedBeforeItIsPublished() throws Exception {
        database.execute("CREATE TABLE loose (id INT)");

        try (CaptureJob job = start(source(true, true, BeforeImage.KEY, "loose"))) {
            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.no-replica-identity");
        }
    }

    @Test
    void aUserWhoMayNotPublishIsACodedFault() throws Exception {
        String user = TestDatabases.uniqueName("reader");
        database.execute("CREATE ROLE " + user + " LOGIN REPLICATION PASSWORD 'reading'");
        try {
            Map<String, String> settings = config().values();
            settings.put("username", user);
            settings.put("password", "reading");
            try (CaptureJob job = restarting(
                    source(new ConnectionConfig(settings), true, true, BeforeImage.KEY, "orders"), Optional.empty())) {
                assertThat(job.end().orElseThrow())
                        .hasStackTraceContaining("capture.publication-refused")
                        .hasStackTraceContaining("permission denied");
            }
        } finally {
            database.execute("DROP ROLE " + user);
        }
    }

    @Test
    void aBoundedSourceLeavesNoSlotAndNoPublication() throws Exception {
        database.execute("INSERT INTO orders VALUES (1, 'alice', 10.00)");
        try (CaptureJob job = start(source(true, false))) {
            assertThat(job.end()).isEmpty();

            job.await("dropped slot", () -> count("pg_replication_slots WHERE database = current_database()") == 0);
            job.await("dropped publication", () -> count("pg_publication") == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRUNCATE others, orders RESTART IDENTITY", "TRUNCATE others CASCADE"})
    void aTableThatIsTruncatedAlongWithAnotherEndsTheSource(String statement) throws Exception {
        database.execute(
                "ALTER TABLE orders ADD COLUMN other INT REFERENCES others (id)",
                "INSERT INTO others VALUES (1)",
                "INSERT INTO orders VALUES (1, 'alice', 10.00, 1)");

        try (CaptureJob job = restarting(source(true, true), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute(statement);

            assertThat(job.end().orElseThrow())
                    .hasStackTraceContaining("capture.table-truncated")
                    .hasStackTraceContaining("public.orders");
        }
    }

    @Test
    void aPublicationMadeWithoutTruncatesGetsThem() throws Exception {
        String name = StableNames.identifier(new SourceRequest(
                pipeline, "db", config(), List.of(), true, true, RecordFaults.failing(pipeline, "source.db")));
        database.execute(
                "INSERT INTO orders VALUES (1, 'alice', 10.00)",
                "CREATE PUBLICATION " + name + " FOR TABLE orders WITH (publish = 'insert, update, delete')");

        try (CaptureJob job = restarting(source(true, true), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute("TRUNCATE orders");

            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.table-truncated");
        }
    }

    @Test
    void aRenamedTableEndsTheSource() throws Exception {
        database.execute("INSERT INTO orders VALUES (1, 'alice', 10.00)");

        try (CaptureJob job = restarting(source(true, true), Optional.empty())) {
            job.awaitWatermarks(1);
            database.execute("ALTER TABLE orders RENAME TO orders_old");

            assertThat(job.end().orElseThrow()).hasStackTraceContaining("capture.table-dropped");
        }
    }

    private long count(String from) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + from)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    // Too long to stand in the row itself.
    private static String large() {
        return "0123456789".repeat(1_000);
    }
}
