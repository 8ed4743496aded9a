package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.mongodb.DeadLetterFields;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import io.tapstate.job.nest.Rows;
import io.tapstate.planner.plan.ErrorPolicy;
import io.tapstate.planner.plan.FilterRowsStep;
import io.tapstate.planner.plan.IncomingRows;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.MapRowsStep;
import io.tapstate.planner.plan.MapRowsStep.Rule;
import io.tapstate.planner.plan.Origin;
import io.tapstate.planner.plan.PlanColumns;
import io.tapstate.planner.plan.PlanSettings;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.RunScriptStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.WriteViewStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that cannot be processed among ten thousand that can, at every step that takes rows as they come. */
class ErrorPolicyIT {
    private static final StepId SHOP = new StepId("source.shop");
    private static final StepId FILTER = new StepId("filter_1");
    private static final StepId MAP = new StepId("map_2");
    private static final StepId SCRIPT = new StepId("js_3");
    private static final int GOOD = 10_000;
    private static final String THROWS_ON_ZERO =
            "function process(r) {\n  if (r.after && r.after.s === 0) throw new Error('zero');\n  return r;\n}";
    private static final String FAILS_ONCE = """
            const seen = {};
            function process(r) {
              if (r.after && r.after.s === 0 && !seen[r.after.id]) {
                seen[r.after.id] = true;
                throw new Error('not yet');
              }
              return r;
            }
            """;

    private String database;
    private MongoClient client;
    private MongoCollection<BsonDocument> letters;

    @BeforeEach
    void connect() {
        CollectingSink.RECEIVED.clear();
        database = TestDatabases.uniqueName("views");
        client = MongoClients.create(TestDatabases.store().uri(database));
        letters = client.getDatabase(database).getCollection(DeadLetterFields.COLLECTION, BsonDocument.class);
    }

    @AfterEach
    void disconnect() {
        client.getDatabase(database).drop();
        client.close();
    }

    @Test
    void skipLeavesOutTheRowsThatFailAndNoOther() throws Exception {
        run(ErrorPolicy.SKIP, THROWS_ON_ZERO, new ScriptedSource.Script(poisonedRows(), GOOD), 2);

        assertThat(received()).containsExactlyInAnyOrderElementsOf(goodIds());
        assertThat(letters.countDocuments()).isZero();
    }

    @Test
    void deadLetterKeepsTheRowsThatFailWithTheirStepAndReason() throws Exception {
        run(ErrorPolicy.DEAD_LETTER, THROWS_ON_ZERO, new ScriptedSource.Script(poisonedRows(), GOOD), 2);

        assertThat(received()).containsExactlyInAnyOrderElementsOf(goodIds());
        Map<String, Long> steps = new HashMap<>();
        letters.find()
                .forEach(letter -> steps.merge(
                        letter.getString("step").getValue() + " "
                                + letter.getString("code").getValue(),
                        1L,
                        Long::sum));
        assertThat(steps)
                .isEqualTo(Map.of(
                        "filter_1 transform.expression-failed", 10L,
                        "map_2 transform.expression-failed", 10L,
                        "js_3 transform.script-failed", 10L));
        BsonDocument one = letters.find(Filters.eq("key.id", 1003L)).first();
        assertThat(one.getDocument("row").toJson()).isEqualTo("{\"id\": 1003, \"f\": 0, \"m\": 1, \"s\": 1}");
    }

    @Test
    void failEndsTheJobWithTheFirstRowThatFails() throws Exception {
        Throwable failure = catchThrowable(
                () -> run(ErrorPolicy.FAIL, THROWS_ON_ZERO, new ScriptedSource.Script(poisonedRows(), GOOD), 1));

        TapException coded = FinalFaults.coded(failure).orElseThrow();
        assertThat(coded.diagnostics().get(0).code()).isEqualTo("transform.expression-failed");
    }

    @Test
    void aLaterGoodVersionGoesThroughAndSupersedesTheLetter() throws Exception {
        List<RowChange> changes = List.of(
                Rows.read(Rows.ORDERS, "{id: 1, f: 1, m: 1, s: 1}"),
                Rows.update(Rows.ORDERS, "{id: 1, f: 1, m: 1, s: 1}", "{id: 1, f: 2, m: 0, s: 1}"),
                Rows.update(Rows.ORDERS, "{id: 1, f: 2, m: 0, s: 1}", "{id: 1, f: 3, m: 3, s: 1}"));
        run(ErrorPolicy.DEAD_LETTER, THROWS_ON_ZERO, new ScriptedSource.Script(changes, 1), 1);

        assertThat(CollectingSink.RECEIVED)
                .extracting(
                        change -> RawRow.decode(change.after()).getInt64("f").getValue())
                .containsExactly(1L, 3L);
        assertThat(statuses()).containsExactly("superseded");
    }

    @Test
    void aLetterThatIsTriedAgainGoesOnFromItsStep() throws Exception {
        ScriptedSource.Script script = new ScriptedSource.Script(
                        List.of(
                                Rows.read(Rows.ORDERS, "{id: 1, f: 1, m: 2, s: 0}"),
                                Rows.read(Rows.ORDERS, "{id: 2, f: 1, m: 1, s: 1}"),
                                Rows.insert(Rows.ORDERS, "{id: 3, f: 1, m: 1, s: 1}")),
                        2)
                .held(2);
        try (StreamExecutionEnvironment env = environment(2)) {
            FlinkJobBuilder.build(env, plan(ErrorPolicy.DEAD_LETTER, FAILS_ONCE), this::variable, connectors(script));
            JobClient job = env.executeAsync("orders");
            until(() -> statuses().equals(List.of("open")));
            assertThat(received()).doesNotContain(1L);
            letters.updateMany(Filters.eq("status", "open"), Updates.set("status", "requested"));
            until(() -> statuses().equals(List.of("replayed")));
            assertThat(received()).contains(1L);
            script.release();
            job.getJobExecutionResult().get();
        }
        assertThat(received()).containsExactlyInAnyOrder(1L, 2L, 3L);
    }

