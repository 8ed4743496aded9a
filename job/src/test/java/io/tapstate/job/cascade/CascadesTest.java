package io.tapstate.job.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.ForeignKey.Action;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.job.cascade.ForeignKeyDatabase.Definition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class CascadesTest {
    private static final TableId ORDERS = new TableId("shop", "orders");
    private static final TableId ITEMS = new TableId("shop", "items");
    private static final TableId NOTES = new TableId("shop", "notes");
    private static final TableId TREE = new TableId("shop", "tree");
    private static final List<TableId> ALL = List.of(ORDERS, ITEMS, NOTES, TREE);
    private static final List<Definition> TABLES = List.of(
            new Definition(ORDERS, List.of("id"), List.of()),
            new Definition(
                    ITEMS,
                    List.of("order_id", "line"),
                    List.of(key(ITEMS, List.of("order_id"), ORDERS, List.of("id"), Action.CASCADE, Action.CASCADE))),
            new Definition(
                    NOTES,
                    List.of("id"),
                    List.of(
                            key(
                                    NOTES,
                                    List.of("order_id", "line"),
                                    ITEMS,
                                    List.of("order_id", "line"),
                                    Action.CASCADE,
                                    Action.CASCADE),
                            key(NOTES, List.of("author"), ORDERS, List.of("id"), Action.SET_NULL, Action.SET_NULL))),
            new Definition(
                    TREE,
                    List.of("id"),
                    List.of(key(TREE, List.of("parent"), TREE, List.of("id"), Action.CASCADE, Action.NONE))));

    private final ForeignKeyDatabase database = new ForeignKeyDatabase(TABLES);

    @Test
    void rowsThatGoWithTheirParentLeaveAfterIt() {
        database.insert(ORDERS, row("id", 1));
        database.insert(ITEMS, row("order_id", 1, "line", 1));
        database.insert(NOTES, row("id", 5, "order_id", 1, "line", 1, "author", null));
        database.delete(ORDERS, key(ORDERS, row("id", 1)));

        List<RowChange> completed = completed(database.log());

        assertThat(completed.subList(3, 6))
                .extracting(change -> change.kind() + " " + change.table().name())
                .containsExactly("DELETE orders", "DELETE items", "DELETE notes");
        assertThat(RawRow.decode(completed.get(4).before())).isEqualTo(row("order_id", 1, "line", 1));
        assertThat(completed.get(4).position()).isEqualTo("log:1");
    }

    @Test
    void aParentThatComesBackFindsNoneOfTheRowsThatWentWithIt() {
        database.insert(ORDERS, row("id", 1));
        database.insert(ITEMS, row("order_id", 1, "line", 1));
        database.delete(ORDERS, key(ORDERS, row("id", 1)));
        database.insert(ORDERS, row("id", 1));
        database.insert(ITEMS, row("order_id", 1, "line", 2));
        database.delete(ORDERS, key(ORDERS, row("id", 1)));

        assertThat(completed(database.log()))
                .filteredOn(change ->
                        change.kind() == ChangeKind.DELETE && change.table().equals(ITEMS))
                .hasSize(2);
    }

    @Test
    void aParentThatTakesAnotherKeyTakesItsRowsAlong() {
        database.insert(ORDERS, row("id", 1));
        database.insert(ITEMS, row("order_id", 1, "line", 1));
        database.update(ORDERS, key(ORDERS, row("id", 1)), row("id", 2));

        assertThat(completed(database.log()).subList(2, 6))
                .extracting(change -> change.kind() + " " + change.table().name())
                .containsExactly("DELETE orders", "INSERT orders", "DELETE items", "INSERT items");
    }

    @Test
    void columnsBecomeNullWhereTheDatabaseSaysSo() {
        database.insert(ORDERS, row("id", 9));
        database.insert(NOTES, row("id", 5, "order_id", null, "line", null, "author", 9));
        database.delete(ORDERS, key(ORDERS, row("id", 9)));

        RowChange last = completed(database.log()).get(3);

        assertThat(last.kind()).isEqualTo(ChangeKind.UPDATE);
        assertThat(RawRow.decode(last.after())).isEqualTo(row("id", 5, "order_id", null, "line", null, "author", null));
    }

    @Test
    void changesThatTheLogShowsAfterAllDoNoHarm() {
        database.insert(ORDERS, row("id", 1));
        database.insert(ITEMS, row("order_id", 1, "line", 1));
        database.delete(ITEMS, key(ITEMS, row("order_id", 1, "line", 1)));
        database.delete(ORDERS, key(ORDERS, row("id", 1)));

        assertThat(completed(database.log())).isEqualTo(database.log());
    }

    @Test
    void randomHistoriesEndWithTheRowsOfTheDatabase() {
        long seed = Long.getLong("tapstate.seed", System.nanoTime());
        System.out.println("CascadesTest -Dtapstate.seed=" + seed);
        Random random = new Random(seed);
        Set<String> synthetic = new LinkedHashSet<>();
        for (int history = 0; history < 400; history++) {
            ForeignKeyDatabase tables = new ForeignKeyDatabase(TABLES);
            for (int step = 0; step < 60; step++) {
                step(tables, random);
            }
            List<RowChange> completed = completed(tables.log());
            assertThat(replica(completed)).isEqualTo(tables.rows());
            completed.stream()
                    .filter(change -> !tables.log().contains(change))
                    .forEach(change ->
                            synthetic.add(change.kind() + " " + change.table().name()));
        }
        assertThat(synthetic).contains("DELETE items", "INSERT items", "DELETE notes", "UPDATE notes", "DELETE tree");
    }

    private static void step(ForeignKeyDatabase tables, Random random) {
        TableId table = ALL.get(random.nextInt(ALL.size()));
        BsonDocument row = random(table, random);
        List<RowKey> there = new ArrayList<>(tables.rows().get(table).keySet());
        int dice = random.nextInt(10);
        if (dice < 5 || there.isEmpty()) {
            tables.insert(table, row);
        } else if (dice < 7) {
            tables.delete(table, there.get(random.nextInt(there.size())));
        } else {
            RowKey key = there.get(random.nextInt(there.size()));
            // A key that refers to itself makes databases refuse what this one does not.
            boolean moves = table != TREE && table != NOTES;
            BsonDocument before = tables.rows().get(table).get(key);
            if (!moves) {
                row.put("id", before.get("id"));
            }
            tables.update(table, key, row);
        }
    }

    private static BsonDocument random(TableId table, Random random) {
        Integer order = random.nextInt(5);
        if (table.equals(ORDERS)) {
            return row("id", order);
        }
        if (table.equals(ITEMS)) {
            return row("order_id", order, "line", random.nextInt(2));
        }
        if (table.equals(TREE)) {
            return row("id", random.nextInt(6), "parent", random.nextInt(3) == 0 ? null : random.nextInt(6));
        }
        boolean placed = random.nextBoolean();
        return row(
                "id",
                random.nextInt(8),
                "order_id",
                placed ? order : null,
                "line",
                placed ? (Integer) random.nextInt(2) : null,
                "author",
                random.nextBoolean() ? (Integer) random.nextInt(5) : null);
    }

    private static Map<TableId, TreeMap<RowKey, BsonDocument>> replica(List<RowChange> changes) {
        Map<TableId, TreeMap<RowKey, BsonDocument>> rows = new TreeMap<>();
        ALL.forEach(table -> rows.put(table, new TreeMap<>()));
        for (RowChange change : changes) {
            if (change.after() == null) {
                rows.get(change.table()).remove(change.key());
            } else {
                rows.get(change.table()).put(change.key(), RawRow.decode(change.after()));
            }
        }
        return rows;
    }

    private static List<RowChange> completed(List<RowChange> log) {
        Cascades cascades = new Cascades();
        TABLES.stream()
                .filter(table -> !table.keys().isEmpty())
                .forEach(table -> cascades.add(new Cascades.Child(table.id(), table.identity()), table.keys()));
        List<RowChange> completed = new ArrayList<>();
        InMemory state = new InMemory();
        log.forEach(change -> cascades.apply(change, state, completed::add));
        return completed;
    }

    private static RowKey key(TableId table, BsonDocument row) {
        return ForeignKeyDatabase.key(
                TABLES.stream()
                        .filter(one -> one.id().equals(table))
                        .findFirst()
                        .orElseThrow(),
                row);
    }

    private static ForeignKey key(
            TableId table,
            List<String> columns,
            TableId parent,
            List<String> referenced,
            Action onDelete,
            Action onUpdate) {
        return new ForeignKey(table.name() + "_" + parent.name(), columns, parent, referenced, onDelete, onUpdate);
    }

    private static BsonDocument row(Object... namesAndValues) {
        BsonDocument row = new BsonDocument();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            BsonValue value =
                    namesAndValues[i + 1] == null ? BsonNull.VALUE : new BsonInt64((Integer) namesAndValues[i + 1]);
            row.append((String) namesAndValues[i], value);
        }
        return row;
    }

    private static final class InMemory implements CascadeState {
        private final Map<RowKey, byte[]> rows = new HashMap<>();
        private final Map<RowKey, Set<RowKey>> children = new HashMap<>();

        @Override
        public byte[] row(RowKey key) {
            return rows.get(key);
        }

        @Override
        public void put(RowKey key, byte[] row) {
            if (row == null) {
                rows.remove(key);
            } else {
                rows.put(key, row);
            }
        }

        @Override
        public List<RowKey> children(RowKey parent) {
            return List.copyOf(children.getOrDefault(parent, Set.of()));
        }

        @Override
        public void add(RowKey parent, RowKey child) {
            children.computeIfAbsent(parent, key -> new LinkedHashSet<>()).add(child);
        }

        @Override
        public void remove(RowKey parent, RowKey child) {
            children.getOrDefault(parent, new LinkedHashSet<>()).remove(child);
        }
    }
}
