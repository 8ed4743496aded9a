package io.tapstate.job.translate;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Orders, customers and regions through a random history, whose logs carry the keys of old rows only; and queries over
 * them with what they must come to, computed from the tables as they are in the end.
 */
final class QueryShop {
    private final Random random;
    private final Map<String, TreeMap<Long, BsonDocument>> tables = new TreeMap<>();
    private final Map<String, List<RowChange>> logs = new TreeMap<>();
    private final Map<String, Integer> snapshots = new TreeMap<>();

    QueryShop(long seed, int changes) {
        this.random = new Random(seed);
        for (String table : List.of("customers", "orders", "regions")) {
            tables.put(table, new TreeMap<>());
            logs.put(table, new ArrayList<>());
        }
        for (int i = 0; i < 12; i++) {
            step(ChangeKind.READ);
        }
        logs.forEach((table, log) -> snapshots.put(table, log.size()));
        for (int i = 0; i < changes; i++) {
            step(ChangeKind.INSERT);
        }
    }

    List<RowChange> log(String table) {
        return logs.get(table);
    }

    int snapshot(String table) {
        return snapshots.get(table);
    }

    private void step(ChangeKind put) {
        String table = List.of("customers", "orders", "orders", "regions").get(random.nextInt(4));
        TreeMap<Long, BsonDocument> rows = tables.get(table);
        long id = random.nextInt(6);
        BsonDocument old = rows.get(id);
        if (put == ChangeKind.READ && old != null) {
            return;
        }
        if (old != null && random.nextInt(4) == 0) {
            rows.remove(id);
            logs.get(table).add(QueryRun.change(ChangeKind.DELETE, table, key(id), null));
            return;
        }
        BsonDocument row = key(id);
        switch (table) {
            case "orders" -> row.append("customer", reference()).append("amount", new BsonInt64(random.nextInt(4)));
            case "customers" ->
                row.append("name", new BsonString("name " + random.nextInt(3))).append("region", reference());
            default -> row.append("label", new BsonString("label " + random.nextInt(3)));
        }
        rows.put(id, row);
        ChangeKind kind = old == null ? put : ChangeKind.UPDATE;
        logs.get(table).add(QueryRun.change(kind, table, old == null ? null : key(id), row));
    }

    private BsonValue reference() {
        return random.nextInt(5) == 0 ? BsonNull.VALUE : new BsonInt64(random.nextInt(6));
    }

    private static BsonDocument key(long id) {
        return new BsonDocument("id", new BsonInt64(id));
    }

    private Stream<BsonDocument> rows(String table) {
        return tables.get(table).values().stream();
    }

    private BsonDocument find(String table, BsonValue id) {
        return id.isNull() ? null : tables.get(table).get(id.asInt64().getValue());
    }

    /**
     * @param keyed whether the planner finds what identifies its rows
     * @param rows what is left, from the tables
     */
    record Query(String sql, boolean keyed, Function<QueryShop, Stream<BsonDocument>> rows) {
        List<String> expected(QueryShop shop) {
            return rows.apply(shop).map(BsonDocument::toJson).sorted().toList();
        }
    }