    @Test
    void aRestoreNeitherDoublesLettersNorForgetsThem() throws Exception {
        ScriptedSource.Script script = new ScriptedSource.Script(poisonedRows(), GOOD).held(GOOD / 2);
        try (StreamExecutionEnvironment env = environment(2)) {
            FlinkJobBuilder.build(
                    env, plan(ErrorPolicy.DEAD_LETTER, THROWS_ON_ZERO), this::variable, connectors(script, true));
            FallingSink.reset();
            JobClient job = env.executeAsync("orders");
            until(() -> letters.countDocuments() == 15);
            FallingSink.fall();
            script.passing(GOOD / 2 + 1);
            until(FallingSink::hasFallen);
            script.release();
            job.getJobExecutionResult().get();
        }
        assertThat(letters.countDocuments()).isEqualTo(30);
        assertThat(statuses()).containsOnly("open");
        assertThat(received().stream().distinct().toList()).containsExactlyInAnyOrderElementsOf(goodIds());
    }

    private void run(ErrorPolicy policy, String text, ScriptedSource.Script script, int parallelism) throws Exception {
        try (StreamExecutionEnvironment env = environment(parallelism)) {
            FlinkJobBuilder.build(env, plan(policy, text), this::variable, connectors(script));
            env.execute("orders");
        }
    }

    private String variable(String name) {
        return name.equals("TAPSTATE_VIEWS_URI") ? TestDatabases.store().uri(database) : null;
    }

    private List<String> statuses() {
        return letters.find().into(new ArrayList<>()).stream()
                .map(letter -> letter.getString("status").getValue())
                .toList();
    }

    private static List<Long> received() {
        return CollectingSink.RECEIVED.stream()
                .map(change -> RawRow.decode(change.after()).getInt64("id").getValue())
                .toList();
    }

    /** Of every thousand rows one fails in each step. */
    private static List<RowChange> poisonedRows() {
        return LongStream.rangeClosed(1, GOOD)
                .mapToObj(id -> Rows.read(
                        Rows.ORDERS,
                        "{id: " + id + ", f: " + (id % 1000 == 3 ? 0 : 1) + ", m: " + (id % 1000 == 5 ? 0 : 1) + ", s: "
                                + (id % 1000 == 7 ? 0 : 1) + "}"))
                .toList();
    }

    private static List<Long> goodIds() {
        return LongStream.rangeClosed(1, GOOD)
                .filter(id -> id % 1000 != 3 && id % 1000 != 5 && id % 1000 != 7)
                .boxed()
                .collect(Collectors.toList());
    }

    private static StreamExecutionEnvironment environment(int parallelism) {
        Configuration settings = new Configuration();
        settings.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        return StreamExecutionEnvironment.createLocalEnvironment(parallelism, settings);
    }

    private static JobPlan plan(ErrorPolicy policy, String script) {
        List<PlanStep> steps = List.of(
                new ReadTablesStep(
                        SHOP,
                        "shop",
                        "mysql",
                        new TreeMap<>(),
                        ReadMode.SNAPSHOT_AND_CDC,
                        List.of(new ReadTablesStep.Table(
                                Rows.ORDERS, List.of("id"), BeforeImage.FULL, OptionalLong.empty()))),
                new FilterRowsStep(
                        FILTER, List.of(StreamRef.table(SHOP, Rows.ORDERS)), "10 / after.f > 0", List.of(incoming())),
                new MapRowsStep(
                        MAP,
                        List.of(StreamRef.step(FILTER)),
                        List.of(new MapRowsStep.Field("part", new Rule.Computed("10 / after.m"))),
                        List.of(incoming()),
                        List.of(new Origin("orders", List.of("id")))),
                new RunScriptStep(
                        SCRIPT, List.of(StreamRef.step(MAP)), script, List.of(new Origin("orders", List.of("id")))),
                new WriteViewStep(
                        new StepId("view.orders"),
                        StreamRef.step(SCRIPT),
                        "orders",
                        new TreeMap<>(),
                        "orders",
                        List.of("id"),
                        List.of()));
        PlanSettings settings = new PlanSettings(OptionalInt.empty(), policy, OptionalInt.empty(), Optional.empty());
        return new JobPlan("orders", ReadMode.SNAPSHOT_AND_CDC, settings, steps);
    }

    private static IncomingRows incoming() {
        List<PlanColumns.Column> columns = new ArrayList<>();
        for (String name : List.of("id", "f", "m", "s")) {
            columns.add(new PlanColumns.Column(name, Optional.of(ColumnType.INTEGER), true));
        }
        return new IncomingRows("orders", List.of("id"), new PlanColumns(columns, false));
    }

    private static Connectors connectors(ScriptedSource.Script script) {
        return connectors(script, false);
    }

    private static Connectors connectors(ScriptedSource.Script script, boolean falls) {
        return new Connectors() {
            @Override
            public Source<RowChange, ?, ?> source(String connector, SourceRequest request) {
                return new ScriptedSource(TestDatabases.uniqueName("shop"), script);
            }

            @Override
            public Sink<RowChange> sink(String connector, SinkRequest request) {
                return falls ? new FallingSink() : new CollectingSink();
            }
        };
    }

    private static void until(BooleanSupplier reached) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(40).toNanos();
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
            Thread.sleep(20);
        }
    }
}
