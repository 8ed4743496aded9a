package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.job.nest.Rows;
import io.tapstate.job.translate.ScriptedSource.Script;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;

/** What a query promises besides its result, which {@link QueryHistoryTest} judges. */
class QueryRowsTest {
    private static final String JOINED = "SELECT o.id, c.name FROM orders o LEFT JOIN customers c ON o.customer = c.id";

    private final Script orders = new Script(
            List.of(
                    read("orders", "{id: 1, customer: 10}"),
                    read("orders", "{id: 2, customer: 20}"),
                    change(ChangeKind.UPDATE, "orders", "{id: 1, customer: 20}")),
            2);
    private final Script customers = new Script(
            List.of(
                    read("customers", "{id: 10, name: 'Ann'}"),
                    read("customers", "{id: 20, name: 'Bo'}"),
                    change(ChangeKind.UPDATE, "customers", "{id: 20, name: 'Dot'}")),
            2);

    @Test
    void rowsLeaveOnceWhenTheLoadIsInAndWhileTheSourcesGoOn() throws Exception {
        orders.held(2);
        customers.held(2);
        CollectingSink.RECEIVED.clear();
        QueryRun run = run();
        try (StreamExecutionEnvironment env = QueryRun.environment(2)) {
            FlinkJobBuilder.build(env, nested(run), name -> null, run);
            JobClient client = env.executeAsync("nest over a query");
            await(() -> received().size() >= 2);
            assertThat(received())
                    .containsExactlyInAnyOrder("{\"id\": 1, \"name\": \"Ann\"}", "{\"id\": 2, \"name\": \"Bo\"}");
            orders.release();
            customers.release();
            client.getJobExecutionResult().get();
        }
        assertThat(received().subList(2, received().size()))
                .contains("{\"id\": 1, \"name\": \"Dot\"}", "{\"id\": 2, \"name\": \"Dot\"}");
    }

    @Test
    void whatPassesThroughKeepsItsTypeAndItsDigits() throws Exception {
        String token = "{$uuid: '123e4567-e89b-12d3-a456-426614174000'}";
        String row = "{id: " + token + ", price: {$numberDecimal: '1.10'}, huge: {$numberDecimal: '1E+6000'}, "
                + "span: '838:59:59.123456', placed: '2026-01-31T08:00:00.000001', born: {$date: '0001-01-01T00:00:00Z'}, "
                + "bin: {$binary: {base64: 'AAE=', subType: '00'}}, extra: {a: [1]}}";
        Script things = new Script(List.of(read("things", row)), 1);
        QueryRun run = new QueryRun()
                .table(
                        "things",
                        "id UUID, price DECIMAL, huge DECIMAL, span TIME, placed DATETIME, born DATE, bin BINARY, extra dyn",
                        "id",
                        things);
        assertThat(run.rows(
                        1,
                        "SELECT id, price, huge, span, placed, born, bin, extra, price * 2 AS twice, "
                                + "CAST(id AS STRING) AS label, TIMESTAMPADD(DAY, 1, placed) AS later FROM things",
                        "id"))
                .containsExactly(RawRow.decode(Rows.row(row.substring(0, row.length() - 1)
                                + ", twice: {$numberDecimal: '2.2'}, label: '123e4567-e89b-12d3-a456-426614174000', "
                                + "later: '2026-02-01T08:00:00.000001'}"))
                        .toJson());
    }

    @Test
    void whatFlinkDoesNotRunIsACode() throws Exception {
        for (String sql : List.of(
                "SELECT o.id, NO_SUCH_FUNCTION(o.id) AS n FROM orders o",
                "SELECT o.id, INTERVAL '1' DAY AS d FROM orders o",
                "SELECT customer, COLLECT(id) AS ids FROM orders GROUP BY customer")) {
            try (StreamExecutionEnvironment env = QueryRun.environment(1)) {
                QueryRun run = run();
                TapException refusal = catchThrowableOfType(
                        TapException.class, () -> FlinkJobBuilder.build(env, run.plan(sql, "id"), name -> null, run));
                assertThat(refusal).as(sql).isNotNull();
                assertThat(refusal.diagnostics()).singleElement().satisfies(fault -> {
                    assertThat(fault.code()).isEqualTo("transform.query-refused");
                    assertThat(fault.message()).contains("join_1").doesNotContain("\n");
                });
            }
        }
    }

    @Test
    void operatorsAreFoundAgainUnderTheirUids() throws Exception {
        List<String> first = uids();
        assertThat(first)
                .contains("join_1", "join_1/rows", "join_1/read/orders", "join_1/query/0", "other", "other/query/0")
                .doesNotContainNull()
                .doesNotHaveDuplicates();
        assertThat(uids()).isEqualTo(first);
    }

    private List<String> uids() throws Exception {
        QueryRun run = run();
        try (StreamExecutionEnvironment env = QueryRun.environment(3)) {
            env.setParallelism(3);
            JobPlan plan = run.plan(Map.of("join_1", JOINED, "other", "SELECT DISTINCT name FROM customers"));
            FlinkJobBuilder.build(env, plan, name -> null, run);
            return env.getStreamGraph().getStreamNodes().stream()
                    .peek(node -> assertThat(node.getParallelism()).isEqualTo(3))
                    .map(StreamNode::getTransformationUID)
                    .sorted(Comparator.nullsFirst(Comparator.naturalOrder()))
                    .toList();
        }
    }

    /** The query's rows as the root of a nest without embeds. */
    private static JobPlan nested(QueryRun run) {
        JobPlan plan = run.plan(JOINED, "id");
        List<PlanStep> steps =
                new ArrayList<>(plan.steps().subList(0, plan.steps().size() - 1));
        StepId nest = new StepId("nest_1");
        steps.add(new AssembleDocumentsStep(
                nest, StreamRef.step(QueryRun.JOIN), "rows", List.of("id"), List.of("id"), List.of(), 50, false));
        steps.add(QueryRun.view("rows", nest));
        return new JobPlan(plan.pipeline(), plan.readMode(), steps);
    }

    private static List<String> received() {
        return CollectingSink.RECEIVED.stream()
                .map(change -> QueryRun.json(change.after()))
                .toList();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        Instant deadline = Instant.now().plus(Duration.ofMinutes(2));
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).as("something comes out").isBefore(deadline);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private QueryRun run() {
        return new QueryRun()
                .table("orders", "id INTEGER, customer INTEGER", "id", orders)
                .table("customers", "id INTEGER, name STRING", "id", customers);
    }

    private static RowChange read(String table, String row) {
        return QueryRun.read(table, RawRow.decode(Rows.row(row)));
    }

    private static RowChange change(ChangeKind kind, String table, String after) {
        return QueryRun.change(kind, table, null, RawRow.decode(Rows.row(after)));
    }
}
