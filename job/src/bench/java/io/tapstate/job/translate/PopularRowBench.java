package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One product of a kilobyte that 100 000 orders point at changes five times a second, and other orders with it: all that
 * is to be told would fill the heap many times.
 */
class PopularRowBench {
    private static final int ORDERS = Integer.getInteger("orders", 100_000);
    private static final int VERSIONS = Integer.getInteger("versions", 60);
    private static final int WEIGHT = 1_000;
    private static final long PACE_MILLIS = 200;

    @TempDir
    private Path directory;

    @Test
    void checkpointsKeepCompletingAndAllGetTheLastVersion() throws Exception {
        PopularRow popular = new PopularRow(ORDERS, 20, WEIGHT);
        ScriptedSource.Script script = popular.script(VERSIONS).held(popular.changesUntil(0));
        assertThat((long) ORDERS * VERSIONS * WEIGHT)
                .as("bytes to tell")
                .isGreaterThan(4 * Runtime.getRuntime().maxMemory());
        try (LoadedJob job = new LoadedJob(popular.plan(), script, directory, Duration.ofSeconds(1), popular::take)) {
            Instant start = Instant.now();
            job.await("loaded", () -> popular.showing(0) == ORDERS);
            System.out.println("loaded after " + Duration.between(start, Instant.now()) + ": " + LoadFigures.of(job));
            LoadFigures before = LoadFigures.of(job);
            for (int version = 1; version <= VERSIONS; version++) {
                script.passing(popular.changesUntil(version));
                TimeUnit.MILLISECONDS.sleep(PACE_MILLIS);
            }
            Instant last = Instant.now();
            LoadFigures under = LoadFigures.of(job);
            System.out.println("after the last change, " + popular.showing(VERSIONS) + " show it: " + under);
            job.await("everywhere", () -> popular.showing(VERSIONS) == ORDERS);
            System.out.println("all show it after " + Duration.between(last, Instant.now()) + ", " + popular.documents()
                    + " documents sent: " + LoadFigures.of(job));
            assertThat(under.failed()).as("failed checkpoints").isEqualTo(before.failed());
            assertThat(under.completed()).as("completed checkpoints").isGreaterThan(before.completed());
            script.release();
            job.finish();
        }
        assertThat(popular.changedThemselves()).isPositive();
    }
}
