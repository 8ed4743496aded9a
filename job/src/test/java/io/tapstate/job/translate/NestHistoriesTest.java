package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.job.history.Feature;
import io.tapstate.job.history.HistoryCase;
import io.tapstate.job.history.Shrinker;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random nests with random histories against the model, a full recomputation from the tables. {@code -Dnest.seed=N} plays
 * one seed again; {@code -Dnest.plans=N} plays more plans, of {@value #WORLDS} histories each, and
 * {@code -Dnest.restored=N} more of the small ones. What fails is shrunk.
 */
class NestHistoriesTest {
    private static final int WORLDS = 100;
    private static final int TRANSACTIONS = 12;
    private static final int RESTARTS = 3;
    private static final int RESTORED = 2;
    private static final int MOST_TRIES = 200;

    @Test
    void everyHistoryEndsAsTheTablesSay() throws Exception {
        Long seed = Long.getLong("nest.seed");
        if (seed != null) {
            play(seed);
            return;
        }
        long first = System.nanoTime();
        int plans = Integer.getInteger("nest.plans", 50);
        Set<Feature> used = EnumSet.noneOf(Feature.class);
        for (int plan = 0; plan < plans; plan++) {
            used.addAll(play(first + plan));
        }
        if (plans >= 500) {
            assertThat(EnumSet.complementOf(EnumSet.copyOf(used)))
                    .as("features that no history used, from seed " + first)
                    .isEmpty();
        }
    }

    @Test
    void everySmallHistorySurvivesARestoreAfterEachElement() throws Exception {
        long first = Long.getLong("nest.seed", System.nanoTime());
        int plans = Long.getLong("nest.seed") != null ? 1 : Integer.getInteger("nest.restored", RESTORED);
        for (long seed = first; seed < first + plans; seed++) {
            HistoryCase history = HistoryCase.of(seed, 1, 3);
            try {
                new PlayedHistory(history, seed).playRestoringAfterEach();
            } catch (AssertionError | Exception e) {
                throw new AssertionError("-Dnest.seed=" + seed + " (" + history + "): " + e.getMessage(), e);
            }
        }
    }

    private static Set<Feature> play(long seed) throws Exception {
        HistoryCase history = HistoryCase.of(seed, WORLDS, TRANSACTIONS);
        try {
            new PlayedHistory(history, seed).play(RESTARTS);
        } catch (AssertionError | Exception e) {
            HistoryCase smallest = Shrinker.shrink(history, candidate -> fails(candidate, seed), MOST_TRIES);
            throw new AssertionError(
                    "-Dnest.seed=" + seed + " (" + history + "): " + e.getMessage() + "\nshrunk to\n"
                            + smallest.description(),
                    e);
        }
        return history.features();
    }

    private static boolean fails(HistoryCase history, long seed) {
        try {
            new PlayedHistory(history, seed).play(RESTARTS);
            return false;
        } catch (AssertionError | Exception e) {
            return true;
        }
    }
}
