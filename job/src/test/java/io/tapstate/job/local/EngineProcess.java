package io.tapstate.job.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;

/** A local engine in a process of its own, as the command line starts it, with its events collected. */
final class EngineProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Process process;
    private final Path state;
    private final List<BsonDocument> events = new ArrayList<>();
    private final List<String> otherLines = new ArrayList<>();
    private final Thread reader;

    private EngineProcess(Process process, Path state) {
        this.process = process;
        this.state = state;
        this.reader = new Thread(this::collect, "engine-output");
        this.reader.setDaemon(true);
        this.reader.start();
    }

    static EngineProcess start(Path plan, Path state, Map<String, String> environment, String... more) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags());
        command.add("-Xmx768m");
        command.add("-Dlog4j.configurationFile=../flink-conf/log4j2-local.properties");
        command.add("-Dlog.file=" + state.resolve("logs/flink.log"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LocalEngine.class.getName()));
        command.addAll(List.of("--plan", plan.toString(), "--state-dir", state.toString(), "--conf", "../flink-conf"));
        command.addAll(List.of(more));
        if (!List.of(more).contains("--rest-port")) {
            command.addAll(List.of("--rest-port", "0"));
        }
        try {
            Files.createDirectories(state.resolve("logs"));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectError(state.resolve("logs/engine.err").toFile());
            builder.environment().putAll(environment);
            return new EngineProcess(builder.start(), state);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Collection<String> jvmFlags() {
        try (var lines = Files.lines(Path.of("../flink-conf/config.yaml"))) {
            String key = "env.java.opts.all: ";
            String flags = lines.filter(line -> line.startsWith(key))
                    .findFirst()
                    .orElseThrow()
                    .substring(key.length());
            return List.of(flags.split(" ", -1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The first event of a name; fails when the process ends, fails or stays silent instead. */
    BsonDocument await(String name) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        synchronized (events) {
            while (first(name) == null) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0 || !reader.isAlive()) {
                    throw new AssertionError("no event `" + name + "`, but " + this);
                }
                events.wait(Math.min(left, 200));
            }
            return first(name);
        }
    }

    /** Ends our side of its standard input. */
    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** SIGTERM. */
    void terminate() {
        // Not Process.destroy(), which also closes our end of its output.
        process.toHandle().destroy();
    }

    /** SIGKILL, and waits until the process is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        exit();
    }

    /** The exit status, once every event is in. */
    int exit() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("still running: " + this);
        }
        reader.join();
        return process.exitValue();
    }

    /** The only event of a name, or null. */
    BsonDocument first(String name) {
        synchronized (events) {
            return events.stream()
                    .filter(event -> event.getString("event").getValue().equals(name))
                    .findFirst()
                    .orElse(null);
        }
    }

    /** How many events of a name there are so far. */
    long count(String name) {
        synchronized (events) {
            return events.stream()
                    .filter(event -> event.getString("event").getValue().equals(name))
                    .count();
        }
    }

    /** Lines on standard output that are no events; must stay empty. */
    List<String> otherLines() {
        synchronized (events) {
            return List.copyOf(otherLines);
        }
    }

    private void collect() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                synchronized (events) {
                    if (line.startsWith("{\"event\"")) {
                        events.add(BsonDocument.parse(line));
                    } else {
                        otherLines.add(line);
                    }
                    events.notifyAll();
                }
            }
        } catch (IOException endOfProcess) {
            synchronized (events) {
                events.notifyAll();
            }
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
        reader.join();
    }

    @Override
    public String toString() {
        synchronized (events) {
            return "process " + process.pid() + (process.isAlive() ? "" : " (exit " + process.exitValue() + ")")
                    + ", events " + events + ", other lines " + otherLines + ", logs in " + state.resolve("logs");
        }
    }
}
