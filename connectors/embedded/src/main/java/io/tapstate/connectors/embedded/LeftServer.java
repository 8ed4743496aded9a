package io.tapstate.connectors.embedded;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A server process known by its id only: told apart from a stranger with the same id by the data folder it names. */
final class LeftServer {
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long SECONDS_FOR_OTHERS = 5;

    private final long pid;
    private final Path data;

    LeftServer(long pid, Path data) {
        this.pid = pid;
        this.data = data;
    }

    /** Whether that process lives and runs on that data folder. */
    boolean isRunning() {
        if (pid <= 0) {
            return false;
        }
        // A plain stream: a channel would fail in an interrupted thread, and the process would count as gone.
        try (InputStream in = new FileInputStream("/proc/" + pid + "/cmdline")) {
            // Empty for a process that ended and was not collected.
            String words = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            String wanted = new String(data.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            for (String word : List.of(words.split("\0", -1))) {
                if (word.equals(wanted) || word.endsWith("=" + wanted)) {
                    return true;
                }
            }
            return false;
        } catch (IOException gone) {
            return false;
        }
    }

    /** As {@link #stop(long, List, long, BooleanSupplier)}, for a process that is known by its data folder only. */
    boolean stop(List<String> signals, long secondsForTheFirst) {
        return stop(pid, signals, secondsForTheFirst, this::isRunning);
    }

    /**
     * Sends the signals in turn, each followed by a wait, and each again every second: a server that is just starting may
     * not know its signals yet and lose one. An interrupt of the calling thread does not cut this short,
     * because half a stop leaves a server behind; it is kept for the caller.
     *
     * @param running whether the process still runs. An owner asks its {@link Process}: while a program is being
     *     replaced by another one (setsid by the server), its command line is empty, and {@link #isRunning} says no
     * @return whether the process is gone
     */
    static boolean stop(long pid, List<String> signals, long secondsForTheFirst, BooleanSupplier running) {
        boolean interrupted = Thread.interrupted();
        try {
            long seconds = secondsForTheFirst;
            for (String signal : signals) {
                if (!running.getAsBoolean()) {
                    return true;
                }
                for (long second = 0; second < seconds && running.getAsBoolean(); second++) {
                    send(pid, signal);
                    long next = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
                    while (running.getAsBoolean() && System.nanoTime() < next) {
                        LockSupport.parkNanos(POLL_NANOS);
                        interrupted |= Thread.interrupted();
                    }
                }
                seconds = SECONDS_FOR_OTHERS;
            }
            return !running.getAsBoolean();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // The JDK sends SIGTERM and SIGKILL only; PostgreSQL needs SIGINT to leave while clients are connected.
    private static void send(long pid, String signal) {
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + pid)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
