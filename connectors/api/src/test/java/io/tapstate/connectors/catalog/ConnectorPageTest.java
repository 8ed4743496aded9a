package io.tapstate.connectors.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConnectorPageTest {
    @Test
    void docsDescribeEveryConnector() throws IOException {
        Path page = root().resolve("docs/connectors.md");
        String expected = ConnectorPage.text();
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(page, expected);
        }
        assertThat(Files.readString(page))
                .as("docs/connectors.md is out of step; run the test with -Ddocs.update=true")
                .isEqualTo(expected);
        assertThat(Boolean.getBoolean("docs.update"))
                .as("docs/connectors.md was rewritten; run again without the flag")
                .isFalse();
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
