package io.tapstate.cli.run;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.connectors.diagnostics.Diagnostic;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Keeps one pipeline's engine running until it finishes, fails, or the user wants to end. An engine that dies (killed,
 * out of memory) is started again and resumes from its last checkpoint; the waits between grow to half a minute, and
 * one that dies again and again without ever having streamed is given up.
 */
public final class EngineSupervisor {
    private static final int GIVE_UP_AFTER = 6;
    /** The engine's own word for a defect of ours, which would only happen again. */
    private static final int DEFECT = 70;

    private static final Duration LONGEST_DELAY = Duration.ofSeconds(30);
    private static final Duration FIRST_WORD = Duration.ofSeconds(120);

    private final EngineStarter run;
    private final RunObserver observer;
    private final StopSignal stop;
    private final Duration firstWord;
    private final AtomicReference<EngineProcess> current = new AtomicReference<>();

    public EngineSupervisor(EngineStarter run, RunObserver observer, StopSignal stop) {
        this(run, observer, stop, FIRST_WORD);
    }

    /** As the other, but gives an engine less or more time for its first word. */
    EngineSupervisor(EngineStarter run, RunObserver observer, StopSignal stop, Duration firstWord) {
        this.firstWord = firstWord;
        this.run = run;
        this.observer = observer;
        this.stop = stop;
        stop.handle(this::requestStop, this::kill);
    }

    /** Runs until the end and says with which exit status. */
    public int run() throws InterruptedException {
        int deaths = 0;
        while (!stop.requested()) {
            Attempt attempt = new Attempt();
            int status = attempt.run();
            if (stop.requested()) {
                break;
            }
            if (attempt.ended.get()) {
                return exitCode(status);
            }
            deaths = attempt.streamed.get() ? 1 : deaths + 1;
            if (status == ExitCode.REFUSED || status == DEFECT || deaths >= GIVE_UP_AFTER) {
                return giveUp(status);
            }
            Duration delay = delay(deaths);
            observer.engineDied(status, delay);
            stop.await(delay);
        }
        return stop.exitCode();
    }

    static Duration delay(int deaths) {
        Duration delay = Duration.ofSeconds(1L << Math.min(deaths - 1, 10));
        return delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
    }

    private static int exitCode(int status) {
        return status == ExitCode.DONE || status == ExitCode.REFUSED ? status : ExitCode.JOB_FAILED;
    }

    private int giveUp(int status) {
        return fail(Diagnostic.of(
                CliError.ENGINE_CRASHED,
                "pipeline",
                run.pipeline(),
                "status",
                status,
                "log",
                run.settings().logs()));
    }

    private int fail(Diagnostic diagnostic) {
        observer.on(EngineEvent.failed(diagnostic.code(), diagnostic.message(), diagnostic.fix()));
        return ExitCode.JOB_FAILED;
    }

    private void requestStop() {
        EngineProcess engine = current.get();
        if (engine != null) {
            engine.requestStop();
        }
    }

    private void kill() {
        EngineProcess engine = current.get();
        if (engine != null) {
            engine.kill();
        }
    }

    /** One engine process, from its start to its end. */
    private final class Attempt {
        private final CountDownLatch spoken = new CountDownLatch(1);
        private final AtomicBoolean streamed = new AtomicBoolean();
        /** It said itself how it ended, so that is no crash. */
        private final AtomicBoolean ended = new AtomicBoolean();

        int run() throws InterruptedException {
            try (EngineProcess engine = EngineSupervisor.this.run.startEngine(this::relay)) {
                current.set(engine);
                if (stop.requested()) {
                    engine.requestStop();
                }
                OptionalInt status = engine.awaitEndOrSilence(spoken, firstWord);
                return status.isPresent() ? status.getAsInt() : silent(engine);
            }
        }

        private void relay(EngineEvent event) {
            spoken.countDown();
            switch (event.kind()) {
                case STREAMING -> streamed.set(true);
                case FINISHED, STOPPED, FAILED -> ended.set(true);
                default -> {
                    // The others only tell how far it is.
                }
            }
            observer.on(event);
        }

        private int silent(EngineProcess engine) {
            engine.kill();
            ended.set(true);
            return fail(Diagnostic.of(
                    CliError.ENGINE_SILENT,
                    "seconds",
                    firstWord.toSeconds(),
                    "log",
                    EngineSupervisor.this.run.settings().logs()));
        }
    }
}
