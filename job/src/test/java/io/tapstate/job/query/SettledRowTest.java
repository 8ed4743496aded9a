package io.tapstate.job.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SettledRowTest {
    @Test
    void theRowPutInLastStandsUntilTheOldOneIsTakenOut() {
        SettledRow settled = SettledRow.of(null);
        settled.putIn(bytes("old"));
        settled.putIn(bytes("new"));
        assertThat(settled.row()).hasValue(bytes("new"));
        settled.takeOut(bytes("old"));
        assertThat(settled.row()).hasValue(bytes("new"));
    }

    @Test
    void aRowTakenOutBeforeItIsPutInIsNone() {
        SettledRow settled = SettledRow.of(null);
        settled.takeOut(bytes("row"));
        assertThat(settled.row()).isEmpty();
        settled.putIn(bytes("row"));
        assertThat(settled.row()).isEmpty();
        assertThat(settled.state()).isNull();
    }

    @Test
    void onceReadersKnowThatItIsGoneNothingIsKept() {
        SettledRow settled = SettledRow.of(null);
        settled.putIn(bytes("row"));
        settled.sent(bytes("row"));
        settled = SettledRow.of(settled.state());
        settled.takeOut(bytes("row"));
        assertThat(settled.state()).isNotNull();
        settled.sent(null);
        assertThat(settled.state()).isNull();
    }

    @Test
    void aSettledRowIsKeptOnce() {
        byte[] row = new byte[1000];
        SettledRow settled = SettledRow.of(null);
        settled.putIn(row);
        settled.sent(row);
        assertThat(settled.state()).hasSizeLessThan(1020);
        assertThat(SettledRow.of(settled.state()).row()).hasValue(row);
    }

    @Test
    void whatIsLeftDoesNotDependOnTheOrder() {
        long seed = 20260131;
        Random random = new Random(seed);
        for (int history = 0; history < 2_000; history++) {
            // Each version in and, but for the last, out again; shuffled.
            int versions = 1 + random.nextInt(5);
            List<String> changes = new ArrayList<>();
            for (int i = 0; i < versions; i++) {
                String row = "row " + random.nextInt(3);
                changes.add("+" + row);
                if (i < versions - 1) {
                    changes.add("-" + row);
                }
            }
            String last = changes.get(changes.size() - 1).substring(1);
            Collections.shuffle(changes, random);
            byte[] state = null;
            for (String change : changes) {
                SettledRow settled = SettledRow.of(state);
                if (change.startsWith("+")) {
                    settled.putIn(bytes(change.substring(1)));
                } else {
                    settled.takeOut(bytes(change.substring(1)));
                }
                settled.row().ifPresent(settled::sent);
                settled.timer(random.nextInt(2));
                state = settled.state();
            }
            assertThat(SettledRow.of(state).row())
                    .as("seed " + seed + ", " + changes)
                    .hasValue(bytes(last));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
