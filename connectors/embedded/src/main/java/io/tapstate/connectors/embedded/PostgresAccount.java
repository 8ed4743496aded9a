package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * As whom PostgreSQL runs: it refuses root. An ordinary user runs it directly. For root the first choice is an own user
 * namespace, where the process is nobody but keeps root's access to files, so private folders work; the second is the
 * user nobody, who must be able to reach the folder.
 *
 * @param prefix words to put before the program
 * @param nobody whether files must belong to the user nobody
 */
record PostgresAccount(List<String> prefix, boolean nobody) {
    private static final int NOBODY = 65534;

    static PostgresAccount choose() {
        return choose(Machine.isRoot());
    }

    private static PostgresAccount choose(boolean root) {
        if (!root) {
            return new PostgresAccount(List.of(), false);
        }
        if (works(List.of("unshare", "-U"))) {
            return new PostgresAccount(List.of("unshare", "-U"), false);
        }
        return asNobody();
    }

    static PostgresAccount asNobody() {
        return new PostgresAccount(
                List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"), true);
    }

    private static boolean works(List<String> prefix) {
        List<String> words = new ArrayList<>(prefix);
        words.add("true");
        return Command.run(words, null, Map.of(), 10).succeeded();
    }

    List<String> words(List<String> command) {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(command);
        return words;
    }

    BinaryCache cache() {
        return nobody ? BinaryCache.reachableByEverybody() : BinaryCache.ofUser();
    }

    /** Opens the way to a folder's data for the account. */
    void prepare(ServerFolder folder) {
        if (!nobody) {
            return;
        }
        try {
            Files.setPosixFilePermissions(folder.root(), PosixFilePermissions.fromString("rwx--x--x"));
        } catch (IOException e) {
            throw FileTrees.fault(folder.root(), e);
        }
        Command reaching = Command.run(words(List.of("test", "-x", folder.root().toString())), null, Map.of(), 10);
        if (!reaching.succeeded()) {
            throw TapException.of(
                    EmbeddedError.FOLDER_NOT_WRITABLE,
                    "folder",
                    folder.root(),
                    "reason",
                    "PostgreSQL does not run as root, and the user `nobody` cannot reach this folder");
        }
    }

    /** Hands a file or an empty folder to the account. */
    void own(Path file) {
        if (!nobody) {
            return;
        }
        try {
            Files.setAttribute(file, "unix:gid", NOBODY);
            Files.setAttribute(file, "unix:uid", NOBODY);
        } catch (IOException e) {
            throw FileTrees.fault(file, e);
        }
    }
}
