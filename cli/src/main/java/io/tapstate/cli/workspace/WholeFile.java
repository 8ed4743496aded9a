package io.tapstate.cli.workspace;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.run.WritableFolder;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes a file whole or not at all: whoever reads it sees the old text or the new one. */
public final class WholeFile {
    private static final String NEW_FILE = "rw-r--r--";

    private WholeFile() {}

    /**
     * Creates missing folders. An existing file keeps its permissions, and a link keeps pointing to it.
     *
     * @throws TapException {@code cli.folder-unusable}
     */
    public static void write(Path path, String text) {
        Path folder = path.toAbsolutePath().getParent();
        try {
            Files.createDirectories(folder);
            Path target = Files.exists(path) ? path.toRealPath() : path;
            Path draft = Files.createTempFile(target.toAbsolutePath().getParent(), ".tapstate", ".tmp");
            try {
                Files.writeString(draft, text);
                Files.setPosixFilePermissions(draft, permissions(target));
                Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw TapException.because(e, CliError.FOLDER_UNUSABLE, "path", folder, "reason", WritableFolder.reason(e));
        }
    }

    private static Set<PosixFilePermission> permissions(Path target) throws IOException {
        return Files.exists(target, LinkOption.NOFOLLOW_LINKS)
                ? Files.getPosixFilePermissions(target)
                : PosixFilePermissions.fromString(NEW_FILE);
    }
}
