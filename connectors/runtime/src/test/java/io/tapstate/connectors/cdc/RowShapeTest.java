package io.tapstate.connectors.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowShapeTest {
    private static final TableShape KNOWN = shape(3, "1id", "2a", "3b");

    @Test
    void columnsAtTheEndCame() {
        assertThat(of(shape(5, "1id", "2a", "3b", "4c", "5d"), "id", "a", "b", "c"))
                .contains(shape(4, "1id", "2a", "3b", "4c"));
    }

    @Test
    void whereNothingWentAnyNameIsARenaming() {
        assertThat(of(shape(3, "1id", "2x", "3y"), "id", "b", "a")).contains(shape(3, "1id", "2b", "3a"));
        assertThat(of(shape(4, "1id", "2b", "3y", "4a"), "id", "b", "y", "a"))
                .contains(shape(4, "1id", "2b", "3y", "4a"));
    }

    @Test
    void whereNothingCameTheCountSaysWhatWent() {
        assertThat(of(shape(3, "1id", "3a"), "id", "a")).contains(shape(3, "1id", "3a"));
        assertThat(of(shape(3, "1id", "3a"), "id", "a", "b")).contains(KNOWN);
    }

    @Test
    void onesThatCameAndWentTogetherAreToldByName() {
        TableShape live = shape(4, "1id", "2a", "4note");
        assertThat(of(shape(4, "1id", "4note"), "id", "a", "b")).contains(KNOWN);

        assertThat(of(live, "id", "a", "b")).contains(KNOWN);
        assertThat(of(live, "id", "a")).contains(shape(3, "1id", "2a"));
        assertThat(of(live, "id", "a", "b", "note")).contains(shape(4, "1id", "2a", "3b", "4note"));
        assertThat(of(live, "id", "a", "note")).contains(live);
    }

    @Test
    void aColumnThatGaveWayToOneOfItsNameIsNotToldApart() {
        assertThat(of(shape(4, "1id", "2a", "4b"), "id", "a", "b")).isEmpty();
    }

    @Test
    void aRowWhoseColumnHasGoneAgainIsNotUnderstood() {
        assertThat(of(shape(4, "1id", "2a", "3b"), "id", "a", "b", "c")).isEmpty();
        assertThat(of(shape(4, "1id", "2a", "3b"), "id", "a", "b")).contains(KNOWN);
    }

    @Test
    void computedColumnsAreInNoRow() {
        TableColumn computed = new TableColumn(2, "twice", "integer", false);
        TableShape known = new TableShape(List.of(column("1id"), computed), 2);
        TableShape live = new TableShape(List.of(column("1id"), computed, column("3n")), 3);

        assertThat(RowShape.of(known, live, List.of("id", "n"))).contains(live);
        assertThat(RowShape.of(known, shape(3, "1id", "3n"), List.of("id", "n")))
                .isEmpty();
    }

    /** Names are taken anew each time, so that two answers never look the same. */
    @Test
    void whatIsToldOfAnyHistoryIsTrue() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int told = 0;
        for (int round = 0; round < 20_000; round++) {
            List<TableShape> history = history(random, random.nextInt(6));
            TableShape row = history.get(random.nextInt(history.size()));
            List<String> names = row.columns().stream().map(TableColumn::name).toList();
            Optional<TableShape> found = RowShape.of(history.get(0), history.get(history.size() - 1), names);

            if (found.isPresent()) {
                told++;
                assertThat(found.get().columns())
                        .as("seed %d, round %d, %s", seed, round, history)
                        .isEqualTo(row.columns());
            }
        }
        assertThat(told).as("seed %d", seed).isGreaterThan(10_000);
    }

    private static List<TableShape> history(Random random, int steps) {
        List<TableShape> history = new ArrayList<>(List.of(KNOWN));
        int fresh = 0;
        for (int step = 0; step < steps; step++) {
            TableShape last = history.get(history.size() - 1);
            List<TableColumn> columns = new ArrayList<>(last.columns());
            int used = last.used();
            int at = random.nextInt(columns.size());
            switch (random.nextInt(3)) {
                case 0 -> columns.add(new TableColumn(++used, "n" + fresh++, "integer", true));
                case 1 -> {
                    if (columns.size() > 1) {
                        columns.remove(at);
                    }
                }
                default -> columns.set(at, new TableColumn(columns.get(at).number(), "n" + fresh++, "integer", true));
            }
            history.add(new TableShape(columns, used));
        }
        return history;
    }

    private static Optional<TableShape> of(TableShape live, String... names) {
        return RowShape.of(KNOWN, live, List.of(names));
    }

    private static TableShape shape(int used, String... columns) {
        return new TableShape(Arrays.stream(columns).map(RowShapeTest::column).toList(), used);
    }

    private static TableColumn column(String text) {
        return new TableColumn(text.charAt(0) - '0', text.substring(1), "integer", true);
    }
}
