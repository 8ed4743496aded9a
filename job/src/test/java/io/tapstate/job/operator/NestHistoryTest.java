package io.tapstate.job.operator;

import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random histories against the model ({@link ShopTables}). {@code -Dnest.seed=N} runs one batch again;
 * {@code -Dnest.batches=N} runs more.
 */
class NestHistoryTest {
    private static final int SHOPS = 100;
    private static final int CHANGES_PER_SHOP = 20;
    private static final int RESTARTS = 4;

    @Test
    void everyHistoryEndsAsTheTablesSay() throws Exception {
        Long seed = Long.getLong("nest.seed");
        if (seed != null) {
            play(seed);
            return;
        }
        long first = System.nanoTime();
        for (int batch = 0; batch < Integer.getInteger("nest.batches", 20); batch++) {
            play(first + batch);
        }
    }

    private static void play(long seed) throws Exception {
        Random random = new Random(seed);
        String keyColumn = random.nextInt(3) == 0 ? "code" : "id";
        boolean fullImages = random.nextInt(3) == 0;
        ShopHistory history = new ShopHistory(random, SHOPS, CHANGES_PER_SHOP, keyColumn, fullImages);
        try (ShopRun run = new ShopRun(random, history, keyColumn, fullImages)) {
            run.play(RESTARTS);
        } catch (AssertionError | Exception e) {
            throw new AssertionError("-Dnest.seed=" + seed + " (" + history + "): " + e.getMessage(), e);
        }
    }
}
