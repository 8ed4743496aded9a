package io.tapstate.connectors.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A process that owns a server until it is killed. */
final class Owner {
    private static final String READY = "server process ";

    private Owner() {}

    static Process start(Product product, Path folder) throws IOException {
        return start(List.of(product.name(), folder.toString()));
    }

    static Process startTestDatabases() throws IOException {
        return start(List.of());
    }

    private static Process start(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Owner.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Waits until the owner's server runs. */
    static long serverProcess(Process owner) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(owner.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(READY)) {
                return Long.parseLong(line.substring(READY.length()));
            }
        }
        throw new IllegalStateException("the owner ended without a server");
    }

    public static void main(String[] arguments) throws InterruptedException {
        DatabaseServer server = arguments.length == 0
                ? TestDatabases.postgres()
                : Product.valueOf(arguments[0]).start(Path.of(arguments[1]), new ArrayList<>());
        System.out.println(READY + server.pid());
        new CountDownLatch(1).await();
    }
}
