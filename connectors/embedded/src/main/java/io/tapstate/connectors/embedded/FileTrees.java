package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

/** Whole folders, and what their faults mean to a user. */
final class FileTrees {
    private FileTrees() {}

    /** Removes a file or a folder with all it holds; nothing there is fine. Symbolic links are not followed. */
    static void delete(Path root) {
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException fault) throws IOException {
                    if (fault instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw fault;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, IOException fault) throws IOException {
                    Files.deleteIfExists(folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies a folder with all it holds to a place where nothing is yet; permissions are kept. */
    static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(
                        file,
                        to.resolve(from.relativize(file)),
                        LinkOption.NOFOLLOW_LINKS,
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw fault(to, e);
        }
    }

    /** Creates a folder, and those above it, readable as {@code permissions} says (for example {@code rwx------}). */
    static void createFolder(Path folder, String permissions) {
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder);
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
            }
            if (!Files.isWritable(folder)) {
                throw new AccessDeniedException(folder.toString());
            }
        } catch (IOException e) {
            throw fault(folder, e);
        }
    }

    /** The coded fault that an I/O fault on a folder of the user's means; an interrupt is a cancellation instead. */
    static TapException fault(Path folder, IOException cause) {
        if (cause instanceof ClosedByInterruptException || cause instanceof FileLockInterruptionException) {
            throw new CancellationException("interrupted while working in " + folder);
        }
        String text = String.valueOf(cause.getMessage());
        if (isDiskFull(text)) {
            return TapException.because(cause, EmbeddedError.DISK_FULL, "folder", folder);
        }
        String reason;
        if (cause instanceof AccessDeniedException) {
            reason = "permission denied";
        } else if (cause instanceof FileAlreadyExistsException) {
            reason = "`" + text + "` is a file";
        } else {
            reason = text;
        }
        return TapException.because(cause, EmbeddedError.FOLDER_NOT_WRITABLE, "folder", folder, "reason", reason);
    }

    static boolean isDiskFull(String text) {
        return text.contains("No space left on device") || text.contains("Disk quota exceeded");
    }
}
