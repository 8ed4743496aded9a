package io.tapstate.job.operator;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.job.nest.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Random lives of many small shops in one pair of logs. Shops share no row and no document, so each is a history of its
 * own; they only share the operators. Rows of shop {@code n} have ids and codes from {@code n * 100} on.
 */
final class ShopHistory {
    private static final int ORDERS = 4;
    private static final int SHIPMENTS = 5;

    final List<RowChange> orderLog = new ArrayList<>();
    final List<RowChange> shipmentLog = new ArrayList<>();
    int orderSnapshot;
    int shipmentSnapshot;

    private final Random random;
    private final boolean fullImages;
    private final String keyColumn;
    private final ShopTables tables = new ShopTables();
    private long version;

    /**
     * @param keyColumn the orders' column that is the document key: {@code id}, or {@code code}, which may change
     * @param fullImages whether the logs carry whole old rows, or the identity only
     */
    ShopHistory(Random random, int shops, int changesPerShop, String keyColumn, boolean fullImages) {
        this.random = random;
        this.keyColumn = keyColumn;
        this.fullImages = fullImages;
        for (int shop = 0; shop < shops; shop++) {
            stock(shop);
        }
        tables.orders.values().forEach(row -> log(orderLog, Rows.ORDERS, ChangeKind.READ, null, row));
        tables.shipments.values().forEach(row -> log(shipmentLog, Rows.SHIPMENTS, ChangeKind.READ, null, row));
        orderSnapshot = orderLog.size();
        shipmentSnapshot = shipmentLog.size();
        for (int i = 0; i < shops * changesPerShop; i++) {
            change(random.nextInt(shops));
        }
    }

    private void stock(int shop) {
        for (int i = random.nextInt(ORDERS); i > 0; i--) {
            long id = anyOrder(shop);
            tables.orders.put(id, order(id, freeCode(shop)));
        }
        for (int i = random.nextInt(SHIPMENTS + 1); i > 0; i--) {
            long id = first(shop) + random.nextInt(SHIPMENTS);
            tables.shipments.put(id, shipment(id, parent(shop), seq()));
        }
    }

    private void change(int shop) {
        if (random.nextInt(3) == 0) {
            changeOrder(shop);
        } else {
            changeShipment(shop);
        }
    }

    private void changeOrder(int shop) {
        long id = anyOrder(shop);
        BsonDocument row = tables.orders.get(id);
        if (row == null) {
            put(tables.orders, orderLog, Rows.ORDERS, order(id, freeCode(shop)));
            return;
        }
        switch (random.nextInt(5)) {
            case 0 -> remove(tables.orders, orderLog, Rows.ORDERS, id);
            case 1 -> rename(tables.orders, orderLog, Rows.ORDERS, row, anyOrder(shop));
            case 2 -> put(tables.orders, orderLog, Rows.ORDERS, with(row, "code", freeCode(shop)));
            case 3 -> swapCodes(shop, row);
            default -> put(tables.orders, orderLog, Rows.ORDERS, with(row, "customer", text()));
        }
    }

    /** Another order gives its code up and this one takes it over. */
    private void swapCodes(int shop, BsonDocument row) {
        long other = anyOrder(shop);
        BsonDocument giver = tables.orders.get(other);
        if (giver == null || giver == row || giver.get("code").isNull()) {
            return;
        }
        BsonValue code = giver.get("code");
        if (random.nextBoolean()) {
            remove(tables.orders, orderLog, Rows.ORDERS, other);
        } else {
            put(tables.orders, orderLog, Rows.ORDERS, with(giver, "code", BsonNull.VALUE));
        }
        put(tables.orders, orderLog, Rows.ORDERS, with(row, "code", code));
    }

