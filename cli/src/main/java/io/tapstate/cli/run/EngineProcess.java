package io.tapstate.cli.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One Flink engine in a process of its own. Says what it does in {@link EngineEvent}s, stops by itself when this process
 * is gone, and runs in a session of its own, so that Ctrl-C in the terminal reaches only us and we stop it in order.
 */
public final class EngineProcess implements AutoCloseable {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    private final Process process;
    private final Thread reader;

    private EngineProcess(Process process, Consumer<EngineEvent> listener) {
        this.process = process;
        this.reader = new Thread(() -> relay(process, listener), "engine-events");
        this.reader.setDaemon(true);
    }

    /**
     * Starts it.
     *
     * @param listener called in order, from one thread of the engine's
     */
    public static EngineProcess start(EngineSettings settings, Consumer<EngineEvent> listener) {
        try {
            Files.createDirectories(settings.logs());
            ProcessBuilder builder = new ProcessBuilder(inOwnSession(settings.command()));
            builder.environment().putAll(settings.environment());
            builder.redirectError(settings.logs().resolve("engine.err").toFile());
            EngineProcess engine = new EngineProcess(builder.start(), listener);
            engine.reader.start();
            return engine;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> inOwnSession(List<String> command) {
        List<String> whole = new ArrayList<>(command);
        SETSID.stream().filter(Files::isExecutable).findFirst().ifPresent(setsid -> whole.add(0, setsid.toString()));
        return whole;
    }

    public long pid() {
        return process.pid();
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** Waits until the process has ended and every event of its was delivered; its exit status. */
    public int awaitEnd() throws InterruptedException {
        int status = process.waitFor();
        reader.join();
        return status;
    }

    /**
     * As {@link #awaitEnd}, but gives up on a process that has not spoken in time.
     *
     * @param spoken counted down by the first event
     * @return the exit status; empty when the process still runs and is silent
     */
    OptionalInt awaitEndOrSilence(CountDownLatch spoken, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (process.isAlive() && System.nanoTime() < deadline) {
            if (spoken.await(100, TimeUnit.MILLISECONDS)) {
                return OptionalInt.of(awaitEnd());
            }
        }
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(awaitEnd());
    }

    /** Asks for a clean stop by the end of its input: checkpoint, cancel, exit. Returns at once; twice does no harm. */
    public void requestStop() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The pipe breaks when the process is gone, and then it is stopped.
            return;
        }
    }

    /** {@code kill -9}. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Stops cleanly, and by force when that takes more than a minute. */
    @Override
    public void close() {
        requestStop();
        try {
            if (!process.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                kill();
            }
            reader.join();
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    private static void relay(Process process, Consumer<EngineEvent> listener) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                EngineEvent.parse(line).ifPresent(listener);
            }
        } catch (IOException e) {
            // Reading ends with the process; how it ended is its exit status.
        }
    }
}
