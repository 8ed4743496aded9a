package io.tapstate.connectors.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerFolderTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"abc", "-1", "0", "70000", "99999999999", ""})
    void aRememberedPortThatIsNoneIsReplaced(String port) throws IOException {
        Files.writeString(folder.resolve("server.properties"), "product=mysql\nport=" + port + "\n");
        try (ServerFolder held = ServerFolder.open(folder, "mysql")) {
            assertThat(held.choosePort()).isBetween(1, 65535);
        }
    }

    @Test
    void damagedSettingsAreAFaultOfTheFolderAndFreeIt() throws IOException {
        Path settings = folder.resolve("server.properties");
        Files.writeString(settings, "password=\\uZZZZ");
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> ServerFolder.open(folder, "mysql"))
                    .hasMessageContaining(EmbeddedError.FOLDER_NOT_WRITABLE.code())
                    .hasMessageContaining("server.properties is damaged");
        }
        Files.delete(settings);
        ServerFolder.open(folder, "mysql").close();
    }
}