    private void changeShipment(int shop) {
        long id = first(shop) + random.nextInt(SHIPMENTS);
        BsonDocument row = tables.shipments.get(id);
        if (row == null) {
            put(tables.shipments, shipmentLog, Rows.SHIPMENTS, shipment(id, parent(shop), seq()));
            return;
        }
        switch (random.nextInt(6)) {
            case 0 -> remove(tables.shipments, shipmentLog, Rows.SHIPMENTS, id);
            case 1 -> {
                long free = first(shop) + random.nextInt(SHIPMENTS);
                rename(tables.shipments, shipmentLog, Rows.SHIPMENTS, row, free);
            }
            case 2, 3 -> put(tables.shipments, shipmentLog, Rows.SHIPMENTS, with(row, "parent", parent(shop)));
            case 4 -> put(tables.shipments, shipmentLog, Rows.SHIPMENTS, with(row, "seq", seq()));
            default -> put(tables.shipments, shipmentLog, Rows.SHIPMENTS, with(row, "status", text()));
        }
    }

    private void put(TreeMap<Long, BsonDocument> table, List<RowChange> log, TableId name, BsonDocument row) {
        BsonDocument old = table.put(row.getInt64("id").getValue(), row);
        log(log, name, old == null ? ChangeKind.INSERT : ChangeKind.UPDATE, old, row);
    }

    private void remove(TreeMap<Long, BsonDocument> table, List<RowChange> log, TableId name, long id) {
        log(log, name, ChangeKind.DELETE, table.remove(id), null);
    }

    /** A changed primary key is a delete and an insert in the log. */
    private void rename(
            TreeMap<Long, BsonDocument> table, List<RowChange> log, TableId name, BsonDocument row, long free) {
        if (!table.containsKey(free)) {
            remove(table, log, name, row.getInt64("id").getValue());
            put(table, log, name, with(row, "id", new BsonInt64(free)));
        }
    }

    private void log(List<RowChange> log, TableId table, ChangeKind kind, BsonDocument old, BsonDocument now) {
        byte[] before = old == null ? null : RowWriter.encode(old);
        if (before != null && !fullImages) {
            before = kind == ChangeKind.DELETE ? RowWriter.project(before, List.of("id")) : null;
        }
        byte[] after = now == null ? null : RowWriter.encode(now);
        byte[] image = after == null ? before : after;
        log.add(new RowChange(
                kind, table, KeyEncoding.of(image, List.of("id")).orElseThrow(), before, after, log.size(), ""));
    }

    private BsonDocument order(long id, BsonValue code) {
        return new BsonDocument("id", new BsonInt64(id))
                .append("delivery", new BsonString("an embed has this name"))
                .append("code", code)
                .append("customer", text());
    }

    private BsonDocument shipment(long id, BsonValue parent, BsonValue seq) {
        return new BsonDocument("id", new BsonInt64(id))
                .append("parent", parent)
                .append("seq", seq)
                .append("status", text());
    }

    private static BsonDocument with(BsonDocument row, String column, BsonValue value) {
        return row.clone().append(column, value);
    }

    private static long first(int shop) {
        return shop * 100L;
    }

    private long anyOrder(int shop) {
        return first(shop) + random.nextInt(ORDERS);
    }

    /** A code that no order of the shop has, or null. */
    private BsonValue freeCode(int shop) {
        BsonInt64 code = new BsonInt64(first(shop) + random.nextInt(ORDERS));
        boolean taken =
                tables.orders.values().stream().anyMatch(row -> row.get("code").equals(code));
        return taken ? BsonNull.VALUE : code;
    }

    /** The key of a document that is there or not, or null. */
    private BsonValue parent(int shop) {
        return random.nextInt(6) == 0 ? BsonNull.VALUE : new BsonInt64(first(shop) + random.nextInt(ORDERS));
    }

    private BsonValue seq() {
        int seq = random.nextInt(4);
        return seq == 0 ? BsonNull.VALUE : new BsonInt64(seq - 2);
    }

    private BsonString text() {
        return new BsonString("v" + ++version);
    }

    @Override
    public String toString() {
        return "documents by " + keyColumn + (fullImages ? ", whole" : ", no") + " before images";
    }
}
