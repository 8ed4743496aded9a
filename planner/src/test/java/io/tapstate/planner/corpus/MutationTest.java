package io.tapstate.planner.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** However a file is broken, the outcome is a plan or coded diagnostics: within 2 seconds each, and 256 MB. */
class MutationTest {
    private static final int COUNT = Integer.getInteger("mutation.count", 20_000);

    @Test
    void brokenFilesAreRefusedWithACodeInTimeAndMemory() throws Exception {
        long seed = Long.getLong("mutation.seed", 20_260_101L);
        System.out.println("seed " + seed + ": repeat with -Dmutation.seed=" + seed);

        ChildJvm run = ChildJvm.run(
                MutationRun.class,
                List.of("-Xmx256m", "-XX:+ExitOnOutOfMemoryError", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                List.of(Long.toString(seed), Integer.toString(COUNT)),
                Duration.ofMinutes(5));

        assertThat(run.exit()).as("seed %d%n%s", seed, run.output()).isZero();
        assertThat(run.output()).contains(COUNT + " mutations");
        System.out.print(run.output());
    }
}
