package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import io.tapstate.job.nest.Rows;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.Embed;
import io.tapstate.planner.plan.Embed.Shape;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.RememberKeysStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.WriteViewStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.runtime.partitioner.ForwardPartitioner;
import org.junit.jupiter.api.Test;

class FlinkJobBuilderTest {
    private static final String SECRET = "swordfish";
    private static final StepId ORDERS_DB = new StepId("source.orders_db");
    private static final StepId FULFILLMENT_DB = new StepId("source.fulfillment_db");
    private static final TableId OTHER = new TableId("appdb", "other");

    @Test
    void everyOperatorIsNamedAfterItsStep() throws Exception {
        try (StreamExecutionEnvironment env = environment()) {
            FlinkJobBuilder.build(env, plan(), variables(), new TestConnectors());
            StreamGraph graph = env.getStreamGraph();
            assertThat(graph.getStreamNodes())
                    .extracting(StreamNode::getTransformationUID)
                    .containsExactlyInAnyOrder(
                            "source.orders_db",
                            "source.fulfillment_db",
                            "nest_1.shipments.keys/table",
                            "nest_1.shipments.keys",
                            "nest_1/table",
                            "nest_1/route",
                            "nest_1/route/shipments",
                            "nest_1",
                            "view.order_state");
            assertThat(env.getConfiguration().get(PipelineOptions.AUTO_GENERATE_UIDS))
                    .isFalse();
            assertThat(env.getConfiguration().get(PipelineOptions.GENERIC_TYPES))
                    .isFalse();
        }
    }

    @Test
    void aNestWhoseStateLivesElsewhereHasStagesOfItsOwnThere() throws Exception {
        try (StreamExecutionEnvironment env = environment()) {
            FlinkJobBuilder.build(env, plan(Optional.of("other")), variables(), new TestConnectors());
            assertThat(env.getStreamGraph().getStreamNodes())
                    .extracting(StreamNode::getTransformationUID)
                    .contains("source.orders_db", "nest_1.shipments.keys@other", "nest_1@other", "view.order_state")
                    .doesNotContain("nest_1.shipments.keys", "nest_1");
        }
    }

    @Test
    void documentsReachTheSinkWithinTheirSubtask() throws Exception {
        try (StreamExecutionEnvironment env = environment()) {
            FlinkJobBuilder.build(env, plan(), variables(), new TestConnectors());
            StreamNode sink = node(env.getStreamGraph(), "view.order_state");
            assertThat(sink.getInEdges())
                    .singleElement()
                    .extracting(StreamEdge::getPartitioner)
                    .isInstanceOf(ForwardPartitioner.class);
        }
    }

    @Test
    void secretsReachTheConnectorsAndNoName() throws Exception {
        try (StreamExecutionEnvironment env = environment()) {
            TestConnectors connectors = new TestConnectors();
            FlinkJobBuilder.build(env, plan(), variables(), connectors);
            assertThat(connectors.requests.get(0).config().get("password")).hasValue(SECRET);
            assertThat(connectors.sinks.get(0).config().get("uri")).hasValue("mongodb://u:" + SECRET + "@h/views");
            StreamGraph graph = env.getStreamGraph();
            assertThat(graph.getStreamingPlanAsJSON()).doesNotContain(SECRET);
            assertThat(graph.getStreamNodes())
                    .extracting(StreamNode::getOperatorName)
                    .contains("nest_1: documents of orders")
                    .noneMatch(name -> name.contains(SECRET));
        }
    }

    @Test
    void eachTableIsReadOnceAndAsTheModeSays() throws Exception {
        try (StreamExecutionEnvironment env = environment()) {
            TestConnectors connectors = new TestConnectors();
            FlinkJobBuilder.build(env, plan(), variables(), connectors);
            assertThat(connectors.requests).hasSize(2);
            assertThat(connectors.requests.get(0).tables())
                    .extracting(SourceRequest.Table::id)
                    .containsExactly(Rows.ORDERS, OTHER);
            assertThat(connectors.requests).allMatch(request -> request.snapshot() && !request.changes());
        }
    }

