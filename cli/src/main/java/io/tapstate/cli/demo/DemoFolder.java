package io.tapstate.cli.demo;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.run.FolderLock;
import io.tapstate.cli.run.WritableFolder;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder that a demo lives in: {@code work/} is the workspace, {@code mysql/}, {@code postgres/} and {@code store/}
 * belong to the servers, {@code demo.properties} holds what the next start and {@code demo sql} must know. One demo at
 * a time.
 */
public final class DemoFolder implements AutoCloseable {
    private static final String LOCK = "demo.lock";
    private static final long NEEDED_MEGABYTES = 1000;

    private final Path root;
    private final FolderLock lock;

    private DemoFolder(Path root, FolderLock lock) {
        this.root = root;
        this.lock = lock;
    }

    /**
     * Takes a folder for a demo; it is created where it is missing.
     *
     * @throws TapException {@code cli.demo-running}, {@code cli.demo-folder-foreign}, or a fault of the file system
     */
    public static DemoFolder claim(Path path) {
        if (!isOurs(path) && !isEmpty(path)) {
            throw TapException.of(CliError.DEMO_FOLDER_FOREIGN, "path", path);
        }
        Path root = WritableFolder.ensure(path, NEEDED_MEGABYTES);
        FolderLock lock = FolderLock.take(root.resolve(LOCK))
                .orElseThrow(() -> TapException.of(
                        CliError.DEMO_RUNNING,
                        "path",
                        path,
                        "pid",
                        holder(path).map(Object::toString).orElse("unknown")));
        return new DemoFolder(root, lock);
    }

    /** The process of the demo that runs there, if one does. */
    public static Optional<Long> holder(Path path) {
        return FolderLock.holder(path.resolve(LOCK));
    }

    private static boolean isOurs(Path path) {
        return Files.exists(path.resolve(LOCK));
    }

    /** Whether nothing stands there yet. */
    static boolean isEmpty(Path path) {
        if (!Files.exists(path)) {
            return true;
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.findAny().isEmpty();
        } catch (IOException e) {
            throw TapException.because(e, CliError.FOLDER_UNUSABLE, "path", path, "reason", WritableFolder.reason(e));
        }
    }

    /** Deletes all that earlier demos left here, the workspace with the user's edits included. */
    public void reset() {
        try (Stream<Path> entries = Files.list(root)) {
            entries.filter(entry -> !entry.endsWith(LOCK)).forEach(WritableFolder::delete);
        } catch (IOException e) {
            throw TapException.because(e, CliError.FOLDER_UNUSABLE, "path", root, "reason", WritableFolder.reason(e));
        }
    }

    public Path root() {
        return root;
    }

    public Path work() {
        return root.resolve("work");
    }

    public Path mysql() {
        return root.resolve("mysql");
    }

    public Path postgres() {
        return root.resolve("postgres");
    }

    public Path store() {
        return root.resolve("store");
    }

    @Override
    public void close() {
        lock.close();
    }
}
