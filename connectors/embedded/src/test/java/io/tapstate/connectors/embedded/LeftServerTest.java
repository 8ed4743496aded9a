package io.tapstate.connectors.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeftServerTest {
    @Test
    void aServerThatLosesTheFirstSignalStopsWithTheNext() throws Exception {
        Process server = new ProcessBuilder(
                        "/bin/sh", "-c", "trap 'trap - TERM' TERM; echo started; while :; do sleep 0.05; done")
                .start();
        try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("started");

            assertThat(LeftServer.stop(server.pid(), List.of("TERM"), 20, server::isAlive))
                    .isTrue();
        } finally {
            server.destroyForcibly();
        }
    }
}
