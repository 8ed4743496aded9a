package io.tapstate.connectors.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine can lack. */
class MachineFaultsTest {
    @TempDir
    Path folder;

    @Test
    void aFullDiskIsToldFromAFolderThatIsNotWritable() {
        IOException full =
                catchThrowableOfType(IOException.class, () -> Files.write(Path.of("/dev/full"), new byte[] {1}));

        assertThat(full).isNotNull();
        assertThat(FileTrees.fault(folder, full))
                .hasMessageContaining("embedded.disk-full")
                .hasMessageContaining(folder.toString());
    }

    @Test
    void anotherProcessorIsRefusedByName() {
        String processor = System.getProperty("os.arch");
        try {
            System.setProperty("os.arch", "aarch64");
            assertThatThrownBy(Machine::requireLinuxOnX86)
                    .hasMessageContaining("embedded.unsupported-platform")
                    .hasMessageContaining("aarch64");
        } finally {
            System.setProperty("os.arch", processor);
        }
    }

    @Test
    void aLibraryThatNoPackageIsKnownForIsNamed() throws IOException {
        Path program = Files.writeString(folder.resolve("server"), """
                #!/bin/sh
                echo "$0: error while loading shared libraries: libnone.so.9: cannot open shared object file" >&2
                exit 127
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

        assertThatThrownBy(() -> new SharedLibraries(BinaryCache.ofUser(), "MySQL", line -> {}).environmentFor(program))
                .hasMessageContaining("embedded.missing-library")
                .hasMessageContaining("libnone.so.9");
    }

    @Test
    void aLeftServerThatOutlivesEverySignalIsNamed() throws Exception {
        try (ServerFolder held = ServerFolder.open(folder.resolve("server"), "mysql")) {
            // Waits for input, and names the data folder as a server does.
            Process left =
                    new ProcessBuilder("/bin/sh", "-c", "read line", held.data().toString()).start();
            try {
                held.recordProcess(left);
                // No signal at all stands for signals that do nothing.
                assertThatThrownBy(() -> RunningServer.stopLeftServer(held, "MySQL", List.of()))
                        .hasMessageContaining("embedded.orphan-not-stopped")
                        .hasMessageContaining(Long.toString(left.pid()));
            } finally {
                left.destroyForcibly().waitFor();
            }
            RunningServer.stopLeftServer(held, "MySQL", List.of());
            assertThat(held.leftProcessIds()).isEmpty();
        }
    }
}
