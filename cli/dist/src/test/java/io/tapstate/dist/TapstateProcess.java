package io.tapstate.dist;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The built command line, started as a process the way the launcher starts it; what it says goes to two files. */
final class TapstateProcess implements AutoCloseable {
    static final Path DISTRIBUTION = Path.of("target", "tapstate").toAbsolutePath();

    private static final Duration PATIENCE = Duration.ofSeconds(400);
    private static final String ENGINE = "io.tapstate.job.local.LocalEngine";

    private final List<String> arguments;
    private final Process process;
    private final Path out;
    private final Path err;

    private TapstateProcess(List<String> arguments, Process process, Path out, Path err) {
        this.arguments = arguments;
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** How a command line ended. */
    record Outcome(int status, String out, String err) {
        /** Both streams, for messages and for examples that do not say which. */
        String text() {
            return out + err;
        }
    }

    /** The launcher's last line: Java, its flags, the class path and the main class. */
    static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx512m",
                "-cp",
                DISTRIBUTION.resolve("lib").resolve("*").toString(),
                "io.tapstate.cli.Tapstate");
    }

    /** @param environment in place of every variable of tapstate's that this process may have */
    static TapstateProcess start(Path folder, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(command());
        command.addAll(List.of(arguments));
        try {
            Path out = Files.createTempFile(folder.toAbsolutePath(), "tapstate", ".out");
            Path err = Files.createTempFile(folder.toAbsolutePath(), "tapstate", ".err");
            // A test run in the background ignores SIGINT, and so would every process it starts.
            command.addAll(0, List.of("env", "--default-signal=INT"));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            prepare(builder.environment(), environment);
            return new TapstateProcess(List.of(arguments), builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes an environment independent of the one the tests run in. */
    static void prepare(Map<String, String> environment, Map<String, String> given) {
        environment.keySet().removeIf(name -> name.startsWith("TAPSTATE_") && !name.equals("TAPSTATE_CACHE"));
        environment.put("XDG_CONFIG_HOME", "/nowhere");
        environment.put("TAPSTATE_HOME", DISTRIBUTION.toString());
        environment.putAll(given);
    }

    /** Runs one command line to its end. */
    static Outcome run(Path folder, Map<String, String> environment, String... arguments) {
        try (TapstateProcess process = start(folder, environment, arguments)) {
            return process.awaitEnd();
        }
    }

    long pid() {
        return process.pid();
    }

    boolean alive() {
        return process.isAlive();
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    /** The engine that runs now. */
    ProcessHandle engine() {
        return findEngine().orElseThrow(() -> new AssertionError("no engine runs; " + this));
    }

    private Optional<ProcessHandle> findEngine() {
        return process.descendants()
                .filter(child -> commandLine(child.pid()).contains(ENGINE))
                .findFirst();
    }

    /** Every process that this one started, servers included. */
    List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    void signal(String name) {
        signal(name, pid());
    }

    static void signal(String name, long pid) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits until it has said something on its standard output. */
    void awaitOut(String text) {
        await("it says `" + text + "`", () -> out().contains(text));
    }

    /** Waits for something that cannot come any more when the process has ended. */
    void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            boolean alive = alive();
            if (condition.getAsBoolean()) {
                return;
            }
            if (!alive || System.nanoTime() > deadline) {
                throw new AssertionError("in vain: " + what + "; " + this);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    Outcome awaitEnd() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("it still runs; " + this);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return new Outcome(process.exitValue(), out(), err());
    }

    /** Waits until none of these processes is there any more. */
    static void awaitGone(List<ProcessHandle> processes) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (processes.stream().anyMatch(TapstateProcess::runs)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("still there: "
                        + processes.stream()
                                .filter(TapstateProcess::runs)
                                .map(left -> left.pid() + " " + commandLine(left.pid()))
                                .toList());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    /** Whether a process runs; one that has ended and waits for its parent does not. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && !commandLine(process.pid()).isEmpty();
    }

    /** The command lines of all processes that name a folder. */
    static List<String> processesNaming(Path folder) {
        try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.matches("\\d+"))
                    .map(name -> commandLine(Long.parseLong(name)))
                    .filter(line -> line.contains(folder.toString()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
                    .replace('\0', ' ');
        } catch (IOException gone) {
            return "";
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the process and what it started, if that is still there. */
    @Override
    public void close() {
        if (!alive()) {
            return;
        }
        List<ProcessHandle> children = descendants();
        signal("TERM");
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                children.forEach(ProcessHandle::destroyForcibly);
                process.waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "tapstate " + String.join(" ", arguments) + (alive() ? "" : " (ended " + process.exitValue() + ")")
                + "\n" + out() + err();
    }
}
