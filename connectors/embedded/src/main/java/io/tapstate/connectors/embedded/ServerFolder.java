package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The folder that one server owns while it runs: its data, its log, its process id, and what must be the same at the
 * next start (product, port, password). Held by a file lock, which a killed owner loses, so a second owner is refused
 * while the first one lives.
 */
final class ServerFolder implements AutoCloseable {
    private static final long NEEDED_BYTES = 300L << 20;
    private static final long PREPARATION_SECONDS = 180;
    private static final int HIGHEST_PORT = 65535;
    private static final String PRODUCT = "product";
    private static final String PORT = "port";
    private static final String PASSWORD = "password";

    private final Path root;
    private final FileChannel lock;
    private final Properties settings = new Properties();

    private ServerFolder(Path root, FileChannel lock) {
        this.root = root;
        this.lock = lock;
    }

    /**
     * @param product what the folder holds or will hold, for example {@code mysql}
     * @throws TapException when the folder cannot be written, is held by another owner, or holds another product
     */
    static ServerFolder open(Path folder, String product) {
        return open(folder, product, false);
    }

    /** As {@link #open(Path, String)}, but a folder without data may have been meant for another product. */
    static ServerFolder openInstead(Path folder, String product) {
        return open(folder, product, true);
    }

    private static ServerFolder open(Path folder, String product, boolean instead) {
        Path root = folder.toAbsolutePath().normalize();
        FileTrees.createFolder(root, "rwx------");
        FileChannel channel = null;
        boolean opened = false;
        try {
            root = root.toRealPath();
            channel = FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!lock(channel)) {
                throw TapException.of(EmbeddedError.FOLDER_IN_USE, "folder", root);
            }
            ServerFolder opening = new ServerFolder(root, channel);
            opening.readSettings();
            String found = opening.settings.getProperty(PRODUCT, product);
            if (!found.equals(product) && !(instead && !opening.hasData())) {
                throw TapException.of(
                        EmbeddedError.FOLDER_OF_ANOTHER_PRODUCT, "folder", root, "found", found, "expected", product);
            }
            opening.settings.setProperty(PRODUCT, product);
            opened = true;
            return opening;
        } catch (IOException e) {
            throw FileTrees.fault(root, e);
        } finally {
            if (!opened && channel != null) {
                close(channel);
            }
        }
    }

    /** What a folder already holds, or an empty text. */
    static String productOf(Path folder) {
        Properties found = new Properties();
        Path file = folder.resolve("server.properties");
        if (Files.isReadable(file)) {
            load(file, found);
        }
        return found.getProperty(PRODUCT, "");
    }

    static boolean hasData(Path folder) {
        return Files.isDirectory(folder.resolve("data"));
    }

    Path root() {
        return root;
    }

    Path data() {
        return root.resolve("data");
    }

    /** Where data are made before they are complete; whatever stands there is the rest of a start that broke off. */
    Path unfinishedData() {
        return root.resolve("data.unfinished");
    }

    Path log() {
        return root.resolve("server.log");
    }

    boolean hasData() {
        return hasData(root);
    }

    /** The password of this folder's server: drawn once, kept in a file that only its owner can read. */
    String password() {
        if (!settings.containsKey(PASSWORD)) {
            byte[] drawn = new byte[12];
            new SecureRandom().nextBytes(drawn);
            settings.setProperty(PASSWORD, HexFormat.of().formatHex(drawn));
            writeSettings();
        }
        return settings.getProperty(PASSWORD);
    }

    /** The port used last time if it is free, else another free one. Remembered. */
    int choosePort() {
        // Kept only for the users' sake; whatever is no port there is as good as none.
        String last = settings.getProperty(PORT, "").strip();
        boolean possible = last.matches("[1-9][0-9]{0,4}") && Integer.parseInt(last) <= HIGHEST_PORT;
        int chosen = possible && isFree(Integer.parseInt(last)) ? Integer.parseInt(last) : anyFreePort();
        rememberPort(chosen);
        return chosen;
    }

    void rememberPort(int port) {
        settings.setProperty(PORT, Integer.toString(port));
        writeSettings();
    }

    /** Forgets the port, after somebody else took it between choice and use. */
    void forgetPort() {
        settings.remove(PORT);
    }

    /** Notes a process that works on this folder, for an owner after this one; ends it when that fails. */
    void recordProcess(Process process) {
        boolean recorded = false;
        try {
            byte[] pid = Long.toString(process.pid()).getBytes(StandardCharsets.US_ASCII);
            writeAtomically(root.resolve("server.pid"), pid);
            recorded = true;
        } finally {
            if (!recorded) {
                process.destroyForcibly();
            }
        }
    }

    /** Runs a program that makes this folder's data; an owner after this one stops it, should it be left over. */
    Command prepare(List<String> words, Path input, Map<String, String> environment) {
        try {
            return Command.run(words, input, root, environment, PREPARATION_SECONDS, this::recordProcess);
        } finally {
            forgetProcessId();
        }
    }

    /** Process ids that the last owner and its server left; they may belong to strangers by now. */
    List<Long> leftProcessIds() {
        List<Long> left = new ArrayList<>();
        for (Path file :
                List.of(root.resolve("server.pid"), data().resolve("server.pid"), data().resolve("postmaster.pid"))) {
            try {
                if (Files.isRegularFile(file)) {
                    left.add(Long.parseLong(Files.readAllLines(file).get(0).strip()));
                }
            } catch (NumberFormatException | IndexOutOfBoundsException cutShort) {
                // The owner was killed while it wrote; the other files still tell.
                continue;
            } catch (IOException e) {
                throw FileTrees.fault(root, e);
            }
        }
        return left;
    }

    void forgetProcessId() {
        FileTrees.delete(root.resolve("server.pid"));
    }

    /** Refuses to make data on a disk that they would fill. */
    void requireSpace() {
        try {
            if (Files.getFileStore(root).getUsableSpace() < NEEDED_BYTES) {
                throw TapException.of(EmbeddedError.DISK_FULL, "folder", root);
            }
        } catch (IOException e) {
            throw FileTrees.fault(root, e);
        }
    }

    /** Puts finished data in place. */
    void adoptData() {
        try {
            Files.move(unfinishedData(), data(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw FileTrees.fault(root, e);
        }
    }

    /** Starts an empty log; the one before stays beside it. */
    void turnLog() {
        try {
            if (Files.exists(log())) {
                Files.move(log(), root.resolve("server.log.1"), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw FileTrees.fault(root, e);
        }
    }

    /** Replaces the log, for programs that do not write it themselves. */
    void writeLog(String text) {
        turnLog();
        writeAtomically(log(), text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Lets the next owner in. */
    @Override
    public void close() {
        close(lock);
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    private void readSettings() {
        Path file = root.resolve("server.properties");
        if (Files.isRegularFile(file)) {
            load(file, settings);
        }
    }

    private static void load(Path file, Properties into) {
        try (InputStream in = Files.newInputStream(file)) {
            into.load(in);
        } catch (IllegalArgumentException e) {
            throw TapException.because(
                    e,
                    EmbeddedError.FOLDER_NOT_WRITABLE,
                    "folder",
                    file.getParent(),
                    "reason",
                    "its " + file.getFileName() + " is damaged");
        } catch (IOException e) {
            throw FileTrees.fault(file.getParent(), e);
        }
    }

    private void writeSettings() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = bytes) {
            settings.store(out, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        writeAtomically(root.resolve("server.properties"), bytes.toByteArray());
    }

    private void writeAtomically(Path file, byte[] content) {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            Files.deleteIfExists(next);
            Files.createFile(next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.write(next, content);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw FileTrees.fault(root, e);
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static int anyFreePort() {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
            return probe.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
