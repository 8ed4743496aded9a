package io.tapstate.planner.corpus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a main class of the tests in a JVM of its own, with other options and the same class path. */
record ChildJvm(int exit, String output) {
    static ChildJvm run(Class<?> main, List<String> options, List<String> arguments, Duration patience)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        Path output = Files.createTempFile("child", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
                return new ChildJvm(-1, "still running after " + patience + "\n" + text(output));
            }
            return new ChildJvm(process.exitValue(), text(output));
        } finally {
            process.destroyForcibly();
            Files.delete(output);
        }
    }

    private static String text(Path output) throws IOException {
        // A JVM of another locale may print what is no UTF-8.
        return new String(Files.readAllBytes(output), StandardCharsets.ISO_8859_1);
    }
}
