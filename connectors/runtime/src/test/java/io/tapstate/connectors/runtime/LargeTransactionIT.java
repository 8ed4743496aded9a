package io.tapstate.connectors.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.row.RawRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * One transaction of {@code -Dtransaction.rows} rows (50 000; a million in the {@code chaos} profile) inserts them all,
 * changes half of them and deletes a third, and the job fails in the midst of it, after checkpoints within it. The heap
 * of the tests is the bound: nothing holds a transaction.
 */
class LargeTransactionIT {
    private static final int ROWS = Integer.getInteger("transaction.rows", 50_000);
    private static final Duration PATIENCE = Duration.ofSeconds(60 + ROWS / 500);
    private static final long MARK = 999_999_999;

    private static final Map<Long, Long> VALUES = new ConcurrentHashMap<>();
    private static final AtomicLong CHANGES = new AtomicLong();

    private static MiniCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = CaptureJob.cluster();
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    @BeforeEach
    void forget() {
        VALUES.clear();
        CHANGES.set(0);
    }

    @Test
    void mysql() throws Exception {
        try (TestDatabase database = TestDatabases.freshMySql("large")) {
            String digits = "(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4"
                    + " UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
            String number = "a.d + 10*b.d + 100*c.d + 1000*e.d + 10000*f.d + 100000*g.d";
            String numbers = "SELECT n FROM (SELECT " + number + " n FROM " + digits + " a, " + digits + " b, " + digits
                    + " c, " + digits + " e, " + digits + " f, " + digits + " g) numbers WHERE n < " + ROWS;
            arrivesWhole(database, "mysql", database.name(), BeforeImage.FULL, numbers);
        }
    }

    @Test
    void postgres() throws Exception {
        try (TestDatabase database = TestDatabases.freshPostgres("large")) {
            String numbers = "SELECT n FROM generate_series(0, " + (ROWS - 1) + ") n";
            arrivesWhole(database, "postgres", "public", BeforeImage.KEY, numbers);
        }
    }

    private static void arrivesWhole(
            TestDatabase database, String connector, String namespace, BeforeImage image, String numbers)
            throws Exception {
        database.execute(
                "CREATE TABLE big (id INT PRIMARY KEY, v BIGINT NOT NULL, note VARCHAR(64))",
                "INSERT INTO big VALUES (" + (MARK - 1) + ", 0, 'there before')");
        JobGraph job = job(source(database, connector, namespace, image));
        cluster.submitJob(job).get(1, TimeUnit.MINUTES);
        try {
            await(job, "the row that was there before", MARK - 1);
            database.execute("INSERT INTO big VALUES (" + (MARK - 2) + ", 0, 'the log is followed')");
            await(job, "a change", MARK - 2);
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.execute("INSERT INTO big SELECT n, n, CONCAT('row ', n) FROM (" + numbers + ") rows_of_big");
                statement.execute("UPDATE big SET v = v + 1000000000 WHERE id < " + ROWS + " AND id % 2 = 0");
                statement.execute("DELETE FROM big WHERE id < " + ROWS + " AND id % 3 = 0");
                connection.commit();
            }
            database.execute("INSERT INTO big VALUES (" + MARK + ", 0, 'after it')");
            await(job, "the row after the transaction", MARK);

            assertThat(CHANGES.get())
                    .as("changes, some of them again after the fault")
                    .isGreaterThan(ROWS * 11L / 6 + 10);
            assertThat(VALUES.equals(table(database)))
                    .as("captured rows equal the table")
                    .isTrue();
        } finally {
            cluster.cancelJob(job.getJobID()).get(1, TimeUnit.MINUTES);
            cluster.requestJobResult(job.getJobID()).get(1, TimeUnit.MINUTES);
        }
    }

    private static JobGraph job(Source<RowChange, ?, ?> source) {
        Configuration configuration = new Configuration();
        configuration.setString("restart-strategy.type", "fixed-delay");
        configuration.setString("restart-strategy.fixed-delay.attempts", "1");
        configuration.setString("restart-strategy.fixed-delay.delay", "100 ms");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration)
                .setParallelism(1);
        environment.enableCheckpointing(50);
        environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "source")
                .uid("source")
                .process(new Failing())
                .returns(Types.INT)
                .uid("keep")
                .sinkTo(new DiscardingSink<>())
                .uid("discard");
        return environment.getStreamGraph().getJobGraph();
    }

    /** Does with the rows what a target does, and fails once, when the transaction is half through. */
    private static final class Failing extends ProcessFunction<RowChange, Integer> {
        private static final long serialVersionUID = 1L;
        private static final long WHEN = ROWS * 11L / 12;

        @Override
        public void processElement(RowChange change, Context context, Collector<Integer> out) {
            BsonDocument row = RawRow.decode(change.kind() == ChangeKind.DELETE ? change.before() : change.after());
            long id = row.getInt64("id").getValue();
            if (change.kind() == ChangeKind.DELETE) {
                VALUES.remove(id);
            } else {
                VALUES.put(id, row.getInt64("v").getValue());
            }
            if (CHANGES.incrementAndGet() == WHEN) {
                throw new IllegalStateException("the fault that this test wants");
            }
        }
    }

    private static void await(JobGraph job, String what, long id) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!VALUES.containsKey(id)) {
            JobStatus status = cluster.getJobStatus(job.getJobID()).get();
            assertThat(status).as(what).isNotIn(JobStatus.FAILED, JobStatus.FAILING);
            assertThat(System.nanoTime())
                    .as("%s, after %d changes", what, CHANGES.get())
                    .isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static Map<Long, Long> table(TestDatabase database) throws SQLException {
        Map<Long, Long> rows = new HashMap<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id, v FROM big")) {
            while (row.next()) {
                rows.put(row.getLong(1), row.getLong(2));
            }
        }
        return rows;
    }

    private static Source<RowChange, ?, ?> source(
            TestDatabase database, String connector, String namespace, BeforeImage image) {
        String pipeline = TestDatabases.uniqueName("p");
        ConnectionConfig config = new ConnectionConfig(new TreeMap<>(Map.of(
                "host", database.server().host(),
                "port", Integer.toString(database.server().port()),
                "database", database.name(),
                "username", database.server().user(),
                "password", database.server().password())));
        SourceRequest.Table table =
                new SourceRequest.Table(new TableId(namespace, "big"), List.of("id"), image, OptionalLong.empty());
        return ConnectorRuntimes.source(connector)
                .source(new SourceRequest(
                        pipeline,
                        "db",
                        config,
                        List.of(table),
                        true,
                        true,
                        RecordFaults.failing(pipeline, "source.db")));
    }
}
