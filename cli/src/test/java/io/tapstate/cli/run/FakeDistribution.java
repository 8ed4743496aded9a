package io.tapstate.cli.run;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A distribution whose job "jar" is the folder of the test classes, and so holds the fake engine. */
public final class FakeDistribution {
    private FakeDistribution() {}

    public static Distribution in(Path home) throws IOException, URISyntaxException {
        Path classes = Path.of(FakeDistribution.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Files.createDirectories(home.resolve("job"));
        Files.createDirectories(home.resolve("flink/lib"));
        Files.createDirectories(home.resolve("flink/conf"));
        Files.writeString(
                home.resolve("flink/conf/config.yaml"),
                "# flags\nenv.java.opts.all: -Xshare:auto  -Dmark=1\nother: 1\n");
        Files.createSymbolicLink(home.resolve("job/tapstate-job.jar"), classes);
        return Distribution.from(Map.of("TAPSTATE_HOME", home.toString()));
    }
}
