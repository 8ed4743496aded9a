package io.tapstate.cli.run;

import io.tapstate.cli.error.ExitCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import sun.misc.Signal;

/**
 * The user's wish to end: Ctrl-C, or SIGTERM from a service manager. The first wish starts a clean stop, the second one
 * forces it. Which signal it was decides the exit status.
 */
public final class StopSignal {
    private final CountDownLatch requested = new CountDownLatch(1);
    private final List<Runnable> onStop = new ArrayList<>();
    private final List<Runnable> onForce = new ArrayList<>();
    private int exitCode = ExitCode.DONE;

    /** One that listens to this process's signals. */
    public static StopSignal installed() {
        StopSignal stop = new StopSignal();
        Signal.handle(new Signal("INT"), signal -> stop.request(ExitCode.INTERRUPTED));
        Signal.handle(new Signal("TERM"), signal -> stop.request(ExitCode.DONE));
        Signal.handle(new Signal("HUP"), signal -> stop.request(ExitCode.DONE));
        return stop;
    }

    /** Registers what a first and a second wish do; a wish that came before is carried out at once. */
    public void handle(Runnable stop, Runnable force) {
        boolean late;
        synchronized (this) {
            onStop.add(stop);
            onForce.add(force);
            late = requested();
        }
        if (late) {
            stop.run();
        }
    }

    public void request(int exitStatus) {
        List<Runnable> actions;
        synchronized (this) {
            actions = List.copyOf(requested() ? onForce : onStop);
            if (!requested()) {
                exitCode = exitStatus;
                requested.countDown();
            }
        }
        actions.forEach(Runnable::run);
    }

    public boolean requested() {
        return requested.getCount() == 0;
    }

    /** For work in many steps: ends it between two of them. */
    public void throwIfRequested() {
        if (requested()) {
            throw new CancellationException("stopped by the user");
        }
    }

    public synchronized int exitCode() {
        return exitCode;
    }

    /** Waits for the wish; whether it came in time. */
    public boolean await(Duration timeout) throws InterruptedException {
        return requested.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }
}
