package io.tapstate.cli.run;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The folder that the build assembles: {@code job/tapstate-job.jar}, {@code flink/lib} and {@code flink/conf}. The
 * launcher names it by {@code TAPSTATE_HOME}.
 */
public record Distribution(Path home) {
    private static final String JVM_FLAGS = "env.java.opts.all:";

    /**
     * The one that the launcher names.
     *
     * @throws TapException {@code cli.distribution-incomplete} when there is none, or a part is missing
     */
    public static Distribution from(Map<String, String> environment) {
        Distribution distribution = new Distribution(Path.of(environment.getOrDefault("TAPSTATE_HOME", "")));
        List.of(distribution.jobJar(), distribution.flinkLibraries(), distribution.configuration())
                .forEach(part -> {
                    if (!Files.isReadable(part)) {
                        throw TapException.of(CliError.DISTRIBUTION_INCOMPLETE, "path", part);
                    }
                });
        return distribution;
    }

    public Path jobJar() {
        return home.resolve("job/tapstate-job.jar");
    }

    public Path flinkLibraries() {
        return home.resolve("flink/lib");
    }

    /** Where {@code config.yaml} and the log settings stand. */
    public Path configuration() {
        return home.resolve("flink/conf");
    }

    /** The flags every Flink process needs on this Java: {@code env.java.opts.all} of {@code config.yaml}. */
    public List<String> jvmFlags() {
        Path file = configuration().resolve("config.yaml");
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(JVM_FLAGS))
                    .flatMap(line -> Arrays.stream(
                            line.substring(JVM_FLAGS.length()).strip().split("\\s+", -1)))
                    .filter(flag -> !flag.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
