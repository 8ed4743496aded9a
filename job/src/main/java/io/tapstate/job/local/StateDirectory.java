package io.tapstate.job.local;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.json.JsonParseException;

/**
 * One pipeline's state on this machine, locked while an engine uses it: {@code checkpoints/}, {@code plan.json} (the plan
 * whose state this is), {@code engine.json} (the running process), {@code work/} (scratch, emptied at each start).
 */
final class StateDirectory implements Closeable {
    private static final long LEAST_SPACE = 32L << 20;
    private static final String CHECKPOINT = "chk-";

    private final Path root;
    private final FileChannel lockFile;

    private StateDirectory(Path root, FileChannel lockFile) {
        this.root = root;
        this.lockFile = lockFile;
    }

    /**
     * Creates what is missing and takes the lock.
     *
     * @throws TapException {@code engine.state-dir-unusable}, {@code engine.state-dir-in-use} or {@code engine.disk-full}
     */
    static StateDirectory open(Path root) {
        FileChannel lockFile = null;
        try {
            Files.createDirectories(root);
            lockFile =
                    FileChannel.open(root.resolve("engine.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock(lockFile) == null) {
                lockFile.close();
                throw TapException.of(
                        EngineError.STATE_DIR_IN_USE, "path", root, "holder", holder(root.resolve("engine.json")));
            }
            StateDirectory directory = new StateDirectory(root, lockFile);
            directory.prepare();
            return directory;
        } catch (IOException e) {
            closeQuietly(lockFile, e);
            throw unusable(root, e);
        }
    }

    Path checkpoints() {
        return root.resolve("checkpoints");
    }

    Path work() {
        return root.resolve("work");
    }

    Path root() {
        return root;
    }

    /** The newest checkpoint that was written to its end. */
    Optional<Path> newestCheckpoint() {
        return children(checkpoints()).stream()
                .filter(Files::isDirectory)
                .flatMap(job -> children(job).stream())
                .filter(child -> child.getFileName().toString().matches(CHECKPOINT + "\\d+"))
                .filter(child -> Files.isRegularFile(child.resolve("_metadata")))
                .max(Comparator.comparingLong(StateDirectory::number));
    }

    /** The plan this state was made for, as it was written; empty before the first start. */
    Optional<byte[]> plan() {
        try {
            return Optional.of(Files.readAllBytes(planFile()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw unusable(planFile(), e);
        }
    }

    void writePlan(byte[] plan) {
        write(planFile(), plan);
    }

    Path planFile() {
        return root.resolve("plan.json");
    }

    /** Leaves a note for whoever wants to know what runs here. */
    void writeRunning(String pipeline, String dashboard, String job) {
        BsonDocument running = new BsonDocument(
                        "pid", new BsonInt64(ProcessHandle.current().pid()))
                .append("dashboard", new BsonString(dashboard))
                .append("job", new BsonString(job))
                .append("pipeline", new BsonString(pipeline));
        write(root.resolve("engine.json"), running.toJson().getBytes(StandardCharsets.UTF_8));
    }

    /** Removes the note and the scratch files, and gives the lock back. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(root.resolve("engine.json"));
            empty(work());
            lockFile.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void prepare() throws IOException {
        Files.deleteIfExists(root.resolve("engine.json"));
        Files.createDirectories(checkpoints());
        Files.createDirectories(work());
        empty(work());
        if (Files.getFileStore(root).getUsableSpace() < LEAST_SPACE) {
            lockFile.close();
            throw TapException.of(EngineError.DISK_FULL, "path", root);
        }
    }

    // Whole or not at all: a process killed half-way leaves the old file.
    private void write(Path file, byte[] content) {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.write(fresh, content);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    private static FileLock lock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    private static String holder(Path note) throws IOException {
        try {
            BsonDocument running = BsonDocument.parse(Files.readString(note));
            return "process " + running.getNumber("pid").longValue() + ", dashboard "
                    + running.getString("dashboard").getValue();
        } catch (NoSuchFileException | JsonParseException startingOrStopping) {
            return "another process";
        }
    }

    // Names only: Flink may delete an old checkpoint while we look.
    private static List<Path> children(Path directory) {
        try (Stream<Path> children = Files.list(directory)) {
            return children.toList();
        } catch (IOException e) {
            throw unusable(directory, e);
        }
    }

    private static long number(Path checkpoint) {
        return Long.parseLong(checkpoint.getFileName().toString().substring(CHECKPOINT.length()));
    }

    private static void empty(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(directory)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            if (!path.equals(directory)) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static TapException unusable(Path path, IOException e) {
        if (FailureCause.isDiskFull(e)) {
            return TapException.because(e, EngineError.DISK_FULL, "path", path);
        }
        return TapException.because(e, EngineError.STATE_DIR_UNUSABLE, "path", path, "reason", reason(e));
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "access denied";
        }
        if (e instanceof FileAlreadyExistsException || e instanceof NotDirectoryException) {
            return "a file stands in the way";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static void closeQuietly(FileChannel file, IOException first) {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                first.addSuppressed(e);
            }
        }
    }
}
