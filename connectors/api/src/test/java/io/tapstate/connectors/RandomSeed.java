package io.tapstate.connectors;

import java.util.Random;

/** A fresh random source per test; its seed is printed, and set again by {@code -Dtapstate.seed}. */
public final class RandomSeed {
    private RandomSeed() {}

    public static Random random(String test) {
        long seed = Long.getLong("tapstate.seed", System.nanoTime());
        System.out.println(test + " -Dtapstate.seed=" + seed);
        return new Random(seed);
    }
}
