package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.job.translate.QueryShop.Query;
import io.tapstate.job.translate.ScriptedSource.Script;
import io.tapstate.planner.plan.JobPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many queries in one job over random histories come to what the tables in the end say. */
class QueryHistoryTest {
    private static final String ORDERS = "id INTEGER, customer INTEGER, amount INTEGER";
    private static final String CUSTOMERS = "id INTEGER, name STRING, region INTEGER";
    private static final String REGIONS = "id INTEGER, label STRING";

    private final Map<String, Script> scripts = new LinkedHashMap<>();

    @ParameterizedTest(name = "parallelism {0}, seed {1}, {2} changes")
    @CsvSource({"1, 1, 60", "3, 2, 60", "3, 3, 250"})
    void whatIsLeftIsWhatTheTablesSay(int parallelism, long seed, int changes) throws Exception {
        CollectingSink.RECEIVED.clear();
        QueryShop shop = new QueryShop(seed, changes);
        QueryRun run = run(shop);
        try (StreamExecutionEnvironment env = QueryRun.environment(parallelism)) {
            FlinkJobBuilder.build(env, plan(run), name -> null, run);
            env.execute("queries");
        }
        assertResult(shop, "seed " + seed, QueryRun::left);
    }

    @Test
    void aRestoreWithAnotherParallelismGoesOn(@TempDir Path savepoints) throws Exception {
        CollectingSink.RECEIVED.clear();
        QueryShop shop = new QueryShop(4, 120);
        QueryRun run = run(shop);
        scripts.forEach((table, script) -> script.held(shop.snapshot(table) + 20));
        String savepoint;
        try (StreamExecutionEnvironment env = QueryRun.environment(1)) {
            FlinkJobBuilder.build(env, plan(run), name -> null, run);
            JobClient client = env.executeAsync("queries");
            savepoint = stopped(client, savepoints);
        }
        scripts.values().forEach(Script::release);
        try (StreamExecutionEnvironment env = QueryRun.environment(3)) {
            env.configure(new Configuration().set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint));
            FlinkJobBuilder.build(env, plan(run), name -> null, run);
            env.execute("queries");
        }
        assertResult(shop, "seed 4", QueryRun::leftAfterRestore);
    }

    /** Once something came out and every operator is up. */
    private static String stopped(JobClient client, Path savepoints) throws Exception {
        Instant deadline = Instant.now().plus(Duration.ofMinutes(3));
        while (true) {
            TimeUnit.MILLISECONDS.sleep(100);
            if (!CollectingSink.RECEIVED.isEmpty()) {
                try {
                    return client.stopWithSavepoint(false, savepoints.toUri().toString(), SavepointFormatType.CANONICAL)
                            .get();
                } catch (ExecutionException e) {
                    if (Instant.now().isAfter(deadline)) {
                        throw e;
                    }
                }
            }
            assertThat(Instant.now()).as("something comes out").isBefore(deadline);
        }
    }

    private QueryRun run(QueryShop shop) {
        QueryRun run = new QueryRun();
        Map.of("orders", ORDERS, "customers", CUSTOMERS, "regions", REGIONS).forEach((table, columns) -> {
            scripts.put(table, new Script(shop.log(table), shop.snapshot(table)));
            run.table(table, columns, "id", scripts.get(table));
        });
        return run;
    }

    private static JobPlan plan(QueryRun run) {
        Map<String, String> queries = new LinkedHashMap<>();
        QueryShop.queries().forEach((name, query) -> queries.put(name, query.sql()));
        return run.plan(queries);
    }

    private static void assertResult(
            QueryShop shop, String history, Function<Collection<RowChange>, List<String>> keyed) {
        for (Map.Entry<String, Query> query : QueryShop.queries().entrySet()) {
            List<RowChange> changes = CollectingSink.RECEIVED.stream()
                    .filter(change -> change.table().name().equals(query.getKey()))
                    .toList();
            List<String> left = query.getValue().keyed() ? keyed.apply(changes) : counted(changes);
            assertThat(left)
                    .as(query.getKey() + " of " + history)
                    .isEqualTo(query.getValue().expected(shop));
        }
    }

    /** Of rows that nothing identifies: what was put in and not taken out. */
    private static List<String> counted(List<RowChange> changes) {
        List<String> rows = new ArrayList<>();
        for (RowChange change : changes) {
            if (change.kind() == ChangeKind.DELETE) {
                assertThat(rows.remove(QueryRun.json(change.before()))).isTrue();
            } else {
                rows.add(QueryRun.json(change.after()));
            }
        }
        return rows.stream().sorted().toList();
    }
}
