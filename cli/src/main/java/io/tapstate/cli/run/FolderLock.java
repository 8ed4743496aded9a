package io.tapstate.cli.run;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Says that this process uses a folder. The operating system frees it when the process ends, however it ends, so there
 * is nothing stale to clean up. The file holds the owner's process id, for messages.
 */
public final class FolderLock implements AutoCloseable {
    private static final long UNKNOWN = 0;

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock; empty when another process (or another part of this one) has it. */
    public static Optional<FolderLock> take(Path file) {
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                return Optional.empty();
            }
            channel.truncate(0);
            channel.write(StandardCharsets.US_ASCII.encode(
                    Long.toString(ProcessHandle.current().pid())));
            return Optional.of(new FolderLock(channel));
        } catch (IOException e) {
            throw TapException.because(
                    e, CliError.FOLDER_UNUSABLE, "path", file.getParent(), "reason", WritableFolder.reason(e));
        }
    }

    /** The process that holds the lock, 0 when that cannot be told; empty when none does. */
    public static Optional<Long> holder(Path file) {
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (freeToRead(channel)) {
                return Optional.empty();
            }
            ByteBuffer pid = ByteBuffer.allocate(20);
            channel.read(pid, 0);
            String text =
                    StandardCharsets.US_ASCII.decode(pid.flip()).toString().strip();
            // The owner may be about to write it, and somebody may have edited it.
            return Optional.of(text.matches("[0-9]{1,18}") ? Long.parseLong(text) : UNKNOWN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // A shared lock needs no write permission, and is refused while somebody holds the exclusive one.
    private static boolean freeToRead(FileChannel channel) throws IOException {
        try (FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
