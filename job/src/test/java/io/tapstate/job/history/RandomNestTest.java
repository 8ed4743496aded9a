package io.tapstate.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomNestTest {
    private static final int SEEDS = 500;

    @Test
    void everySeedCompilesAndTogetherTheyUseEveryFeature() {
        Set<Feature> used = EnumSet.noneOf(Feature.class);
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                HistoryCase made = HistoryCase.of(seed, 3, 12);
                used.addAll(made.features());
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "seed " + seed + ": " + e.getMessage() + "\n" + RandomNest.of(seed), e);
            }
        }
        assertThat(used).containsExactlyInAnyOrder(Feature.values());
    }
}
