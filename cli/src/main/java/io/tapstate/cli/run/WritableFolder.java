package io.tapstate.cli.run;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Makes sure that a folder is there, can be written, and has room, before anything is started in it. */
public final class WritableFolder {
    private static final long MEGABYTE = 1024L * 1024;

    private WritableFolder() {}

    /**
     * Creates the folder where it is missing.
     *
     * @throws TapException {@code cli.folder-unusable} or {@code cli.disk-full}
     */
    public static Path ensure(Path folder, long neededMegabytes) {
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, ".probe", ""));
            long free = Files.getFileStore(folder).getUsableSpace() / MEGABYTE;
            if (free < neededMegabytes) {
                throw TapException.of(CliError.DISK_FULL, "path", folder, "free", free, "needed", neededMegabytes);
            }
            return folder.toRealPath();
        } catch (IOException e) {
            throw TapException.because(e, CliError.FOLDER_UNUSABLE, "path", folder, "reason", reason(e));
        }
    }

    /** Deletes a folder and all that is in it; none there is fine. */
    public static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path entry : entries.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(entry);
            }
        } catch (IOException e) {
            throw TapException.because(e, CliError.FOLDER_UNUSABLE, "path", folder, "reason", reason(e));
        }
    }

    /** Why, in a few words: the exceptions of the file system have only the path as their message. */
    public static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "a file of that name stands in the way";
        }
        if (failure instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        String message = String.valueOf(failure.getMessage());
        return message.substring(message.lastIndexOf(": ") < 0 ? 0 : message.lastIndexOf(": ") + 2);
    }
}
