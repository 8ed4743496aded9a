package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.connectors.runtime.SourceRequest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;

/**
 * Reads a table of {@code -Drows} rows of eight columns through a source into nothing, with two readers, and beside it in
 * one thread with plain JDBC, which streams. Whole jobs, their start included; the median of {@value #ROUNDS} rounds.
 */
class SnapshotBench {
    private static final int ROWS = Integer.getInteger("rows", 1_000_000);
    private static final int ROUNDS = 3;
    private static final String COLUMNS =
            "id INT PRIMARY KEY, customer VARCHAR(64), note VARCHAR(64), amount DECIMAL(10,2),"
                    + " quantity INT, weight DOUBLE PRECISION, placed TIMESTAMP NULL, day DATE";
    private static final LongAdder COUNTED = new LongAdder();

    /** What is measured; its count of rows tells that all were read. */
    private interface Reading {
        long rows() throws Exception;
    }

    @Test
    void mysql() throws Exception {
        try (TestDatabase database = TestDatabases.freshMySql("snapshot")) {
            String digits = "(SELECT 0 n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4"
                    + " UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
            StringBuilder number = new StringBuilder("0");
            StringBuilder from = new StringBuilder();
            long weight = 1;
            for (char table = 'a'; table <= 'f'; table++, weight *= 10) {
                number.append('+').append(weight).append('*').append(table).append(".n");
                from.append(table == 'a' ? "" : ", ").append(digits).append(' ').append(table);
            }
            fill(
                    database,
                    "INSERT INTO big SELECT " + values(number.toString()) + " FROM " + from + " WHERE " + number + " < "
                            + ROWS);
            database.execute("ANALYZE TABLE big");
            compare("mysql", database, database.name(), BeforeImage.FULL);
        }
    }

    @Test
    void postgres() throws Exception {
        try (TestDatabase database = TestDatabases.freshPostgres("snapshot")) {
            fill(database, "INSERT INTO big SELECT " + values("n") + " FROM generate_series(0, " + (ROWS - 1) + ") n");
            database.execute("ANALYZE big");
            compare("postgres", database, "public", BeforeImage.KEY);
        }
    }

    private static void fill(TestDatabase database, String rows) {
        database.execute("CREATE TABLE big (" + COLUMNS + ")", rows);
    }

    private static String values(String n) {
        return n + ", concat('customer ', " + n + "), concat('a note of some words, number ', " + n
                + "), 12.50, 7, 0.25," + " '2024-03-01 12:00:00', '2024-03-01'";
    }

    private static void compare(String connector, TestDatabase database, String namespace, BeforeImage image)
            throws Exception {
        Reading plain = () -> plainly(connector, database);
        Reading job = () -> throughTheSource(connector, database, namespace, image);
        job.rows();
        List<Double> plainSeconds = new ArrayList<>();
        List<Double> jobSeconds = new ArrayList<>();
        long heap = 0;
        for (int round = 0; round < ROUNDS; round++) {
            plainSeconds.add(seconds(plain));
            System.gc();
            try (PeakHeap peak = new PeakHeap()) {
                jobSeconds.add(seconds(job));
                heap = Math.max(heap, peak.bytes());
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%s: plain JDBC %.0f rows/s; source %.0f rows/s (%.1f s, job start included); ratio %.2f; peak heap"
                        + " %d MiB of %d%n",
                connector,
                ROWS / median(plainSeconds),
                ROWS / median(jobSeconds),
                median(jobSeconds),
                median(jobSeconds) / median(plainSeconds),
                heap >> 20,
                Runtime.getRuntime().maxMemory() >> 20);
    }

    /** Looks every 10 ms at what is in use, garbage that is not collected yet included. */
    private static final class PeakHeap implements AutoCloseable {
        private final AtomicLong most = new AtomicLong();
        private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

        PeakHeap() {
            var unused = clock.scheduleAtFixedRate(this::look, 0, 10, TimeUnit.MILLISECONDS);
        }

        private void look() {
            long used =
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            most.accumulateAndGet(used, Math::max);
        }

        long bytes() {
            return most.get();
        }

        @Override
        public void close() {
            clock.shutdownNow();
        }
    }

    private static double seconds(Reading reading) throws Exception {
        long start = System.nanoTime();
        assertThat(reading.rows()).isEqualTo(ROWS);
        return (System.nanoTime() - start) / 1e9;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static long plainly(String connector, TestDatabase database) throws Exception {
        long rows = 0;
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(connector.equals("mysql") ? Integer.MIN_VALUE : 1_000);
                try (ResultSet row = statement.executeQuery("SELECT * FROM big")) {
                    int columns = row.getMetaData().getColumnCount();
                    while (row.next()) {
                        for (int column = 1; column <= columns; column++) {
                            row.getObject(column);
                        }
                        rows++;
                    }
                }
            }
        }
        return rows;
    }

    private static long throughTheSource(String connector, TestDatabase database, String namespace, BeforeImage image)
            throws Exception {
        COUNTED.reset();
        String pipeline = TestDatabases.uniqueName("bench");
        TreeMap<String, String> config = new TreeMap<>(Map.of(
                "host", database.server().host(),
                "port", Integer.toString(database.server().port()),
                "database", database.name(),
                "username", database.server().user(),
                "password", database.server().password()));
        if (connector.equals("postgres")) {
            config.put("schema", namespace);
        }
        SourceRequest.Table table =
                new SourceRequest.Table(new TableId(namespace, "big"), List.of("id"), image, OptionalLong.of(ROWS));
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2, new Configuration());
        env.getConfig().enableObjectReuse();
        // PostgreSQL's source with several readers ends with a checkpoint.
        env.enableCheckpointing(200);
        env.fromSource(
                        ConnectorRuntimes.source(connector)
                                .source(new SourceRequest(
                                        pipeline,
                                        "db",
                                        new ConnectionConfig(config),
                                        List.of(table),
                                        true,
                                        false,
                                        RecordFaults.failing(pipeline, "source.db"))),
                        WatermarkStrategy.noWatermarks(),
                        "read",
                        RowChangeTypeInfo.INSTANCE)
                .filter(SnapshotBench::count)
                .sinkTo(new DiscardingSink<>());
        env.execute();
        return COUNTED.sum();
    }

    private static boolean count(RowChange row) {
        COUNTED.increment();
        return false;
    }
}