    @Test
    void aBoundedPipelineWritesEveryDocumentOnceAndEnds() throws Exception {
        CollectingSink.RECEIVED.clear();
        try (StreamExecutionEnvironment env = environment()) {
            FlinkJobBuilder.build(env, plan(), variables(), new TestConnectors());
            env.execute("order_pipeline");
        }
        assertThat(CollectingSink.RECEIVED)
                .extracting(change -> RawRow.decode(change.after()).toJson())
                .containsExactlyInAnyOrder(
                        "{\"id\": 0, \"shipments\": [{\"id\": 0, \"order_id\": 0}, {\"id\": 3, \"order_id\": 0}]}",
                        "{\"id\": 1, \"shipments\": [{\"id\": 1, \"order_id\": 1}, {\"id\": 4, \"order_id\": 1}]}",
                        "{\"id\": 2, \"shipments\": [{\"id\": 2, \"order_id\": 2}, {\"id\": 5, \"order_id\": 2}]}",
                        "{\"id\": 3, \"shipments\": []}");
        assertThat(CollectingSink.RECEIVED).extracting(RowChange::table).containsOnly(Rows.ORDERS);
    }

    private static StreamExecutionEnvironment environment() {
        Configuration settings = new Configuration();
        settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        return StreamExecutionEnvironment.createLocalEnvironment(2, settings);
    }

    private static UnaryOperator<String> variables() {
        return name -> name.equals("PASSWORD") ? SECRET : null;
    }

    private static StreamNode node(StreamGraph graph, String uid) {
        return graph.getStreamNodes().stream()
                .filter(node -> uid.equals(node.getTransformationUID()))
                .findFirst()
                .orElseThrow();
    }

    private static JobPlan plan() {
        return plan(Optional.empty());
    }

    private static JobPlan plan(Optional<String> stateNamespace) {
        TreeMap<String, String> database = new TreeMap<>(Map.of("host", "h", "password", "${PASSWORD}"));
        StepId keys = new StepId("nest_1.shipments.keys");
        StepId nest = new StepId("nest_1");
        return new JobPlan(
                "order_pipeline",
                ReadMode.SNAPSHOT_ONLY,
                List.of(
                        read(ORDERS_DB, "orders_db", database, Rows.ORDERS, OTHER),
                        read(FULFILLMENT_DB, "fulfillment_db", database, Rows.SHIPMENTS),
                        new RememberKeysStep(
                                keys,
                                StreamRef.table(FULFILLMENT_DB, Rows.SHIPMENTS),
                                List.of("id"),
                                List.of("order_id")),
                        new AssembleDocumentsStep(
                                nest,
                                StreamRef.table(ORDERS_DB, Rows.ORDERS),
                                "orders",
                                List.of("id"),
                                List.of("id"),
                                List.of(new Embed(
                                        "shipments",
                                        StreamRef.step(keys),
                                        Shape.ARRAY,
                                        List.of("id"),
                                        List.of("order_id"),
                                        List.of("id"))),
                                new AssembleDocumentsStep.Settings(
                                        50, false, false, OptionalInt.empty(), OptionalInt.empty(), stateNamespace)),
                        new WriteViewStep(
                                new StepId("view.order_state"),
                                StreamRef.step(nest),
                                "order_state",
                                new TreeMap<>(Map.of("uri", "mongodb://u:${PASSWORD}@h/views")),
                                "order_state",
                                List.of("id"),
                                List.of())));
    }

    private static ReadTablesStep read(StepId id, String source, TreeMap<String, String> config, TableId... tables) {
        List<ReadTablesStep.Table> read = new ArrayList<>();
        for (TableId table : tables) {
            read.add(new ReadTablesStep.Table(table, List.of("id"), BeforeImage.KEY, OptionalLong.empty()));
        }
        return new ReadTablesStep(id, source, "mysql", config, ReadMode.SNAPSHOT_ONLY, read);
    }

    /** Four orders mixed with rows of another table; six shipments of the first three orders. */
    private static final class TestConnectors implements Connectors {
        final List<SourceRequest> requests = new ArrayList<>();
        final List<SinkRequest> sinks = new ArrayList<>();

        @Override
        public Source<RowChange, ?, ?> source(String connector, SourceRequest request) {
            requests.add(request);
            return request.source().equals("orders_db")
                    ? new DataGeneratorSource<>(FlinkJobBuilderTest::order, 8, RowChangeTypeInfo.INSTANCE)
                    : new DataGeneratorSource<>(FlinkJobBuilderTest::shipment, 6, RowChangeTypeInfo.INSTANCE);
        }

        @Override
        public Sink<RowChange> sink(String connector, SinkRequest request) {
            sinks.add(request);
            return new CollectingSink();
        }
    }

    private static RowChange order(Long index) {
        return Rows.read(index % 2 == 0 ? Rows.ORDERS : OTHER, "{id: " + index / 2 + "}");
    }

    private static RowChange shipment(Long index) {
        return Rows.read(Rows.SHIPMENTS, "{id: " + index + ", order_id: " + index % 3 + "}");
    }
}
