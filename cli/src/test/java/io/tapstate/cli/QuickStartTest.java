package io.tapstate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real Java starts: what it loads is what a user waits for. */
@Timeout(300)
class QuickStartTest {
    /** Each of them would cost a light verb more time than all it does. */
    private static final List<String> HEAVY = List.of(
            "org.apache.flink.",
            "dev.cel.",
            "com.google.",
            "org.antlr.",
            "org.mozilla.",
            "org.apache.calcite.",
            "java.sql.",
            "com.mysql.",
            "org.postgresql.",
            "com.mongodb.",
            "org.bson.",
            "io.netty.",
            "io.tapstate.connectors.client.",
            "io.tapstate.connectors.embedded.");

    @TempDir
    private Path folder;

    private Path workspace;

    @BeforeEach
    void writeTenFiles() throws IOException {
        workspace = TenFiles.write(folder.resolve("tap-work"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"version", "ls", "desc db1", "validate", "explain pipeline", "help run", "__complete resource"})
    void lightVerbsLoadNothingHeavy(String verb) throws Exception {
        Path log = folder.resolve("classes.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xlog:disable",
                "-Xlog:class+load:file=" + log,
                "-cp",
                System.getProperty("java.class.path"),
                Tapstate.class.getName()));
        command.addAll(Arrays.asList(verb.split(" ", -1)));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("TAPSTATE_WORKDIR", workspace.toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        try (Stream<String> lines = Files.lines(log)) {
            List<String> loaded = lines.map(line -> line.replaceFirst("^(\\[[^]]*])+ ", ""))
                    .map(line -> line.substring(0, (line + " ").indexOf(' ')))
                    .toList();
            assertThat(loaded).contains(Tapstate.class.getName());
            assertThat(loaded.stream().filter(name -> HEAVY.stream().anyMatch(name::startsWith)))
                    .as(verb)
                    .isEmpty();
        }
    }

    @Test
    void theTenFilesAreValid() {
        Typed cli = new Typed(folder);
        assertThat(cli.run("validate")).as(cli.err()).isZero();
        assertThat(cli.out()).startsWith("valid: 10 resources in ");
    }
}
