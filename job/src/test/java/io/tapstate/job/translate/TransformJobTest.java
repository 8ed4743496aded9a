package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import io.tapstate.job.nest.Rows;
import io.tapstate.planner.plan.FilterRowsStep;
import io.tapstate.planner.plan.IncomingRows;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.MapRowsStep;
import io.tapstate.planner.plan.MapRowsStep.Rule;
import io.tapstate.planner.plan.Origin;
import io.tapstate.planner.plan.PlanColumns;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.UnionStreamsStep;
import io.tapstate.planner.plan.WriteViewStep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;

/** A table's filter, a filter of several tables, a map and a union, in one job. */
class TransformJobTest {
    private static final StepId SHOP = new StepId("source.shop");
    private static final StepId OF_TABLE = new StepId("source.shop.orders.filter");
    private static final StepId BOTH = new StepId("union_1");
    private static final StepId SMALL = new StepId("filter_2");
    private static final StepId SHAPED = new StepId("map_3");
    private static final TableId ARCHIVE = new TableId("appdb", "archive");

    @Test
    void everyOperatorIsNamedAfterItsStep() throws Exception {
        try (StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2)) {
            FlinkJobBuilder.build(env, plan("after.price < 8"), name -> null, new TestConnectors());
            assertThat(env.getStreamGraph().getStreamNodes())
                    .extracting(StreamNode::getTransformationUID)
                    .containsExactlyInAnyOrder(
                            "source.shop",
                            "source.shop.orders.filter/table",
                            "source.shop.orders.filter",
                            "union_1/table/source.shop/appdb.archive",
                            "filter_2",
                            "map_3",
                            "view.orders");
        }
    }

    @Test
    void rowsAreFilteredUnitedAndMapped() throws Exception {
        CollectingSink.RECEIVED.clear();
        try (StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2)) {
            FlinkJobBuilder.build(env, plan("after.price < 8"), name -> null, new TestConnectors());
            env.execute("orders");
        }
        assertThat(CollectingSink.RECEIVED)
                .extracting(change -> RawRow.decode(change.after()).toJson())
                .containsExactlyInAnyOrder(
                        document("orders", 4, "4.50", "9.00"),
                        document("orders", 6, "6.50", "13.00"),
                        document("archive", 1, "1.50", "3.00"),
                        document("archive", 3, "3.50", "7.00"),
                        document("archive", 5, "5.50", "11.00"),
                        document("archive", 7, "7.50", "15.00"));
    }

    @Test
    void anExpressionWithoutAValueEndsTheJobWithItsCode() throws Exception {
        Throwable fault;
        try (StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1)) {
            FlinkJobBuilder.build(env, plan("after.price / 0 < 1"), name -> null, new TestConnectors());
            fault = catchThrowable(() -> env.execute("orders"));
        }
        assertThat(codes(fault)).containsExactly("transform.expression-failed");
    }

    private static List<String> codes(Throwable fault) {
        return FinalFaults.coded(fault).map(TapException::diagnostics).orElse(List.of()).stream()
                .map(diagnostic -> diagnostic.code())
                .toList();
    }

    private static String document(String table, int id, String price, String twice) {
        return "{\"order_id\": " + id + ", \"twice\": {\"$numberDecimal\": \"" + twice + "\"}, \"from\": \"" + table
                + "\", \"price\": {\"$numberDecimal\": \"" + price + "\"}}";
    }

    private static JobPlan plan(String small) {
        TreeMap<String, String> database = new TreeMap<>(Map.of("host", "h"));
        return new JobPlan(
                "orders",
                ReadMode.SNAPSHOT_ONLY,
                List.of(
                        new ReadTablesStep(
                                SHOP,
                                "shop",
                                "mysql",
                                database,
                                ReadMode.SNAPSHOT_ONLY,
                                List.of(table(ARCHIVE), table(Rows.ORDERS))),
                        new FilterRowsStep(
                                OF_TABLE,
                                List.of(StreamRef.table(SHOP, Rows.ORDERS)),
                                "after.id > 2",
                                List.of(incoming("orders"))),
                        new UnionStreamsStep(BOTH, List.of(StreamRef.step(OF_TABLE), StreamRef.table(SHOP, ARCHIVE))),
                        new FilterRowsStep(
                                SMALL,
                                List.of(StreamRef.step(BOTH)),
                                small,
                                List.of(incoming("orders"), incoming("archive"))),
                        map(),
                        new WriteViewStep(
                                new StepId("view.orders"),
                                StreamRef.step(SHAPED),
                                "orders",
                                new TreeMap<>(Map.of("uri", "mongodb://h/views")),
                                "orders",
                                List.of("order_id"),
                                List.of())));
    }

    private static MapRowsStep map() {
        return new MapRowsStep(
                SHAPED,
                List.of(StreamRef.step(SMALL)),
                List.of(
                        new MapRowsStep.Field("order_id", new Rule.Rename("id")),
                        new MapRowsStep.Field("twice", new Rule.Computed("after.price * 2")),
                        new MapRowsStep.Field("from", new Rule.Computed("src"))),
                List.of(incoming("orders"), incoming("archive")),
                List.of(new Origin("orders", List.of("order_id")), new Origin("archive", List.of("order_id"))));
    }

    private static IncomingRows incoming(String table) {
        return new IncomingRows(
                table,
                List.of("id"),
                new PlanColumns(
                        List.of(
                                new PlanColumns.Column("id", Optional.of(ColumnType.INTEGER), true),
                                new PlanColumns.Column("price", Optional.of(ColumnType.DECIMAL), true)),
                        false));
    }

    private static ReadTablesStep.Table table(TableId id) {
        return new ReadTablesStep.Table(id, List.of("id"), BeforeImage.FULL, OptionalLong.empty());
    }

    /** Even ids are orders, odd ones are in the archive; a price is the id and a half. */
    private static final class TestConnectors implements Connectors {
        @Override
        public Source<RowChange, ?, ?> source(String connector, SourceRequest request) {
            return new DataGeneratorSource<>(TransformJobTest::row, 10, RowChangeTypeInfo.INSTANCE);
        }

        @Override
        public Sink<RowChange> sink(String connector, SinkRequest request) {
            return new CollectingSink();
        }
    }

    private static RowChange row(Long id) {
        return Rows.read(
                id % 2 == 0 ? Rows.ORDERS : ARCHIVE, "{id: " + id + ", price: {$numberDecimal: '" + id + ".50'}}");
    }
}
