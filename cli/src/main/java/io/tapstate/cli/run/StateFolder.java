package io.tapstate.cli.run;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where runs keep what must outlive them: {@code <folder>/<pipeline>/} is a pipeline's recovery state,
 * {@code plans/<pipeline>.json} the plan of its last start, {@code views/} the embedded store. One run at a time.
 */
public final class StateFolder implements AutoCloseable {
    private static final String LOCK = "run.lock";
    private static final long NEEDED_MEGABYTES = 200;

    private final Path folder;
    private final FolderLock lock;

    private StateFolder(Path folder, FolderLock lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Takes a folder for one run; it is created where it is missing.
     *
     * @throws TapException {@code cli.state-in-use}, or a fault of {@link WritableFolder}
     */
    public static StateFolder claim(Path path) {
        Path folder = WritableFolder.ensure(path, NEEDED_MEGABYTES);
        FolderLock lock = FolderLock.take(folder.resolve(LOCK))
                .orElseThrow(() -> TapException.of(
                        CliError.STATE_IN_USE,
                        "path",
                        path,
                        "pid",
                        FolderLock.holder(folder.resolve(LOCK))
                                .map(Object::toString)
                                .orElse("unknown")));
        RunningEndpoints.delete(folder);
        return new StateFolder(folder, lock);
    }

    /** What runs with this state folder now, if anything does. */
    public static Optional<RunningEndpoints> running(Path folder) {
        return FolderLock.holder(folder.resolve(LOCK)).flatMap(pid -> RunningEndpoints.read(folder));
    }

    public Path path() {
        return folder;
    }

    public Path pipeline(String id) {
        return folder.resolve(id);
    }

    public Path plan(String id) {
        return folder.resolve("plans").resolve(id + ".json");
    }

    public Path views() {
        return folder.resolve("views");
    }

    /** Deletes what earlier runs of a pipeline left, so that the next one starts from nothing. */
    public void forget(String id) {
        WritableFolder.delete(pipeline(id));
    }

    public void announce(RunningEndpoints endpoints) {
        endpoints.write(folder);
    }

    @Override
    public void close() {
        RunningEndpoints.delete(folder);
        lock.close();
    }
}
