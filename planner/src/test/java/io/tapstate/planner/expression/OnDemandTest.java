package io.tapstate.planner.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A workspace without a text of a language does not pay for its library. */
class OnDemandTest {
    private static final Map<String, String> LIBRARIES =
            Map.of("cel", "dev.cel.", "sql", "org.apache.calcite.", "js", "com.oracle.js.", "cron", "com.cronutils.");

    private static List<String> loadedBy(String language) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-Xlog:class+load",
                        "-cp",
                        classPath,
                        FirstUse.class.getName(),
                        language)
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(output.lines().reduce("", (first, last) -> last))
                .isZero();
        return LIBRARIES.entrySet().stream()
                .filter(library -> output.contains(" " + library.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void withoutATextNoLibraryIsLoaded() throws IOException, InterruptedException {
        assertThat(loadedBy("none")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("languages")
    void aTextLoadsItsOwnLibraryOnly(String language) throws IOException, InterruptedException {
        assertThat(loadedBy(language)).containsExactly(language);
    }

    static Stream<String> languages() {
        return LIBRARIES.keySet().stream();
    }
}
