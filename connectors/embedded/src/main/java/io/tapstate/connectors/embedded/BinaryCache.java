package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * Server programs, unpacked once per user. The folder is {@code tapstate} below {@code TAPSTATE_CACHE}, else
 * {@code XDG_CACHE_HOME}, else {@code ~/.cache}; when that cannot be written, a private folder below the folder for
 * temporary files. Names carry a checksum of what was unpacked, so a new version never meets old files. Parallel starts
 * are safe: one process unpacks beside the final name and renames.
 */
final class BinaryCache {
    private static final long NEEDED_BYTES = 600L << 20;
    private static final Object ONE_AT_A_TIME = new Object();

    private final Path root;

    private BinaryCache(Path root) {
        this.root = root;
    }

    /** The cache of this user. */
    static BinaryCache ofUser() {
        Path wanted = wantedRoot(System.getenv(), Path.of(System.getProperty("user.home")));
        return new BinaryCache(isUsable(wanted) ? wanted : temporaryRoot());
    }

    /** A cache that other users may read too, for servers that refuse to run as root. */
    static BinaryCache reachableByEverybody() {
        return new BinaryCache(temporaryRoot());
    }

    static Path wantedRoot(Map<String, String> environment, Path home) {
        for (String name : new String[] {"TAPSTATE_CACHE", "XDG_CACHE_HOME"}) {
            String value = environment.getOrDefault(name, "");
            if (!value.isBlank()) {
                return Path.of(value).toAbsolutePath().resolve("tapstate");
            }
        }
        return home.resolve(".cache").resolve("tapstate");
    }

    /** Unpacks a {@code .tar.gz} or {@code .txz} that lies on the class path. */
    Path unpackedArchive(String name, String resource) {
        return unpacked(name, resource, folder -> {
            try (InputStream raw = new BufferedInputStream(open(resource));
                    InputStream plain = resource.endsWith("xz")
                            ? new XZCompressorInputStream(raw)
                            : new GzipCompressorInputStream(raw);
                    TarArchiveInputStream tar = new TarArchiveInputStream(plain)) {
                for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                    extract(tar, entry, folder);
                }
            }
        });
    }

    /** Copies a folder that lies as single files in a jar on the class path, as far as {@code wanted} says. */
    Path unpackedFolder(String name, String folderResource, String knownFile, Predicate<String> wanted) {
        return unpacked(name, folderResource + knownFile, folder -> {
            JarURLConnection connection = connection(folderResource + knownFile);
            try (JarFile jar = connection.getJarFile()) {
                for (JarEntry entry : jar.stream().toList()) {
                    String path = entry.getName();
                    if (!entry.isDirectory()
                            && path.startsWith(folderResource)
                            && wanted.test(path.substring(folderResource.length()))) {
                        try (InputStream in = jar.getInputStream(entry)) {
                            write(in, inside(folder, path.substring(folderResource.length())), true);
                        }
                    }
                }
            }
        });
    }

    /** A folder made once by {@code filling}, complete or absent. */
    Path made(String name, Filling filling) {
        Path target = root.resolve(name);
        synchronized (ONE_AT_A_TIME) {
            if (Files.isDirectory(target)) {
                return target;
            }
            FileTrees.createFolder(root, "rwxr-xr-x");
            try (FileChannel channel = FileChannel.open(
                            root.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = channel.lock()) {
                if (!Files.isDirectory(target)) {
                    requireSpace();
                    fill(name, filling, target);
                }
                return target;
            } catch (IOException e) {
                throw FileTrees.fault(root, e);
            }
        }
    }

    // Under a name of its own: a killed process may have left a program that still writes.
    private void fill(String name, Filling filling, Path target) throws IOException {
        Path unfinished = Files.createTempDirectory(root, name + ".unfinished-");
        Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwxr-xr-x"));
        boolean filled = false;
        try {
            filling.fill(unfinished);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
            filled = true;
        } finally {
            if (!filled) {
                FileTrees.delete(unfinished);
            }
        }
    }

    private Path unpacked(String name, String resource, Filling filling) {
        return made(name + "-" + checksum(resource), filling);
    }

    private void requireSpace() throws IOException {
        FileStore store = Files.getFileStore(root);
        if (store.getUsableSpace() < NEEDED_BYTES) {
            throw TapException.of(EmbeddedError.DISK_FULL, "folder", root);
        }
    }

    private static boolean isUsable(Path folder) {
        try {
            FileTrees.createFolder(folder, "rwxr-xr-x");
            return true;
        } catch (TapException notWritable) {
            return false;
        }
    }

    // The name is predictable, so what another user planted there must not be trusted.
    private static Path temporaryRoot() {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "tapstate-cache-" + Machine.userId());
        FileTrees.createFolder(folder, "rwxr-xr-x");
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
            boolean ours = (Integer) Files.getAttribute(folder, "unix:uid") == Machine.userId()
                    && !permissions.contains(PosixFilePermission.GROUP_WRITE)
                    && !permissions.contains(PosixFilePermission.OTHERS_WRITE);
            if (!ours) {
                throw TapException.of(
                        EmbeddedError.FOLDER_NOT_WRITABLE, "folder", folder, "reason", "it belongs to another user");
            }
            return folder;
        } catch (IOException e) {
            throw FileTrees.fault(folder, e);
        }
    }

    private static InputStream open(String resource) {
        InputStream in = BinaryCache.class.getClassLoader().getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException("not on the class path: " + resource);
        }
        return in;
    }

    private static String checksum(String resource) {
        try {
            return String.format(
                    Locale.ROOT, "%08x", connection(resource).getJarEntry().getCrc());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JarURLConnection connection(String resource) throws IOException {
        URL url = BinaryCache.class.getClassLoader().getResource(resource);
        if (url == null || !url.getProtocol().equals("jar")) {
            throw new IllegalStateException("not in a jar on the class path: " + resource);
        }
        JarURLConnection connection = (JarURLConnection) url.openConnection();
        connection.setUseCaches(false);
        return connection;
    }

    private static void extract(TarArchiveInputStream tar, TarArchiveEntry entry, Path folder) throws IOException {
        Path target = inside(folder, entry.getName());
        if (entry.isDirectory()) {
            Files.createDirectories(target);
        } else if (entry.isSymbolicLink()) {
            Files.createDirectories(target.getParent());
            inside(
                    folder,
                    folder.relativize(target.resolveSibling(entry.getLinkName()))
                            .toString());
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else {
            write(tar, target, (entry.getMode() & 0100) != 0);
        }
    }

    private static void write(InputStream in, Path target, boolean executable) throws IOException {
        Files.createDirectories(target.getParent());
        Files.copy(in, target);
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    private static Path inside(Path folder, String name) {
        Path target = folder.resolve(name).normalize();
        if (!target.startsWith(folder)) {
            throw new IllegalStateException("an archive entry leads out of its folder: " + name);
        }
        return target;
    }

    /** Fills an empty folder. */
    @FunctionalInterface
    interface Filling {
        void fill(Path folder) throws IOException;
    }
}
