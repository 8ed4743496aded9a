package io.tapstate.job.translate;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.Embed;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.LookupRowsStep;
import io.tapstate.planner.plan.NestNode;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.WriteViewStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * Orders that all point at one product, which changes: version 0 is the snapshot, and with every version some other orders
 * change too. Keeps which version each order's document has.
 */
final class PopularRow {
    private static final TableId ORDERS = new TableId("shop", "orders");
    private static final TableId PRODUCTS = new TableId("shop", "products");
    private static final StepId SHOP = new StepId("source.shop");
    private static final StepId NEST = new StepId("documents");
    private static final StepId LOOKUP = new StepId("documents.product.lookup");

    private final int orders;
    private final int ordersPerVersion;
    private final String filling;
    private final AtomicIntegerArray shown;
    private final AtomicIntegerArray notes;
    private final AtomicLong documents = new AtomicLong();

    /**
     * @param ordersPerVersion how many orders change after each change of the product
     * @param weight bytes that the product has beside its columns
     */
    PopularRow(int orders, int ordersPerVersion, int weight) {
        this.orders = orders;
        this.ordersPerVersion = ordersPerVersion;
        this.filling = "x".repeat(weight);
        this.shown = new AtomicIntegerArray(orders);
        this.notes = new AtomicIntegerArray(orders);
        for (int i = 0; i < orders; i++) {
            shown.set(i, -1);
        }
    }

    /** How many changes the script has when the product has that version. */
    int changesUntil(int version) {
        return orders + 1 + version * (1 + ordersPerVersion);
    }

    ScriptedSource.Script script(int versions) {
        List<RowChange> changes = new ArrayList<>();
        for (int i = 0; i < orders; i++) {
            changes.add(change(ChangeKind.READ, ORDERS, null, order(i, 0)));
        }
        changes.add(change(ChangeKind.READ, PRODUCTS, null, product(0)));
        for (int version = 1; version <= versions; version++) {
            changes.add(change(ChangeKind.UPDATE, PRODUCTS, product(version - 1), product(version)));
            for (int i = 0; i < ordersPerVersion; i++) {
                int id = (int) ((version * 7_919L + i) % orders);
                changes.add(change(ChangeKind.UPDATE, ORDERS, order(id, 0), order(id, version)));
            }
        }
        return new ScriptedSource.Script(changes, changesUntil(0));
    }

    /** A document came. */
    void take(RowChange document) {
        RawRow row = new RawRow(document.after());
        row.seek("id");
        int id = (int) row.int64();
        row.seek("note");
        notes.set(id, (int) row.int64());
        int version = -1;
        if (row.seek("product")) {
            version = (int) row.value().asDocument().getInt64("version").getValue();
        }
        shown.set(id, version);
        documents.incrementAndGet();
    }

    /** How many documents came. */
    long documents() {
        return documents.get();
    }

    /** How many orders show that version. */
    int showing(int version) {
        int count = 0;
        for (int i = 0; i < orders; i++) {
            count += shown.get(i) == version ? 1 : 0;
        }
        return count;
    }

    /** How many orders show a change of their own. */
    int changedThemselves() {
        int count = 0;
        for (int i = 0; i < orders; i++) {
            count += notes.get(i) > 0 ? 1 : 0;
        }
        return count;
    }

    JobPlan plan() {
        TreeMap<String, String> nowhere = new TreeMap<>(Map.of("uri", "mongodb://h/views"));
        StreamRef products = StreamRef.table(SHOP, PRODUCTS);
        StreamRef referrers = StreamRef.table(SHOP, ORDERS);
        List<String> id = List.of("id");
        List<String> pointer = List.of("product_id");
        return new JobPlan(
                "popular",
                ReadMode.SNAPSHOT_AND_CDC,
                List.of(
                        new ReadTablesStep(
                                SHOP,
                                "shop",
                                "mysql",
                                new TreeMap<>(),
                                ReadMode.SNAPSHOT_AND_CDC,
                                List.of(table(ORDERS), table(PRODUCTS))),
                        new LookupRowsStep(
                                LOOKUP,
                                products,
                                id,
                                id,
                                new NestNode("$root", referrers, id, id, List.of()),
                                pointer,
                                List.of()),
                        new AssembleDocumentsStep(
                                NEST,
                                referrers,
                                "orders",
                                id,
                                id,
                                List.of(new Embed(
                                        "product",
                                        StreamRef.step(LOOKUP),
                                        Embed.Shape.OBJECT,
                                        Embed.Direction.POINTS_AT,
                                        id,
                                        id,
                                        pointer,
                                        List.of(),
                                        false,
                                        List.of())),
                                50,
                                false),
                        new WriteViewStep(
                                new StepId("view.orders"),
                                StreamRef.step(NEST),
                                "orders",
                                nowhere,
                                "orders",
                                id,
                                List.of())));
    }

    private static ReadTablesStep.Table table(TableId table) {
        return new ReadTablesStep.Table(table, List.of("id"), BeforeImage.FULL, OptionalLong.empty());
    }

    private static byte[] order(long id, long note) {
        return RowWriter.encode(new BsonDocument("id", new BsonInt64(id))
                .append("product_id", new BsonInt64(7))
                .append("note", new BsonInt64(note)));
    }

    private byte[] product(long version) {
        return RowWriter.encode(new BsonDocument("id", new BsonInt64(7))
                .append("version", new BsonInt64(version))
                .append("description", new BsonString(filling)));
    }

    private static RowChange change(ChangeKind kind, TableId table, byte[] before, byte[] after) {
        return new RowChange(kind, table, KeyEncoding.of(after, List.of("id")).orElseThrow(), before, after, 7, "");
    }
}
