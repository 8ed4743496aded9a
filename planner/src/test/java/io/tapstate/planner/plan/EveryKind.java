package io.tapstate.planner.plan;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.UnsentColumns;
import io.tapstate.planner.plan.Embed.Direction;
import io.tapstate.planner.plan.Embed.Shape;
import io.tapstate.planner.plan.MapRowsStep.Rule;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A plan with one step of every kind and every field in use: orders with their items and the items' products. */
public final class EveryKind {
    static final StepId SHOP = new StepId("source.shop");
    static final StepId NEST = new StepId("orders_nested");
    static final TableId ORDERS = new TableId("shop", "orders");
    static final TableId ITEMS = new TableId("shop", "items");
    static final TableId NOTES = new TableId("shop", "notes");
    static final TableId PRODUCTS = new TableId("shop", "products");
    static final TableId REFUNDS = new TableId("shop", "refunds");

    private EveryKind() {}

    /** Fails to be built when a step's contract changes; the invariants hold for it. */
    public static JobPlan plan() {
        PlanSettings settings = new PlanSettings(
                OptionalInt.of(2), ErrorPolicy.DEAD_LETTER, OptionalInt.of(500), Optional.of("0 3 * * *"));
        return new JobPlan(
                "every_kind",
                ReadMode.SNAPSHOT_AND_CDC,
                settings,
                List.of(
                        read(),
                        new FilterRowsStep(
                                new StepId("source.shop.orders.filter"),
                                List.of(StreamRef.table(SHOP, ORDERS)),
                                "after.total > 0",
                                incoming()),
                        new UnionStreamsStep(
                                new StepId("union_1"),
                                List.of(table(REFUNDS), StreamRef.step(new StepId("source.shop.orders.filter")))),
                        map(),
                        new RunScriptStep(
                                new StepId("js_3"),
                                List.of(StreamRef.step(new StepId("map_2"))),
                                "function process(record, ctx) {\n  return record;\n}",
                                List.of(new Origin("orders", List.of("id")), new Origin("refunds", List.of()))),
                        query(),
                        new RememberKeysStep(
                                NestPaths.keys(NEST, "items"),
                                table(ITEMS),
                                List.of("id"),
                                List.of("order_id", "product_id")),
                        new RouteRowsStep(
                                NestPaths.route(NEST, "items"),
                                items(),
                                List.of("id"),
                                List.of(new NestNode(
                                        "items.notes",
                                        table(NOTES),
                                        List.of("id"),
                                        List.of("item_id"),
                                        List.of("id")))),
                        new LookupRowsStep(
                                NestPaths.lookup(NEST, "items." + NestPaths.flat("products")),
                                table(PRODUCTS),
                                List.of("id"),
                                List.of("id"),
                                items(),
                                List.of("product_id"),
                                List.of(new Embed(
                                        "refunds",
                                        table(REFUNDS),
                                        Shape.ARRAY,
                                        Direction.BELONGS_TO,
                                        List.of("id"),
                                        List.of("product_id"),
                                        List.of(),
                                        List.of("id"),
                                        true,
                                        List.of()))),
                        nest(),
                        new WriteViewStep(
                                new StepId("view.orders"),
                                StreamRef.step(NEST),
                                "orders",
                                "other_store",
                                new TreeMap<>(Map.of("url", "${STORE}")),
                                "orders_v1",
                                List.of("id"),
                                List.of("customer")),
                        sync()));
    }

    private static ReadTablesStep read() {
        List<ReadTablesStep.Table> tables = List.of(ITEMS, NOTES, ORDERS, PRODUCTS, REFUNDS).stream()
                .map(id -> new ReadTablesStep.Table(
                        id,
                        List.of("id"),
                        id.equals(ITEMS) ? BeforeImage.KEY : BeforeImage.FULL,
                        id.equals(NOTES) ? OptionalLong.empty() : OptionalLong.of(1_200),
                        DdlPolicy.FAIL,
                        List.of(),
                        id.equals(ITEMS) ? new UnsentColumns(List.of("tags"), List.of("note")) : UnsentColumns.NONE))
                .toList();
        return new ReadTablesStep(
                SHOP,
                "shop",
                "mysql",
                new TreeMap<>(Map.of("host", "db", "password", "${SHOP_PASSWORD}")),
                ReadMode.SNAPSHOT_AND_CDC,
                Optional.of("2026-01-01T00:00:00Z"),
                tables);
    }

