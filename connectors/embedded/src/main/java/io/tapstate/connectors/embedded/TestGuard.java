package io.tapstate.connectors.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A small shell process that outlives a killed test process, ends the servers below its folder and removes the folder.
 * It waits for the end of its standard input, which the death of this process brings about in any case.
 */
final class TestGuard {
    private static final String SCRIPT = String.join(
            "\n",
            "cat > /dev/null",
            "signal() {",
            "  for file in \"$1\"/*/server.pid; do",
            "    [ -f \"$file\" ] || continue",
            "    pid=$(cat \"$file\")",
            "    grep -qF \"$1/\" \"/proc/$pid/cmdline\" 2> /dev/null && kill -$2 \"$pid\"",
            "  done",
            "}",
            "if [ -d \"$1\" ]; then",
            "  signal \"$1\" QUIT",
            "  sleep 5",
            "  signal \"$1\" KILL",
            "  rm -rf \"$1\"",
            "fi");

    // Held so that its end of the pipe stays open.
    private static Process guard;

    private TestGuard() {}

    /** Watches over the servers whose folders lie directly below {@code folder}. */
    static synchronized void watch(Path folder) {
        List<String> command = new ArrayList<>();
        if (Machine.hasProgram("setsid")) {
            command.add("setsid");
        }
        command.addAll(List.of("/bin/sh", "-c", SCRIPT, "test-guard", folder.toString()));
        try {
            guard = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static synchronized boolean isWatching() {
        return guard != null && guard.isAlive();
    }
}
