package io.tapstate.job.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.job.history.RealHistory;
import io.tapstate.planner.plan.JobPlanCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random nests with random histories through the whole job: real databases, a real store, an engine process that is
 * killed at random moments. {@code -Dhistory.seed=N} plays one seed again; {@code -Dhistory.plans=N} plays so many new
 * plans, of {@value #WORLDS} histories each. Every other build plays the same few, so that it is about its own change.
 */
class RealHistoryIT {
    private static final int WORLDS = 10;
    private static final int TRANSACTIONS = 12;
    private static final int PLANS = 3;
    private static final long FIRST = 29746321562962L;
    private static final int LONGEST_PAUSE_MILLIS = 40;
    private static final int LONGEST_LIFE_MILLIS = 2500;
    private static final Duration STREAMING = Duration.ofMinutes(3);
    private static final Duration VISIBLE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void killedJobsEndAsTheTablesSay() throws Exception {
        Long only = Long.getLong("history.seed");
        if (only != null) {
            play(only);
            return;
        }
        Integer more = Integer.getInteger("history.plans");
        long seed = more == null ? FIRST : System.nanoTime();
        int plans = more == null ? PLANS : more;
        for (int plan = 0; plan < plans; plan++) {
            while (!RealHistory.isPlayable(seed)) {
                seed++;
            }
            play(seed++);
        }
    }

    private void play(long seed) throws Exception {
        assertThat(RealHistory.isPlayable(seed))
                .as("seed " + seed + " is playable")
                .isTrue();
        System.out.println("-Dhistory.seed=" + seed);
        long start = System.nanoTime();
        try (RealHistory history = RealHistory.of(seed, WORLDS, TRANSACTIONS)) {
            Run run = new Run(history, folder.resolve("seed" + seed), new Random(seed));
            try {
                run.play();
            } catch (AssertionError | Exception e) {
                throw new AssertionError(
                        "-Dhistory.seed=" + seed + " (" + history + ", killed " + run.kills + "): " + e.getMessage()
                                + "\n" + history.description(),
                        e);
            }
            System.out.println(history + ", killed " + run.kills + ", "
                    + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " s, " + history.features());
        }
    }

    /** One plan, from its first start to the end of its transactions. */
    private static final class Run {
        private final RealHistory history;
        private final Path state;
        private final Path plan;
        private final Random random;
        private final StringBuilder kills = new StringBuilder();

        Run(RealHistory history, Path folder, Random random) throws IOException {
            this.history = history;
            this.random = random;
            this.state = folder.resolve("state");
            this.plan = folder.resolve("plan.json");
            Files.createDirectories(folder);
        }

        void play() throws Exception {
            Files.write(plan, JobPlanCodec.write(history.plan()));
            int left = 1 + random.nextInt(3);
            boolean first = true;
            while (left > 0) {
                try (EngineProcess engine = EngineProcess.start(plan, state, history.environment())) {
                    engine.await("starting");
                    boolean early = random.nextInt(first ? 2 : 4) == 0;
                    if (!early) {
                        awaitStreaming(engine);
                    }
                    transactions(random.nextInt(1 + history.left() / left));
                    pause(random.nextInt(LONGEST_LIFE_MILLIS));
                    boolean streamed = engine.first("streaming") != null;
                    engine.kill();
                    assertWell(engine);
                    kills.append(streamed ? "[streaming]" : "[loading]");
                }
                transactions(random.nextInt(1 + history.left() / (2 * left)));
                left--;
                first = false;
            }
            finish();
        }

        private void finish() throws Exception {
            try (EngineProcess engine = EngineProcess.start(plan, state, history.environment())) {
                if (random.nextBoolean()) {
                    awaitStreaming(engine);
                }
                transactions(history.left());
                awaitStreaming(engine);
                long deadline = System.nanoTime() + VISIBLE.toNanos();
                while (!history.difference().isEmpty() && System.nanoTime() < deadline) {
                    assertRunning(engine);
                    pause(100);
                }
                assertThat(history.difference()).isEmpty();
                engine.endInput();
                assertThat(engine.exit()).as("%s", engine).isZero();
                assertThat(engine.otherLines()).isEmpty();
            }
        }

        private static void awaitStreaming(EngineProcess engine) throws InterruptedException {
            long deadline = System.nanoTime() + STREAMING.toNanos();
            while (engine.first("streaming") == null && System.nanoTime() < deadline) {
                assertRunning(engine);
                pause(20);
            }
            engine.await("streaming");
        }

        private static void assertRunning(EngineProcess engine) {
            assertWell(engine);
            assertThat(engine.isAlive()).as("%s", engine).isTrue();
        }

        /** It may recover from what passes by itself, such as a replication slot that is still another's. */
        private static void assertWell(EngineProcess engine) {
            assertThat(engine.first("failed")).as("%s", engine).isNull();
            assertThat(engine.count("recovering")).as("%s", engine).isLessThan(3);
        }

        private void transactions(int count) throws Exception {
            for (int i = 0; i < count; i++) {
                history.play();
                pause(random.nextInt(4) == 0 ? random.nextInt(LONGEST_PAUSE_MILLIS) : 0);
            }
        }

        private static void pause(int millis) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }
}
