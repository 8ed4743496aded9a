package io.tapstate.cli.demo;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.run.EngineEvent;
import io.tapstate.cli.run.EngineProcess;
import io.tapstate.cli.run.EngineStarter;
import io.tapstate.cli.run.StopSignal;
import io.tapstate.connectors.diagnostics.TapException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** One engine of the tour with everything it said, so that the tour can wait for a word and prove what was not said. */
final class TourEngine implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(10);

    private final EngineProcess process;
    private final List<EngineEvent> said = new CopyOnWriteArrayList<>();

    private TourEngine(EngineStarter run) {
        this.process = run.startEngine(said::add);
    }

    static TourEngine start(EngineStarter run) {
        return new TourEngine(run);
    }

    /** Waits until it streams. */
    EngineEvent awaitStreaming(String step, Duration patience, StopSignal stop) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < deadline) {
            Optional<EngineEvent> streaming = find(EngineEvent.Kind.STREAMING);
            if (streaming.isPresent()) {
                return streaming.get();
            }
            if (!process.alive()) {
                // Its last words may still be on their way.
                process.awaitEnd();
                break;
            }
            stop.throwIfRequested();
            stop.await(POLL);
        }
        String why = find(EngineEvent.Kind.FAILED)
                .map(failure -> failure.text("code") + ": " + failure.text("message"))
                .orElse(process.alive() ? "it does not stream after " + patience.toSeconds() + " s" : "it ended");
        throw TapException.of(CliError.CHECK_FAILED, "step", step, "reason", why);
    }

    Optional<EngineEvent> find(EngineEvent.Kind kind) {
        return said.stream().filter(event -> event.kind() == kind).findFirst();
    }

    long pid() {
        return process.pid();
    }

    /** {@code kill -9}, and waits until the process is gone. */
    void kill() throws InterruptedException {
        process.kill();
        process.awaitEnd();
    }

    @Override
    public void close() {
        process.close();
    }
}
