package io.tapstate.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.TapFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceReaderTest {
    @TempDir
    Path folder;

    /** Folders, and a file, that cannot be read as a workspace: each for one reason. */
    static List<Path> witnesses(Path folder) throws IOException {
        WitnessTest.write(folder.resolve("file"), "not a folder");
        Files.createDirectories(folder.resolve("empty"));
        WitnessTest.write(folder.resolve("latin1/source/a.tap.yml"), "");
        Files.write(folder.resolve("latin1/source/a.tap.yml"), new byte[] {'i', 'd', ':', ' ', (byte) 0xE9});
        WitnessTest.write(folder.resolve("large/source/a.tap.yml"), "#".repeat(4_000_001));
        WitnessTest.write(folder.resolve("older/source/a.tapstate.yml"), "id: a");
        return List.of(
                folder.resolve("nowhere"),
                folder.resolve("file"),
                folder.resolve("empty"),
                folder.resolve("latin1"),
                folder.resolve("large"),
                folder.resolve("older"));
    }

    /** A workspace with a link that leads nowhere, which no account can read. */
    static Path unreadable(Path folder) throws IOException {
        Path workspace = Files.createDirectories(folder.resolve("unreadable/source"));
        Files.createSymbolicLink(workspace.resolve("a.tap.yml"), Path.of("gone.yml"));
        return workspace.getParent();
    }

    @Test
    void filesAreFoundAtAnyDepthAndSortedByPath() throws IOException {
        WitnessTest.write(folder.resolve("source/b.tap.yml"), "b");
        WitnessTest.write(folder.resolve("source/a.tap.yml"), "a");
        WitnessTest.write(folder.resolve("pipeline/deep/c.tap.yml"), "c");
        WitnessTest.write(folder.resolve("source/notes.yml"), "ignored");
        WitnessTest.write(folder.resolve("source/a.tap.yml.bak"), "ignored");

        assertThat(WorkspaceReader.read(folder).files())
                .extracting(TapFile::text)
                .containsExactly("c", "a", "b");
    }

    @Test
    void pathsAreShownAsTheUserTypedTheFolder() throws IOException {
        WitnessTest.write(folder.resolve("source/a.tap.yml"), "a");

        assertThat(WorkspaceReader.read(folder).files().get(0).path()).isEqualTo(folder + "/source/a.tap.yml");
    }

    @Test
    void everyUnreadableFileIsReported() throws IOException {
        witnesses(folder);

        List<Diagnostic> faults = catchThrowableOfType(TapException.class, () -> WorkspaceReader.read(folder))
                .diagnostics();

        assertThat(faults)
                .extracting(Diagnostic::code)
                .containsExactly("workspace.file-too-large", "workspace.not-utf8", "workspace.older-suffix");
        assertThat(faults.get(1).message()).contains("offset 4");
        assertThat(faults.get(2).message()).contains("a.tapstate.yml");
    }

    @Test
    void aFolderThatIsNoneOrHoldsNothingIsRefusedByName() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        Path nothing = Files.createDirectories(folder.resolve("nothing"));

        assertThat(refusal(folder.resolve("nowhere"))).contains("workspace.not-found", folder + "/nowhere");
        assertThat(refusal(file)).contains("workspace.not-a-folder", file.toString());
        assertThat(refusal(nothing)).contains("workspace.empty", nothing.toString());
        assertThat(refusal(unreadable(folder))).contains("workspace.unreadable");
    }

    private static String refusal(Path workdir) {
        return catchThrowableOfType(TapException.class, () -> WorkspaceReader.read(workdir))
                .getMessage();
    }
}
