package io.tapstate.job.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A row that many point at, in a whole job. Its load test under the profile {@code bench} is {@code PopularRowBench}. */
class PopularRowTest {
    private static final int ORDERS = 20_000;
    private static final long SLOWLY = TimeUnit.MILLISECONDS.toNanos(1);

    @TempDir
    private Path directory;

    /**
     * From the first document of the fan-out on, readers are slow until the checkpoint is complete: that would have to wait
     * for all documents if it had to wait for the whole fan-out.
     */
    @Test
    void aCheckpointCompletesWhileTheFanOutIsUnderWay() throws Exception {
        PopularRow popular = new PopularRow(ORDERS, 0, 0);
        ScriptedSource.Script script = popular.script(1).held(popular.changesUntil(0));
        CountDownLatch underWay = new CountDownLatch(1);
        AtomicBoolean slow = new AtomicBoolean();
        try (LoadedJob job = new LoadedJob(popular.plan(), script, directory, Duration.ZERO, document -> {
            popular.take(document);
            if (slow.get()) {
                underWay.countDown();
                LockSupport.parkNanos(SLOWLY);
            }
        })) {
            job.await("loaded", () -> popular.showing(0) == ORDERS);
            assertThat(popular.documents()).as("each once").isEqualTo(ORDERS);
            slow.set(true);
            script.passing(popular.changesUntil(1));
            job.await("on its way", () -> underWay.getCount() == 0);
            job.checkpoint();
            int served = popular.showing(1);
            slow.set(false);
            assertThat(served).as("served when the checkpoint was complete").isBetween(1, ORDERS - 1);
            script.release();
            job.finish();
        }
        assertThat(popular.showing(1)).isEqualTo(ORDERS);
    }
}
