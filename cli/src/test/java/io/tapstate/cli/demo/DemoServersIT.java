package io.tapstate.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.embedded.DatabaseServer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoServersIT {
    @TempDir
    private Path folder;

    /** The demo then says {@code cli.demo-server-ended} instead of waiting for a server that never answers again. */
    @Test
    void aServerThatIsKilledIsTold() throws Exception {
        CompletableFuture<String> ended = new CompletableFuture<>();
        try (DemoFolder demo = DemoFolder.claim(folder.resolve("demo"));
                DemoServers servers = DemoServers.start(options(), demo, step -> {})) {
            servers.onUnexpectedEnd(ended::complete);
            DatabaseServer postgres = servers.postgres().orElseThrow();
            assertThat(ended).isNotDone();
            ProcessHandle.of(postgres.pid()).orElseThrow().destroyForcibly();
            assertThat(ended.get(20, TimeUnit.SECONDS)).isEqualTo(postgres.product());
        }
    }

    // The other servers are given ones that nobody asks for anything.
    private DemoOptions options() {
        DatabaseAddress mysql = new DatabaseAddress(DatabaseAddress.Kind.MYSQL, "127.0.0.1", 1, "appdb", "t", "p");
        return new DemoOptions(
                folder.resolve("demo"),
                Optional.of(mysql),
                Optional.empty(),
                Optional.of("mongodb://127.0.0.1:1/views"),
                "0");
    }
}
