package io.tapstate.planner.plan;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.TableId;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A small plan, and the parts to make others like it: orders with their items, and notes that nobody embeds yet. */
final class Orders {
    static final StepId SHOP = new StepId("source.shop");
    static final TableId ORDERS = new TableId("shop", "orders");
    static final TableId ITEMS = new TableId("shop", "items");
    static final TableId NOTES = new TableId("shop", "notes");
    static final Embed ITEMS_EMBED = embed("items", ITEMS);
    static final Embed NOTES_EMBED = embed("notes", NOTES);

    private Orders() {}

    static JobPlan plan() {
        return new JobPlan(
                "order_pipeline",
                ReadMode.SNAPSHOT_AND_CDC,
                List.of(read(UnaryOperator.identity()), nest(ITEMS_EMBED), view("orders", List.of())));
    }

    static JobPlan replace(JobPlan plan, PlanStep other) {
        return new JobPlan(
                plan.pipeline(),
                plan.readMode(),
                plan.settings(),
                plan.steps().stream()
                        .map(step -> step.id().equals(other.id()) ? other : step)
                        .toList());
    }

    static List<ReadTablesStep.Table> tables() {
        return List.of(ITEMS, NOTES, ORDERS).stream()
                .map(id -> new ReadTablesStep.Table(id, List.of("id"), BeforeImage.FULL, OptionalLong.of(100)))
                .toList();
    }

    static ReadTablesStep read(UnaryOperator<ReadTablesStep.Table> edit) {
        return new ReadTablesStep(
                SHOP,
                "shop",
                "mysql",
                new TreeMap<>(Map.of("host", "db", "password", "${P}")),
                ReadMode.SNAPSHOT_AND_CDC,
                tables().stream().map(edit).toList());
    }

    static Embed embed(String path, TableId table) {
        return new Embed(
                path,
                StreamRef.table(SHOP, table),
                Embed.Shape.ARRAY,
                List.of("id"),
                List.of("order_id"),
                List.of("id"));
    }

    static AssembleDocumentsStep nest(Embed... embeds) {
        return nest(new AssembleDocumentsStep.Settings(50, false), List.of("id"), embeds);
    }

    static AssembleDocumentsStep nest(AssembleDocumentsStep.Settings settings, List<String> key, Embed... embeds) {
        return new AssembleDocumentsStep(
                new StepId("n"),
                StreamRef.table(SHOP, ORDERS),
                "orders",
                List.of("id"),
                key,
                List.of(embeds),
                settings);
    }

    static WriteViewStep view(String collection, List<String> indexes) {
        return new WriteViewStep(
                new StepId("view.orders"),
                StreamRef.step(new StepId("n")),
                "orders",
                new TreeMap<>(Map.of("uri", "${TAPSTATE_VIEWS_URI}")),
                collection,
                List.of("id"),
                indexes);
    }
}
