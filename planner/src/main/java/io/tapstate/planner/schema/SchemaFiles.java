package io.tapstate.planner.schema;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** The folder {@code schemas} of a workspace: one snapshot file per source. */
public final class SchemaFiles {
    private static final String FOLDER = "schemas";
    private static final String SUFFIX = ".json";

    private final Path workspace;

    public SchemaFiles(Path workspace) {
        this.workspace = workspace;
    }

    /**
     * Where the snapshot of a source is, whether there is one or not. Characters of an id that file systems give a
     * meaning to are percent-encoded.
     */
    public Path path(String source) {
        StringBuilder name = new StringBuilder();
        for (byte unit : source.getBytes(StandardCharsets.UTF_8)) {
            char character = (char) (unit & 0xff);
            boolean plain = character < 0x80 && (Character.isLetterOrDigit(character) || "_-".indexOf(character) >= 0);
            name.append(plain ? String.valueOf(character) : String.format("%%%02X", unit));
        }
        return workspace.resolve(FOLDER).resolve(name + SUFFIX);
    }

    /**
     * The snapshot of a source; empty when none is recorded.
     *
     * @throws TapException {@code schema.snapshot-unreadable}, {@code schema.snapshot-format-unknown}, {@code
     *     schema.snapshot-mismatch} when the file is another source's
     */
    public Optional<SchemaSnapshot> read(String source) {
        Path path = path(source);
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(path);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw SchemaSnapshotCodec.unreadable(shown(path), reason(e), e);
        }
        SchemaSnapshot snapshot = SchemaSnapshotCodec.read(shown(path), bytes);
        expect(source, "source", snapshot.source(), source);
        return Optional.of(snapshot);
    }

    /**
     * Replaces the snapshot of its source; readers see the former or the new file, never a part of one.
     *
     * @throws TapException {@code schema.snapshot-not-writable}
     */
    public void write(SchemaSnapshot snapshot) {
        Path path = path(snapshot.source());
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        try {
            Files.createDirectories(path.getParent());
            Files.write(fresh, SchemaSnapshotCodec.write(snapshot));
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw TapException.because(e, SchemaError.NOT_WRITABLE, "path", shown(path), "reason", reason(e));
        }
    }

    /** Refuses a recording that is of something else than its source says now. */
    void expect(String source, String what, String recorded, String expected) {
        if (!recorded.equals(expected)) {
            throw TapException.of(
                    SchemaError.MISMATCH,
                    "path",
                    shown(path(source)),
                    "source",
                    source,
                    "what",
                    what,
                    "recorded",
                    recorded,
                    "expected",
                    expected);
        }
    }

    private static String shown(Path path) {
        return path.toString().replace('\\', '/');
    }

    private static String reason(IOException e) {
        return e instanceof AccessDeniedException
                ? "permission denied"
                : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
