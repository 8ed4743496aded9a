package io.tapstate.planner.physical;

import static io.tapstate.planner.physical.Pipelines.belongs;
import static io.tapstate.planner.physical.Pipelines.filter;
import static io.tapstate.planner.physical.Pipelines.filtered;
import static io.tapstate.planner.physical.Pipelines.nest;
import static io.tapstate.planner.physical.Pipelines.node;
import static io.tapstate.planner.physical.Pipelines.output;
import static io.tapstate.planner.physical.Pipelines.pipeline;
import static io.tapstate.planner.physical.Pipelines.pointedAt;
import static io.tapstate.planner.physical.Pipelines.root;
import static io.tapstate.planner.physical.Pipelines.script;
import static io.tapstate.planner.physical.Pipelines.snapshotOnly;
import static io.tapstate.planner.physical.Pipelines.source;
import static io.tapstate.planner.physical.Pipelines.step;
import static io.tapstate.planner.physical.Pipelines.sync;
import static io.tapstate.planner.physical.Pipelines.table;
import static io.tapstate.planner.physical.Pipelines.view;
import static io.tapstate.planner.physical.Pipelines.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.planner.logical.LogicalNest.Direction;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.logical.LogicalTable;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.Embed;
import io.tapstate.planner.plan.ErrorPolicy;
import io.tapstate.planner.plan.FilterRowsStep;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.LookupRowsStep;
import io.tapstate.planner.plan.NestNode;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.RememberKeysStep;
import io.tapstate.planner.plan.RouteRowsStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.WriteTablesStep;
import io.tapstate.planner.spec.PipelineSpec.SettingsSpec;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.TransformBody.Shape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PhysicalPlannerTest {
    private static final SourceSpec SHOP = source("shop", "mysql", "host", "db", "password", "sw0rd");
    private static final LogicalTable ORDERS = table(SHOP, "orders", BeforeImage.FULL, "id", "number", "customer_id");
    private static final LogicalTable ITEMS = table(SHOP, "items", "id", "order_id", "product_id");
    private static final LogicalTable NOTES = table(SHOP, "notes", "id", "item_id");
    private static final LogicalTable PRODUCTS = table(SHOP, "products", "id", "category_id");
    private static final LogicalTable CATEGORIES = table(SHOP, "categories", "id");
    private static final LogicalTable IMAGES = table(SHOP, "images", "id", "product_id");

    private static JobPlan plan(LogicalStep nest) {
        return outcome(nest).plan();
    }

    private static PlanOutcome outcome(LogicalStep nest) {
        return new PhysicalPlanner(pipeline(List.of(nest), view(nest, "id"))).plan();
    }

    private static <T extends PlanStep> T step(JobPlan plan, String id, Class<T> type) {
        return type.cast(plan.step(new StepId(id)).orElseThrow());
    }

    private static List<String> ids(JobPlan plan) {
        return plan.steps().stream().map(step -> step.id().value()).toList();
    }

    @Test
    void oneLevelNeedsNoRouting() {
        JobPlan plan = plan(nest("n", root(ORDERS, belongs(ITEMS, "items", "order_id = id")), "id"));

        assertThat(ids(plan)).containsExactly("source.shop", "n.items.keys", "n", "view.docs");
        assertThat(step(plan, "n.items.keys", RememberKeysStep.class).columns()).containsExactly("order_id");
        assertThat(new String(JobPlanCodec.write(plan), StandardCharsets.UTF_8))
                .doesNotContain("direction", "parent_columns", "ignore_updates");
    }

    @Test
    void eachLevelBelowTheFirstPassesTheStageOfItsParent() {
        LogicalTable tags = table(SHOP, "tags", BeforeImage.FULL, "id", "note_id");
        JobPlan plan = plan(nest(
                "n",
                root(
                        ORDERS,
                        belongs(
                                ITEMS,
                                "items",
                                "order_id = id",
                                belongs(NOTES, "notes", "item_id = id", belongs(tags, "tags", "note_id = id")))),
                "id"));

        assertThat(ids(plan))
                .containsExactly(
                        "source.shop",
                        "n.items.keys",
                        "n.items.notes.keys",
                        "n.items.route",
                        "n.items.notes.route",
                        "n",
                        "view.docs");
        RouteRowsStep items = step(plan, "n.items.route", RouteRowsStep.class);
        assertThat(items.parent().input().step()).hasToString("n.items.keys");
        assertThat(items.key()).containsExactly("id");
        assertThat(items.children()).extracting(NestNode::path).containsExactly("items.notes");
        RouteRowsStep notes = step(plan, "n.items.notes.route", RouteRowsStep.class);
        assertThat(notes.parent().input().step()).hasToString("n.items.route");
        assertThat(notes.children().get(0).input()).hasToString("source.shop/shop.tags");
        Embed top = step(plan, "n", AssembleDocumentsStep.class).embeds().get(0);
        assertThat(top.input().step()).hasToString("n.items.keys");
        assertThat(top.embeds().get(0).input().step()).hasToString("n.items.route");
        assertThat(top.embeds().get(0).parentColumns()).containsExactly("id");
        assertThat(top.embeds().get(0).embeds().get(0).input().step()).hasToString("n.items.notes.route");
    }

    @Test
    void siblingsThatNameTheSameParentColumnsShareAStage() {
        LogicalTable taxes = table(SHOP, "taxes", BeforeImage.FULL, "id", "item_id");
        JobPlan plan = plan(nest(
                "n",
                root(
                        ORDERS,
                        belongs(
                                ITEMS,
                                "items",
                                "order_id = id",
                                belongs(NOTES, "notes", "item_id = id"),
                                belongs(taxes, "taxes", "item_id = id"))),
                "id"));

        assertThat(step(plan, "n.items.route", RouteRowsStep.class).children())
                .extracting(NestNode::path)
                .containsExactly("items.notes", "items.taxes");
    }

    @Test
    void anotherKeyOfTheRootTakesAStageThatKnowsIt() {
        LogicalTable orders = table(SHOP, "orders", "id", "number");
        JobPlan plan = plan(nest("n", root(orders, belongs(ITEMS, "items", "order_number = number")), "id"));

        assertThat(ids(plan))
                .containsExactly(
                        "source.shop", "n.$root.keys", "n.items.keys", "n.$root.$by.number.route", "n", "view.docs");
        assertThat(step(plan, "n.$root.keys", RememberKeysStep.class).columns()).containsExactly("number");
        Embed items = step(plan, "n", AssembleDocumentsStep.class).embeds().get(0);
        assertThat(items.parentColumns()).containsExactly("number");
        assertThat(items.childColumns()).containsExactly("order_number");
    }

    @Test
    void siblingsThatNameTheSameColumnsInAnotherOrderAgreeOnOneKey() {
        LogicalTable orders = table(SHOP, "orders", "id", "number", "year");
        LogicalTable taxes = table(SHOP, "taxes", BeforeImage.FULL, "id", "tax_number", "tax_year");
        LogicalTable notes = table(SHOP, "notes", BeforeImage.FULL, "id", "note_number", "note_year");
        JobPlan plan = plan(nest(
                "n",
                root(
                        orders,
                        belongs(taxes, "taxes", "tax_year = year,tax_number = number"),
                        belongs(notes, "notes", "note_number = number,note_year = year")),
                "id"));

        RouteRowsStep route = step(plan, "n.$root.$by.number,year.route", RouteRowsStep.class);
        assertThat(route.key()).containsExactly("number", "year");
        assertThat(route.children())
                .extracting(NestNode::childColumns)
                .containsExactly(List.of("tax_number", "tax_year"), List.of("note_number", "note_year"));
    }

    @Test
    void aPointedAtRowIsLookedUpWithWhatStandsInIt() {
        JobPlan plan = plan(nest(
                "n",
                root(
                        ORDERS,
                        belongs(
                                ITEMS,
                                "items",
                                "order_id = id",
                                pointedAt(
                                        PRODUCTS,
                                        "product",
                                        "id = product_id",
                                        belongs(IMAGES, "images", "product_id = id"),
                                        pointedAt(CATEGORIES, "category", "id = category_id")))),
                "id"));

        assertThat(ids(plan))
                .containsExactly(
                        "source.shop",
                        "n.items.keys",
                        "n.items.product.keys",
                        "n.items.product.images.keys",
                        "n.items.product.category.lookup",
                        "n.items.product.lookup",
                        "n",
                        "view.docs");
        assertThat(step(plan, "n.items.keys", RememberKeysStep.class).columns())
                .as("where an item was, and what it pointed at")
                .containsExactly("order_id", "product_id");
        LookupRowsStep product = step(plan, "n.items.product.lookup", LookupRowsStep.class);
        assertThat(product.referrer().path()).isEqualTo("items");
        assertThat(product.referrerColumns()).containsExactly("product_id");
        assertThat(product.embeds()).extracting(Embed::path).containsExactly("images", "category");
        assertThat(product.embeds().get(0).parentColumns())
                .as("the lookup's own key")
                .isEmpty();
        LookupRowsStep category = step(plan, "n.items.product.category.lookup", LookupRowsStep.class);
        assertThat(category.referrer().path()).isEqualTo("items.product");
        assertThat(category.referrer().input().step()).hasToString("n.items.product.keys");
        Embed items = step(plan, "n", AssembleDocumentsStep.class).embeds().get(0);
        assertThat(items.embeds().get(0).direction()).isEqualTo(Embed.Direction.POINTS_AT);
        assertThat(items.embeds().get(0).embeds()).isEmpty();
    }

    @Test
    void aFlatEmbedIsNamedAfterItsAlias() {
        LogicalTable customers = table(SHOP, "customers", BeforeImage.FULL, "id");
        JobPlan plan = plan(nest(
                "n", root(ORDERS, node(customers, "", Shape.FLAT, Direction.POINTS_AT, "id = customer_id")), "id"));

        assertThat(ids(plan)).containsExactly("source.shop", "n.$flat.customers.lookup", "n", "view.docs");
    }

    @Test
    void compositeKeysArePairedInTheOrderOfTheKey() {
        LogicalStep nest = nest("n", root(ORDERS, belongs(ITEMS, "items", "b = y, a = x")), "x", "y");
        JobPlan plan = new PhysicalPlanner(pipeline(List.of(nest), view(nest, "x", "y")))
                .plan()
                .plan();

        Embed items = step(plan, "n", AssembleDocumentsStep.class).embeds().get(0);
        assertThat(items.childColumns()).containsExactly("a", "b");
        assertThat(items.parentColumns()).isEmpty();
    }

    @Test
    void whereRowsTellWhatTheyWereNothingIsRemembered() {
        LogicalTable full = table(SHOP, "items", BeforeImage.FULL, "id", "order_id");
        LogicalStep paid = Pipelines.step("paid", filter("true"), full);
        JobPlan filteredPlan = new PhysicalPlanner(twoSteps(paid)).plan().plan();
        JobPlan scripted = new PhysicalPlanner(twoSteps(Pipelines.step("js_1", script("f"), full)))
                .plan()
                .plan();
        JobPlan keyed = new PhysicalPlanner(twoSteps(Pipelines.step("paid", filter("true"), ITEMS)))
                .plan()
                .plan();
        JobPlan rowsOnly = plan(
                nest("n", root(snapshotOnly(ORDERS), belongs(snapshotOnly(ITEMS), "items", "order_id = id")), "id"));

        assertThat(ids(filteredPlan)).doesNotContain("n.items.keys");
        assertThat(ids(scripted)).contains("n.items.keys");
        assertThat(ids(keyed)).contains("n.items.keys");
        assertThat(ids(rowsOnly)).doesNotContain("n.items.keys");
    }

    private static io.tapstate.planner.logical.LogicalPipeline twoSteps(LogicalStep first) {
        LogicalStep nest = nest("n", root(ORDERS, belongs(first, "items", "order_id = id")), "id");
        return pipeline(List.of(first, nest), view(nest, "id"));
    }

    @Test
    void onlyWhatIsReadIsPlanned() {
        LogicalStep idle = Pipelines.step("idle", filter("true"), NOTES);
        LogicalStep kept = Pipelines.step("kept", filter("true"), ORDERS);

        JobPlan plan = new PhysicalPlanner(pipeline(List.of(idle, kept), view(kept, "id")))
                .plan()
                .plan();

        assertThat(ids(plan)).containsExactly("source.shop", "kept", "view.docs");
        assertThat(step(plan, "source.shop", ReadTablesStep.class).tables())
                .extracting(table -> table.table().name())
                .containsExactly("orders");
    }

    @Test
    void theFilterOfATableStandsBetweenItAndItsReaders() {
        LogicalTable big = filtered(ORDERS, "after.total > 5");
        LogicalStep nest = nest("n", root(big, belongs(ITEMS, "items", "order_id = id")), "id");

        JobPlan plan = plan(nest);

        assertThat(ids(plan)).startsWith("source.shop", "source.shop.orders.filter");
        assertThat(step(plan, "source.shop.orders.filter", FilterRowsStep.class).expression())
                .isEqualTo("after.total > 5");
        assertThat(step(plan, "n", AssembleDocumentsStep.class).root()).hasToString("source.shop.orders.filter");
    }

    @Test
    void aSyncWritesWithoutAView() {
        SourceSpec warehouse = source("warehouse", "mysql", "host", "dw", "password", "also-secret");
        PlanOutcome outcome = new PhysicalPlanner(pipeline(
                        List.of(),
                        Optional.empty(),
                        List.of(sync("copy", warehouse, output(ORDERS, "z_orders"), output(ITEMS, "a_items"))),
                        SettingsSpec.EMPTY))
                .plan();
        WriteTablesStep copy = step(outcome.plan(), "sync.copy", WriteTablesStep.class);

        assertThat(copy.mode()).isEqualTo(WriteTablesStep.WriteMode.UPSERT);
        assertThat(copy.autoCreateTable()).isTrue();
        assertThat(copy.outputs()).extracting(WriteTablesStep.Output::table).containsExactly("a_items", "z_orders");
        assertThat(new String(JobPlanCodec.write(outcome.plan()), StandardCharsets.UTF_8))
                .doesNotContain("sw0rd", "also-secret");
        assertThat(outcome.secrets().values(name -> null))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "TAPSTATE_SECRET_SHOP_PASSWORD", "sw0rd",
                        "TAPSTATE_SECRET_WAREHOUSE_PASSWORD", "also-secret"));
    }

    @Test
    void aDatabaseThatIsReadAndWrittenKeepsOneSecret() {
        PlanOutcome outcome = new PhysicalPlanner(pipeline(
                        List.of(),
                        Optional.empty(),
                        List.of(sync("copy", SHOP, output(ORDERS, "copy_of_orders"))),
                        SettingsSpec.EMPTY))
                .plan();

        assertThat(outcome.secrets().names()).containsExactly("TAPSTATE_SECRET_SHOP_PASSWORD");
    }

    @Test
    void settingsReachThePlan() {
        SettingsSpec settings = new SettingsSpec(
                Optional.of(written("skip")),
                Optional.of(written(50)),
                Optional.of(written(3)),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.of(written("latest")),
                Optional.empty());
        LogicalStep nest = nest(
                "n",
                root(ORDERS, belongs(ITEMS, "items", "order_id = id", belongs(NOTES, "notes", "item_id = id"))),
                "id");
        PlanOutcome outcome =
                new PhysicalPlanner(pipeline(List.of(nest), Optional.of(view(nest, "id")), List.of(), settings)).plan();

        assertThat(outcome.plan().parallelism()).hasValue(3);
        assertThat(step(outcome.plan(), "source.shop", ReadTablesStep.class).startFrom())
                .as("where it starts anyway")
                .isEmpty();
        assertThat(outcome.plan().settings().errorPolicy()).isEqualTo(ErrorPolicy.SKIP);
        assertThat(outcome.plan().settings().batchSize()).hasValue(50);
        assertThat(outcome.refusals()).isEmpty();
    }

    @Test
    void theDemoIsRunnable() {
        assertThat(outcome(nest("n", root(ORDERS, belongs(ITEMS, "items", "order_id = id")), "id"))
                        .runnable()
                        .refusals())
                .isEmpty();
    }

    @Test
    void theSamePipelineGivesTheSameBytes() {
        LogicalStep nest = nest(
                "n",
                root(ORDERS, belongs(ITEMS, "items", "order_id = id"), pointedAt(PRODUCTS, "p", "id = p_id")),
                "id");

        assertThat(JobPlanCodec.write(plan(nest))).isEqualTo(JobPlanCodec.write(plan(nest)));
    }
}
