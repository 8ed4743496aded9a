package io.tapstate.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.cli.error.ExitCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class StopSignalTest {
    private final StopSignal stop = new StopSignal();
    private final List<String> done = new ArrayList<>();

    @Test
    void theFirstWishStopsAndTheSecondForces() {
        stop.handle(() -> done.add("stop"), () -> done.add("force"));
        stop.request(ExitCode.DONE);
        stop.request(ExitCode.INTERRUPTED);
        assertThat(done).containsExactly("stop", "force");
        assertThat(stop.exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void whoComesLateIsToldAtOnce() {
        stop.request(ExitCode.INTERRUPTED);
        stop.handle(() -> done.add("stop"), () -> done.add("force"));
        assertThat(done).containsExactly("stop");
    }

    @Test
    void workInStepsEndsBetweenTwoOfThem() throws InterruptedException {
        stop.throwIfRequested();
        assertThat(stop.await(Duration.ofMillis(1))).isFalse();
        stop.request(ExitCode.INTERRUPTED);
        assertThat(stop.await(Duration.ofMinutes(1))).isTrue();
        assertThatThrownBy(stop::throwIfRequested).isInstanceOf(CancellationException.class);
    }
}
