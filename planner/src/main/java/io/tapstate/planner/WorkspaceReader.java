package io.tapstate.planner;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.TapFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a workspace folder: every {@code *.tap.yml} below it. */
public final class WorkspaceReader {
    private static final String SUFFIX = ".tap.yml";
    private static final String OLDER_SUFFIX = ".tapstate.yml";
    private static final long LARGEST_FILE_BYTES = 4_000_000;

    private final Faults faults = new Faults();
    private final List<TapFile> files = new ArrayList<>();

    private WorkspaceReader() {}

    /**
     * @param workdir shown in the paths of diagnostics as given
     * @throws TapException with every {@code workspace.*} fault of the folder
     */
    public static Workspace read(Path workdir) {
        if (Files.exists(workdir) && !Files.isDirectory(workdir)) {
            throw TapException.of(WorkspaceError.NOT_A_FOLDER, "dir", workdir);
        }
        Scan scan = scan(workdir);
        if (scan.files().isEmpty() && scan.faults().isEmpty()) {
            throw TapException.of(WorkspaceError.EMPTY, "dir", workdir);
        }
        if (!scan.faults().isEmpty()) {
            throw new TapException(scan.faults(), null);
        }
        return new Workspace(scan.files());
    }

    /**
     * What a folder, or a single file whatever its name, holds.
     *
     * @param files those that could be read, sorted by path
     * @param faults of the others; each names its file by the parameter {@code path}
     */
    public record Scan(List<TapFile> files, List<Diagnostic> faults) {
        public Scan {
            files = List.copyOf(files);
            faults = List.copyOf(faults);
        }
    }

    /**
     * Reads what can be read.
     *
     * @throws TapException {@code workspace.not-found}
     */
    public static Scan scan(Path path) {
        WorkspaceReader reader = new WorkspaceReader();
        if (Files.isDirectory(path)) {
            reader.walk(path);
        } else if (Files.exists(path)) {
            reader.file(path);
        } else {
            throw TapException.of(WorkspaceError.NOT_FOUND, "dir", path);
        }
        return new Scan(new Workspace(reader.files).files(), reader.faults.sorted());
    }

    private void walk(Path workdir) {
        try {
            Files.walkFileTree(workdir, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                    // A link to a file counts as the file, one to a folder is not followed, and one to nowhere is a
                    // fault.
                    boolean readable = Files.isRegularFile(path) || Files.notExists(path);
                    String name = path.getFileName().toString();
                    if (name.endsWith(OLDER_SUFFIX)) {
                        faults.add(null, WorkspaceError.OLDER_SUFFIX, "path", shown(path));
                    } else if (name.endsWith(SUFFIX) && readable) {
                        file(path);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path path, IOException e) {
                    unreadable(path, e);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path path, IOException e) {
                    if (e != null) {
                        unreadable(path, e);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            unreadable(workdir, e);
        }
    }

    private void file(Path path) {
        try {
            long bytes = Files.size(path);
            if (bytes > LARGEST_FILE_BYTES) {
                faults.add(null, WorkspaceError.FILE_TOO_LARGE, "path", shown(path), "bytes", bytes);
                return;
            }
            decode(path, ByteBuffer.wrap(Files.readAllBytes(path)))
                    .ifPresent(text -> files.add(new TapFile(shown(path), text)));
        } catch (IOException e) {
            unreadable(path, e);
        }
    }

    private Optional<String> decode(Path path, ByteBuffer bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer text = CharBuffer.allocate(bytes.remaining() + 1);
        CoderResult result = decoder.decode(bytes, text, true);
        if (result.isError()) {
            faults.add(null, WorkspaceError.NOT_UTF8, "path", shown(path), "offset", bytes.position());
            return Optional.empty();
        }
        return Optional.of(text.flip().toString());
    }

    private void unreadable(Path path, IOException e) {
        String reason = e instanceof AccessDeniedException
                ? "permission denied"
                : e instanceof NoSuchFileException
                        ? "it does not exist"
                        : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        faults.add(null, WorkspaceError.UNREADABLE, "path", shown(path), "reason", reason);
    }

    private static String shown(Path path) {
        return path.toString().replace('\\', '/');
    }
}
