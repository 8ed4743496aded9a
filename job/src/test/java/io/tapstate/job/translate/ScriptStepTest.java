package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import io.tapstate.job.nest.Rows;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.Embed;
import io.tapstate.planner.plan.Embed.Shape;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.Origin;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.RunScriptStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.WriteViewStep;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scripts inside a whole job: before a nest over two tables, and after it. */
class ScriptStepTest {
    private static final StepId SHOP = new StepId("source.shop");
    private static final StepId SCRIPT = new StepId("js_1");
    private static final StepId ORDERS = new StepId("js_2");
    private static final StepId NEST = new StepId("nest_3");
    private static final StepId AFTER = new StepId("js_4");
    private static final TableId ITEMS = new TableId("appdb", "items");
    private static final String DOUBLE_AND_DROP = """
            const filter = (record) => record.after.n !== 5;
            function process(record, ctx) {
              record.after.n *= 2;
              ctx.log('seen', record.src);
              return record;
            }
            """;
    private static final String COUNT =
            "function process(r) { r.after.count = r.after.items.length; r.after.key = r.after.id; return r; }";

    @BeforeEach
    void nothingReceived() {
        CollectingSink.RECEIVED.clear();
    }

    @Test
    void scriptsRunBeforeAndAfterANest() throws Exception {
        try (StreamExecutionEnvironment env = environment()) {
            FlinkJobBuilder.build(env, plan(DOUBLE_AND_DROP, COUNT), name -> null, new TestConnectors());
            assertThat(env.getStreamGraph(false).getStreamNodes())
                    .extracting(StreamNode::getTransformationUID)
                    .contains("js_1", "js_1/table", "js_2", "js_2/table", "js_4");
            env.execute("scripts");
        }
        assertThat(CollectingSink.RECEIVED)
                .extracting(change -> RawRow.decode(change.after()).toJson())
                .containsExactlyInAnyOrder(
                        "{\"id\": 0, \"n\": 0, \"items\": [{\"id\": 1, \"order_id\": 0, \"n\": 2}],"
                                + " \"count\": 1, \"key\": 0}",
                        "{\"id\": 1, \"n\": 4, \"items\": [{\"id\": 3, \"order_id\": 1, \"n\": 6}],"
                                + " \"count\": 1, \"key\": 1}",
                        "{\"id\": 2, \"n\": 8, \"items\": [], \"count\": 0, \"key\": 2}");
        assertThat(CollectingSink.RECEIVED).extracting(RowChange::table).containsOnly(Rows.ORDERS);
    }

    @Test
    void aScriptThatThrowsEndsTheJobWithItsCode() throws Exception {
        try (StreamExecutionEnvironment env = environment()) {
            String failing = "function process(record) {\n  throw new Error('bad ' + record.src);\n}";
            FlinkJobBuilder.build(env, plan(failing, COUNT), name -> null, new TestConnectors());
            Throwable failure = catchThrowable(() -> env.execute("scripts"));
            TapException coded = FinalFaults.coded(deserialized(failure)).orElseThrow();
            assertThat(coded.diagnostics().get(0).code()).isEqualTo("transform.script-failed");
            assertThat(coded.diagnostics().get(0).parameters()).containsEntry("detail", "line 2: Error: bad items");
        }
    }

    private static Throwable deserialized(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof org.apache.flink.util.SerializedThrowable serialized) {
                return serialized.deserializeError(ScriptStepTest.class.getClassLoader());
            }
        }
        return failure;
    }

    private static StreamExecutionEnvironment environment() {
        Configuration settings = new Configuration();
        settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        return StreamExecutionEnvironment.createLocalEnvironment(2, settings);
    }

    private static JobPlan plan(String items, String documents) {
        List<ReadTablesStep.Table> tables = List.of(Rows.ORDERS, ITEMS).stream()
                .map(table -> new ReadTablesStep.Table(table, List.of("id"), BeforeImage.FULL, OptionalLong.empty()))
                .toList();
        return new JobPlan(
                "scripts",
                ReadMode.SNAPSHOT_ONLY,
                List.of(
                        new ReadTablesStep(SHOP, "shop", "mysql", new TreeMap<>(), ReadMode.SNAPSHOT_ONLY, tables),
                        script(SCRIPT, StreamRef.table(SHOP, ITEMS), items, "items"),
                        script(ORDERS, StreamRef.table(SHOP, Rows.ORDERS), DOUBLE_AND_DROP, "orders"),
                        new AssembleDocumentsStep(
                                NEST,
                                StreamRef.step(ORDERS),
                                "orders",
                                List.of("id"),
                                List.of("id"),
                                List.of(new Embed(
                                        "items",
                                        StreamRef.step(SCRIPT),
                                        Shape.ARRAY,
                                        List.of("id"),
                                        List.of("order_id"),
                                        List.of("id"))),
                                50,
                                false),
                        script(AFTER, StreamRef.step(NEST), documents, "orders"),
                        new WriteViewStep(
                                new StepId("view.orders"),
                                StreamRef.step(AFTER),
                                "orders",
                                new TreeMap<>(),
                                "orders",
                                List.of("id"),
                                List.of())));
    }

    private static RunScriptStep script(StepId id, StreamRef input, String text, String table) {
        return new RunScriptStep(id, List.of(input), text, List.of(new Origin(table, List.of("id"))));
    }

    /** Orders 0 to 2 with n = 2 id; items 1, 3 and 5 with n = id of the order (n - 1) / 2. */
    private static RowChange row(Long index) {
        return index % 2 == 0
                ? Rows.read(Rows.ORDERS, "{id: " + index / 2 + ", n: " + index + "}")
                : Rows.read(ITEMS, "{id: " + index + ", order_id: " + index / 2 + ", n: " + index + "}");
    }

    private static final class TestConnectors implements Connectors {
        @Override
        public Source<RowChange, ?, ?> source(String connector, SourceRequest request) {
            return new DataGeneratorSource<>(ScriptStepTest::row, 6, RowChangeTypeInfo.INSTANCE);
        }

        @Override
        public Sink<RowChange> sink(String connector, SinkRequest request) {
            return new CollectingSink();
        }
    }
}
