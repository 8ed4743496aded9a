package io.tapstate.connectors.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What servers do with folders that do not suit them. */
class FoldersIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void anUnwritableFolderIsSaid(Product product) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");
        assertThatThrownBy(() -> product.start(file.resolve("below"), new ArrayList<>()))
                .hasMessageContaining("embedded.folder-not-writable")
                .hasMessageContaining("file");
    }

    @Test
    void theStoreSaysAnUnwritableFolderToo() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");
        assertThatThrownBy(() -> DocumentStore.start(file.resolve("below"), line -> {}))
                .hasMessageContaining("embedded.folder-not-writable");
    }

    @Test
    void aFolderOfAnotherProductIsRefusedAndLeftAlone() {
        PostgresServer.start(folder, ServerOptions.FAST, line -> {}).close();
        assertThatThrownBy(() -> MySqlServers.start(folder, line -> {}))
                .hasMessageContaining("embedded.folder-of-another-product")
                .hasMessageContaining("postgresql");
        assertThatThrownBy(() -> DocumentStore.start(folder, line -> {}))
                .hasMessageContaining("embedded.folder-of-another-product");
        PostgresServer.start(folder, ServerOptions.FAST, line -> {}).close();
    }

    @Test
    void theFactoryGoesOnWithTheProductThatTheFolderHolds() {
        MariaDbServer.start(folder, ServerOptions.FAST, line -> {}).close();
        List<String> progress = new ArrayList<>();
        try (DatabaseServer server = MySqlServers.start(folder, ServerOptions.FAST, progress::add)) {
            assertThat(server.product()).startsWith("MariaDB 11.4");
        }
        assertThat(progress).isEmpty();
    }

    @Test
    void secretsAreReadableByTheirOwnerOnly() throws Exception {
        try (DatabaseServer server = MySqlServers.start(folder, ServerOptions.FAST, line -> {})) {
            for (Path file : List.of(folder.resolve("server.properties"), folder.resolve("accounts.sql"))) {
                assertThat(Files.readString(file)).as(file.toString()).contains(server.password());
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo("rw-------");
            }
            assertThat(server.toString()).doesNotContain(server.password());
        }
    }
}
