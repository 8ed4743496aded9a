package io.tapstate.planner.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExcerptsTest {
    private static final List<String> PIECES =
            List.of("a", "key: b", "\n", "\n\n\n\n\n\n\n\n\n\n", "\r\n", "\r", "ü", "😀");

    @Test
    void everyLineIsTheOneThatStandsThere() {
        long seed = Long.getLong("excerpts.seed", System.nanoTime());
        System.out.println("-Dexcerpts.seed=" + seed);
        Random random = new Random(seed);
        for (int file = 0; file < 200; file++) {
            StringBuilder text = new StringBuilder();
            for (int pieces = random.nextInt(300); pieces > 0; pieces--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            List<String> lines = text.toString().lines().toList();
            Excerpts excerpts = new Excerpts(new TapFile("a.tap.yml", text.toString()));
            for (int i = lines.size() - 1; i >= 0; i--) {
                assertThat(excerpts.at(i + 1, 1, "").excerpt()).isEqualTo(lines.get(i));
            }
            assertThat(excerpts.at(lines.size() + 1, 1, "").excerpt()).isEmpty();
            assertThat(excerpts.at(lines.size() + 1_000, 1, "").excerpt()).isEmpty();
        }
    }
}