    private static MapRowsStep map() {
        Literal nested = new Literal.Fields(List.of(
                new Literal.Field("name", new Literal.Text("")),
                new Literal.Field("list", new Literal.Items(List.of(new Literal.Flag(true), new Literal.Null())))));
        return new MapRowsStep(
                new StepId("map_2"),
                List.of(StreamRef.step(new StepId("union_1"))),
                List.of(
                        new MapRowsStep.Field("order_id", new Rule.Rename("id")),
                        new MapRowsStep.Field("secret", new Rule.Drop()),
                        new MapRowsStep.Field("total", new Rule.Computed("after.total * 2")),
                        new MapRowsStep.Field("big", new Rule.Constant(new Literal.Whole(BigInteger.TEN.pow(30)))),
                        new MapRowsStep.Field("rate", new Rule.Constant(new Literal.Decimal(new BigDecimal("1.50")))),
                        new MapRowsStep.Field(
                                "never", new Rule.Constant(new Literal.Special(Double.NEGATIVE_INFINITY))),
                        new MapRowsStep.Field("nested", new Rule.Constant(nested))),
                incoming(),
                List.of(new Origin("orders", List.of("order_id"))));
    }

    static List<IncomingRows> incoming() {
        PlanColumns.Column total = new PlanColumns.Column("total", Optional.of(ColumnType.DECIMAL), true);
        return List.of(new IncomingRows("orders", List.of("id"), new PlanColumns(List.of(total), false)));
    }

    private static QueryRowsStep query() {
        PlanColumns columns = new PlanColumns(
                List.of(
                        new PlanColumns.Column("id", Optional.of(ColumnType.INTEGER), false),
                        new PlanColumns.Column("anything", Optional.empty(), true)),
                true);
        return new QueryRowsStep(
                new StepId("join_4"),
                "builtin",
                "SELECT o.id FROM o",
                List.of(new QueryRowsStep.Table("o", StreamRef.step(new StepId("js_3")), columns, List.of("id"))),
                List.of("id"));
    }

    private static NestNode items() {
        return new NestNode(
                "items",
                StreamRef.step(NestPaths.keys(NEST, "items")),
                List.of("id"),
                List.of("order_id"),
                List.of("id"));
    }

    private static AssembleDocumentsStep nest() {
        Embed product = new Embed(
                NestPaths.flat("products"),
                StreamRef.step(NestPaths.lookup(NEST, "items." + NestPaths.flat("products"))),
                Shape.FLAT,
                Direction.POINTS_AT,
                List.of("id"),
                List.of("id"),
                List.of("product_id"),
                List.of(),
                true,
                List.of());
        Embed notes = new Embed(
                "notes",
                StreamRef.step(NestPaths.route(NEST, "items")),
                Shape.OBJECT,
                Direction.BELONGS_TO,
                List.of("id"),
                List.of("item_id"),
                List.of("id"),
                List.of("id"),
                false,
                List.of());
        Embed items = new Embed(
                "items",
                StreamRef.step(NestPaths.keys(NEST, "items")),
                Shape.ARRAY,
                Direction.BELONGS_TO,
                List.of("id"),
                List.of("order_id"),
                List.of(),
                List.of("id"),
                false,
                List.of(product, notes));
        return new AssembleDocumentsStep(
                NEST,
                StreamRef.step(new StepId("join_4")),
                "orders",
                List.of("id"),
                List.of("id"),
                List.of(items),
                new AssembleDocumentsStep.Settings(
                        0, true, true, OptionalInt.of(100), OptionalInt.of(10), Optional.of("second")));
    }

    private static WriteTablesStep sync() {
        PlanColumns columns =
                new PlanColumns(List.of(new PlanColumns.Column("id", Optional.of(ColumnType.UUID), false)), true);
        return new WriteTablesStep(
                new StepId("sync.copy"),
                "copy",
                "warehouse",
                "postgres",
                new TreeMap<>(Map.of("password", "${TAPSTATE_SECRET_WAREHOUSE_PASSWORD}")),
                WriteTablesStep.WriteMode.APPEND,
                DdlPolicy.IGNORE,
                false,
                true,
                List.of(new WriteTablesStep.Output(
                        StreamRef.step(new StepId("js_3")), "orders", "ods_orders", List.of("id"), columns)));
    }

    private static StreamRef table(TableId table) {
        return StreamRef.table(SHOP, table);
    }
}
