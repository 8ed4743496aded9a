package io.tapstate.connectors.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs a short program to its end.
 *
 * @param exitCode what the program returned; {@link #NOT_RUN} when it could not be started, {@link #TIMED_OUT} when it
 *     was ended for taking too long
 * @param text what it wrote on both of its streams
 */
record Command(int exitCode, String text) {
    /** An input without content. */
    static final Path NOTHING = Path.of("/dev/null");

    static final int NOT_RUN = -1;
    static final int TIMED_OUT = -2;

    static Command run(List<String> words, Path folder, Map<String, String> environment, long seconds) {
        return run(words, NOTHING, folder, environment, seconds, process -> {});
    }

    /**
     * @param input what the program reads
     * @param folder where it runs; null for here
     * @param seconds how long it may take
     * @param started gets the process as soon as it runs
     */
    static Command run(
            List<String> words,
            Path input,
            Path folder,
            Map<String, String> environment,
            long seconds,
            Consumer<Process> started) {
        Path written = null;
        try {
            written = Files.createTempFile("tapstate-", ".out");
            ProcessBuilder builder = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectInput(input.toFile())
                    .redirectOutput(written.toFile());
            if (folder != null) {
                builder.directory(folder.toFile());
            }
            builder.environment().putAll(environment);
            Process process;
            try {
                process = builder.start();
            } catch (IOException e) {
                return new Command(NOT_RUN, e.getMessage());
            }
            started.accept(process);
            boolean ended = waitFor(process, seconds);
            String text = Files.readString(written, StandardCharsets.ISO_8859_1);
            return new Command(ended ? process.exitValue() : TIMED_OUT, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (written != null) {
                FileTrees.delete(written);
            }
        }
    }

    boolean succeeded() {
        return exitCode == 0;
    }

    /** The last line that says something, for messages. */
    String lastLine() {
        return text.lines()
                .filter(line -> !line.isBlank())
                .reduce((first, last) -> last)
                .orElse("no output");
    }

    private static boolean waitFor(Process process, long seconds) {
        boolean ended = false;
        try {
            ended = process.waitFor(seconds, TimeUnit.SECONDS);
            return ended;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while a program ran");
        } finally {
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }
}