    static Map<String, Query> queries() {
        Map<String, Query> all = new TreeMap<>();
        all.put(
                "inner",
                new Query(
                        "SELECT o.id, o.amount, c.name FROM orders o JOIN customers c ON o.customer = c.id",
                        true,
                        shop -> shop.rows("orders")
                                .filter(order -> shop.find("customers", order.get("customer")) != null)
                                .map(order -> row("id", order.get("id"), "amount", order.get("amount"))
                                        .append("name", shop.name(order)))));
        all.put(
                "left",
                new Query(
                        "SELECT o.id, c.name FROM orders o LEFT JOIN customers c ON o.customer = c.id",
                        true,
                        shop -> shop.rows("orders")
                                .map(order -> row("id", order.get("id"), "name", shop.name(order)))));
        all.put(
                "right",
                new Query(
                        "SELECT o.id, c.name FROM customers c RIGHT JOIN orders o ON o.customer = c.id",
                        true,
                        shop -> shop.rows("orders")
                                .map(order -> row("id", order.get("id"), "name", shop.name(order)))));
        all.put(
                "full",
                new Query(
                        "SELECT o.id AS o, c.id AS c FROM orders o FULL JOIN customers c ON o.customer = c.id",
                        true,
                        shop -> Stream.concat(
                                shop.rows("orders").map(order -> row("o", order.get("id"), "c", shop.customer(order))),
                                shop.unordered().map(customer -> row("o", BsonNull.VALUE, "c", customer.get("id"))))));
        all.put(
                "chain",
                new Query(
                        "SELECT o.id, c.name, r.label FROM orders o LEFT JOIN customers c ON o.customer = c.id "
                                + "LEFT JOIN regions r ON c.region = r.id",
                        true,
                        shop -> shop.rows("orders")
                                .map(order -> row("id", order.get("id"), "name", shop.name(order))
                                        .append("label", shop.label(order)))));
        all.put(
                "self",
                new Query(
                        "SELECT a.id, b.id AS other FROM orders a JOIN orders b ON a.amount = b.amount "
                                + "WHERE a.id < b.id",
                        true,
                        shop -> shop.rows("orders")
                                .flatMap(a -> shop.rows("orders")
                                        .filter(b -> a.get("amount").equals(b.get("amount"))
                                                && number(a, "id") < number(b, "id"))
                                        .map(b -> row("id", a.get("id"), "other", b.get("id"))))));
        all.put(
                "where",
                new Query(
                        "SELECT id, amount * 2 AS doubled FROM orders WHERE amount > 1 AND customer IS NOT NULL",
                        true,
                        shop -> shop.rows("orders")
                                .filter(order -> number(order, "amount") > 1 && !order.isNull("customer"))
                                .map(order -> row("id", order.get("id"), "doubled", of(2 * number(order, "amount"))))));
        all.put(
                "grouped",
                new Query(
                        "SELECT customer, COUNT(*) AS n, SUM(amount) AS total, MAX(amount) AS most FROM orders "
                                + "GROUP BY customer",
                        true,
                        QueryShop::grouped));
        all.put(
                "distinct",
                new Query(
                        "SELECT DISTINCT amount FROM orders",
                        true,
                        shop -> shop.rows("orders")
                                .map(order -> order.get("amount"))
                                .distinct()
                                .map(amount -> new BsonDocument("amount", amount))));
        all.put(
                "union",
                new Query(
                        "SELECT customer AS id FROM orders UNION SELECT id FROM customers",
                        true,
                        shop -> Stream.concat(
                                        shop.rows("orders").map(order -> order.get("customer")),
                                        shop.rows("customers").map(customer -> customer.get("id")))
                                .distinct()
                                .map(id -> new BsonDocument("id", id))));
        all.put(
                "union_all",
                new Query(
                        "SELECT amount AS n FROM orders UNION ALL SELECT id FROM customers",
                        false,
                        shop -> Stream.concat(
                                        shop.rows("orders").map(order -> order.get("amount")),
                                        shop.rows("customers").map(customer -> customer.get("id")))
                                .map(id -> new BsonDocument("n", id))));
        all.put(
                "count",
                new Query(
                        "SELECT COUNT(*) AS n FROM orders",
                        false,
                        shop -> Stream.of(
                                new BsonDocument("n", of(shop.rows("orders").count())))));
        all.put(
                "with",
                new Query(
                        "WITH sums AS (SELECT customer, SUM(amount) AS total FROM orders GROUP BY customer) "
                                + "SELECT c.id, c.name, s.total FROM customers c JOIN sums s ON s.customer = c.id",
                        true,
                        shop -> shop.rows("customers")
                                .filter(customer ->
                                        shop.ordersOf(customer).findAny().isPresent())
                                .map(customer -> row("id", customer.get("id"), "name", customer.get("name"))
                                        .append("total", shop.total(customer)))));
        all.put(
                "subquery",
                new Query(
                        "SELECT id, name FROM customers WHERE id IN (SELECT customer FROM orders WHERE amount > 0)",
                        true,
                        shop -> shop.rows("customers")
                                .filter(customer ->
                                        shop.ordersOf(customer).anyMatch(order -> number(order, "amount") > 0))
                                .map(customer -> row("id", customer.get("id"), "name", customer.get("name")))));
        all.put(
                "without",
                new Query(
                        "SELECT c.id FROM customers c "
                                + "WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer = c.id)",
                        true,
                        shop -> shop.unordered().map(customer -> new BsonDocument("id", customer.get("id")))));
        return all;
    }

    private Stream<BsonDocument> grouped() {
        TreeSet<String> seen = new TreeSet<>();
        return rows("orders")
                .filter(order -> seen.add(order.get("customer").toString()))
                .map(first -> {
                    List<BsonDocument> group = rows("orders")
                            .filter(order -> order.get("customer").equals(first.get("customer")))
                            .toList();
                    return row("customer", first.get("customer"), "n", of(group.size()))
                            .append(
                                    "total",
                                    of(group.stream()
                                            .mapToLong(order -> number(order, "amount"))
                                            .sum()))
                            .append(
                                    "most",
                                    of(group.stream()
                                            .mapToLong(order -> number(order, "amount"))
                                            .max()
                                            .orElseThrow()));
                });
    }

    private Stream<BsonDocument> ordersOf(BsonDocument customer) {
        return rows("orders").filter(order -> Objects.equals(order.get("customer"), customer.get("id")));
    }

    private Stream<BsonDocument> unordered() {
        return rows("customers").filter(customer -> ordersOf(customer).findAny().isEmpty());
    }

    private BsonValue total(BsonDocument customer) {
        return of(ordersOf(customer).mapToLong(order -> number(order, "amount")).sum());
    }

    private BsonValue name(BsonDocument order) {
        BsonDocument customer = find("customers", order.get("customer"));
        return customer == null ? BsonNull.VALUE : customer.get("name");
    }

    private BsonValue customer(BsonDocument order) {
        return find("customers", order.get("customer")) == null ? BsonNull.VALUE : order.get("customer");
    }

    private BsonValue label(BsonDocument order) {
        BsonDocument customer = find("customers", order.get("customer"));
        BsonDocument region = customer == null ? null : find("regions", customer.get("region"));
        return region == null ? BsonNull.VALUE : region.get("label");
    }

    private static long number(BsonDocument row, String column) {
        return row.getInt64(column).getValue();
    }

    private static BsonValue of(long number) {
        return new BsonInt64(number);
    }

    private static BsonDocument row(String first, BsonValue one, String second, BsonValue other) {
        return new BsonDocument(first, one).append(second, other);
    }
}
