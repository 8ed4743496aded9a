package io.tapstate.connectors.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    void theCacheIsWhereTheEnvironmentSays() {
        Path home = Path.of("/home/someone");
        assertThat(BinaryCache.wantedRoot(Map.of("TAPSTATE_CACHE", "/a", "XDG_CACHE_HOME", "/b"), home))
                .isEqualTo(Path.of("/a/tapstate"));
        assertThat(BinaryCache.wantedRoot(Map.of("TAPSTATE_CACHE", "", "XDG_CACHE_HOME", "/b"), home))
                .isEqualTo(Path.of("/b/tapstate"));
        assertThat(BinaryCache.wantedRoot(Map.of(), home)).isEqualTo(Path.of("/home/someone/.cache/tapstate"));
    }

    @Test
    void productsAreNamedShort() {
        assertThat(RunningServer.productOf("MySQL", "8.0.12")).isEqualTo("MySQL 8.0.12");
        assertThat(RunningServer.productOf("MySQL", "8.0.36-0ubuntu0.22.04.1")).isEqualTo("MySQL 8.0.36");
        assertThat(RunningServer.productOf("MySQL", "5.5.5-11.4.5-MariaDB-log")).isEqualTo("MariaDB 11.4.5");
        assertThat(RunningServer.productOf("PostgreSQL", "17.11 (Debian 17.11-1)"))
                .isEqualTo("PostgreSQL 17.11");
    }

    @Test
    void theFirstErrorOfALogIsTheReason() {
        assertThat(RunningServer.tellingLine("starting\n[ERROR] no such thing\n[ERROR] Aborting\nbye\n"))
                .isEqualTo("[ERROR] no such thing");
        assertThat(RunningServer.tellingLine("initdb: error: it is full\n\n")).isEqualTo("initdb: error: it is full");
        assertThat(RunningServer.tellingLine("")).isEqualTo("it wrote nothing");
    }
}
