package io.tapstate.connectors.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.row.ColumnChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class ReusedNamesTest {
    private static final TableId ORDERS = new TableId("public", "orders");
    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    @Test
    void aNameThatWasGivenUpIsNotTakenBeforeACheckpoint() {
        ReusedNames names = new ReusedNames();
        assertThat(names.note(ORDERS, List.of(ColumnChange.renamed("a", "b")))).isEmpty();
        names.saving(1);

        assertThat(names.note(ORDERS, List.of(added("a")))).contains(added("a"));

        names = new ReusedNames();
        names.note(ORDERS, List.of(ColumnChange.renamed("a", "b")));
        names.saving(1);
        names.saved(1);
        assertThat(names.note(ORDERS, List.of(added("a")))).isEmpty();
    }

    @Test
    void aCheckpointThatHoldsNotAllSettlesNothing() {
        ReusedNames names = new ReusedNames();
        names.saving(1);
        names.note(ORDERS, List.of(ColumnChange.renamed("a", "b")));
        names.saved(1);

        assertThat(names.note(ORDERS, List.of(ColumnChange.renamed("c", "a")))).isPresent();
    }

    @Test
    void aColumnMayHaveItsOwnNameBack() {
        assertThat(new ReusedNames()
                        .note(ORDERS, List.of(ColumnChange.renamed("a", "b"), ColumnChange.renamed("b", "a"))))
                .isEmpty();
    }

    @Test
    void whatARenamingReplacesIsNotRemovedFirst() {
        assertThat(ReusedNames.withoutReplaced(
                        List.of(ColumnChange.dropped("a"), ColumnChange.dropped("b"), ColumnChange.renamed("c", "a"))))
                .containsExactly(ColumnChange.dropped("b"), ColumnChange.renamed("c", "a"));
        assertThat(ReusedNames.withoutReplaced(
                        List.of(ColumnChange.dropped("a"), added("a"), ColumnChange.renamed("b", "c"))))
                .hasSize(3);
    }

    /** The target's part: a document that has followed some changes, or all, and meets them all again. */
    @Test
    void changesThatPassMayComeAgain() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int passed = 0;
        for (int round = 0; round < 50_000; round++) {
            TreeMap<String, BsonValue> row = new TreeMap<>(Map.of("a", new BsonInt64(1), "b", new BsonInt64(2)));
            List<ColumnChange> changes = new ArrayList<>();
            ReusedNames names = new ReusedNames();
            List<TreeMap<String, BsonValue>> stages = new ArrayList<>(List.of(new TreeMap<>(row)));
            for (int step = 0; step < 2 + random.nextInt(4); step++) {
                List<ColumnChange> statement = statement(random, row);
                follow(row, statement);
                List<ColumnChange> sent = ReusedNames.withoutReplaced(statement);
                if (names.note(ORDERS, statement).isPresent()) {
                    break;
                }
                changes.addAll(sent);
                // The target may stop between any two of them.
                TreeMap<String, BsonValue> document = new TreeMap<>(stages.get(stages.size() - 1));
                for (ColumnChange change : sent) {
                    follow(document, List.of(change));
                    stages.add(new TreeMap<>(document));
                }
                assertThat(document)
                        .as("seed %d, round %d, %s", seed, round, statement)
                        .isEqualTo(row);
            }
            TreeMap<String, BsonValue> end = stages.get(stages.size() - 1);
            for (TreeMap<String, BsonValue> stage : stages) {
                TreeMap<String, BsonValue> document = new TreeMap<>(stage);
                follow(document, changes);
                assertThat(document)
                        .as("seed %d, round %d, %s from %s", seed, round, changes, stage)
                        .isEqualTo(end);
            }
            passed += changes.size() > 1 ? 1 : 0;
        }
        assertThat(passed).as("seed %d", seed).isGreaterThan(10_000);
    }

    /** One or two changes that a database would take of a table with these columns. */
    private static List<ColumnChange> statement(Random random, Map<String, BsonValue> row) {
        List<ColumnChange> changes = new ArrayList<>();
        TreeMap<String, BsonValue> columns = new TreeMap<>(row);
        for (int wanted = 1 + random.nextInt(2); changes.size() < wanted; ) {
            String name = NAMES.get(random.nextInt(NAMES.size()));
            String other = NAMES.get(random.nextInt(NAMES.size()));
            ColumnChange change = switch (random.nextInt(3)) {
                case 0 ->
                    columns.containsKey(name) ? null : ColumnChange.added(name, new BsonInt64(random.nextInt(1000)));
                case 1 -> columns.containsKey(name) && columns.size() > 1 ? ColumnChange.dropped(name) : null;
                default ->
                    columns.containsKey(name) && !columns.containsKey(other) ? ColumnChange.renamed(name, other) : null;
            };
            if (change != null) {
                changes.add(change);
                follow(columns, List.of(change));
            }
        }
        return changes;
    }

    private static void follow(Map<String, BsonValue> document, List<ColumnChange> changes) {
        for (ColumnChange change : changes) {
            switch (change.kind()) {
                case ADD -> document.putIfAbsent(change.name(), change.value());
                case DROP -> document.remove(change.name());
                case RENAME -> {
                    if (document.containsKey(change.name())) {
                        document.put(change.to(), document.remove(change.name()));
                    }
                }
            }
        }
    }

    private static ColumnChange added(String name) {
        return ColumnChange.added(name, new BsonInt64(5));
    }
}
