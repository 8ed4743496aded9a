package io.tapstate.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.junit.jupiter.api.Test;

class FlinkConfTest {
    private static final Path DIRECTORY = Path.of("..", "flink-conf");

    @Test
    void flinkUnderstandsEveryLineOfIt() {
        Configuration settings = GlobalConfiguration.loadConfiguration(DIRECTORY.toString());

        assertThat(settings.get(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION))
                .isEqualTo(ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        assertThat(settings.get(CheckpointingOptions.INCREMENTAL_CHECKPOINTS)).isTrue();
        assertThat(settings.get(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT)).hasSeconds(20);
        assertThat(settings.get(RestOptions.BIND_ADDRESS)).isEqualTo("127.0.0.1");
    }

    @Test
    void itsJvmFlagsAreThoseOfTheBuild() throws IOException {
        String flags = settingLine("env.java.opts.all");

        Matcher inPom = Pattern.compile("<flink.jvm.opens>(.*)</flink.jvm.opens>")
                .matcher(Files.readString(Path.of("..", "pom.xml")));
        assertThat(inPom.find()).isTrue();
        assertThat(flags).isEqualTo(inPom.group(1));
    }

    @Test
    void theLocalEngineLogsNothingToItsOutput() throws IOException {
        String logging = Files.readString(DIRECTORY.resolve("log4j2-local.properties"));

        assertThat(logging).contains("${sys:log.file").doesNotContainIgnoringCase("console");
    }

    private static String settingLine(String key) throws IOException {
        return Files.readAllLines(DIRECTORY.resolve("config.yaml")).stream()
                .filter(line -> line.startsWith(key + ": "))
                .map(line -> line.substring(key.length() + 2))
                .findFirst()
                .orElseThrow();
    }
}
