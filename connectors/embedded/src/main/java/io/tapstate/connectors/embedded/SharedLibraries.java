package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The system libraries that a server program lacks on this machine, fetched without administrator rights from the
 * distribution's own packages into the user's cache. The system itself is not changed.
 */
final class SharedLibraries {
    private static final Pattern MISSING =
            Pattern.compile("error while loading shared libraries: (\\S+): cannot open shared object file");
    private static final Map<String, List<String>> PACKAGES = Map.of(
            "libaio.so.1", List.of("libaio1t64", "libaio1"),
            "libnuma.so.1", List.of("libnuma1"));
    private static final List<String> LIBRARY_FOLDERS =
            List.of("/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/usr/lib64", "/lib64");
    private static final long SECONDS = 120;

    private final BinaryCache cache;
    private final String product;
    private final Consumer<String> progress;

    SharedLibraries(BinaryCache cache, String product, Consumer<String> progress) {
        this.cache = cache;
        this.product = product;
        this.progress = progress;
    }

    /**
     * Environment with which {@code program} finds all its libraries; empty when the system has them.
     *
     * @param program a program that ends at once when called with {@code --version}
     */
    Map<String, String> environmentFor(Path program) {
        List<String> folders = new ArrayList<>();
        while (true) {
            Map<String, String> environment =
                    folders.isEmpty() ? Map.of() : Map.of("LD_LIBRARY_PATH", String.join(":", folders));
            Command tried =
                    Command.run(List.of(program.toString(), "--no-defaults", "--version"), null, environment, SECONDS);
            if (tried.succeeded()) {
                return environment;
            }
            Matcher missing = MISSING.matcher(tried.text());
            if (!missing.find()) {
                throw missing("unknown", tried.lastLine());
            }
            String library = missing.group(1);
            String folder = folderWith(library).toString();
            if (folders.contains(folder)) {
                throw missing(library, "the fetched file cannot be loaded");
            }
            folders.add(folder);
        }
    }

    private Path folderWith(String library) {
        if (!PACKAGES.containsKey(library)) {
            throw missing(library, "no package is known to hold it");
        }
        return cache.made("lib-" + library + "-" + Machine.distribution(), folder -> {
            if (!linkFromSystem(library, folder)) {
                progress.accept("fetching the system library " + library + " for " + product);
                fetch(library, folder);
            }
        });
    }

    // Newer distributions renamed the file, not its contents.
    private static boolean linkFromSystem(String library, Path folder) throws IOException {
        for (String place : LIBRARY_FOLDERS) {
            Path renamed = Path.of(place, library + "t64");
            if (Files.isReadable(renamed)) {
                Files.createSymbolicLink(folder.resolve(library), renamed);
                return true;
            }
        }
        return false;
    }

    private void fetch(String library, Path folder) throws IOException {
        if (!Machine.hasProgram("apt-get") || !Machine.hasProgram("dpkg-deb")) {
            throw missing(library, "there is no apt-get on this system");
        }
        Path work = Files.createTempDirectory("tapstate-apt-");
        try {
            Path archive = download(library, work);
            Path unpacked = work.resolve("unpacked");
            Command unpacking = Command.run(
                    List.of("dpkg-deb", "-x", archive.toString(), unpacked.toString()), work, Map.of(), SECONDS);
            if (!unpacking.succeeded()) {
                throw missing(library, unpacking.lastLine());
            }
            copy(library, unpacked, folder);
        } finally {
            FileTrees.delete(work);
        }
    }

    private Path download(String library, Path work) throws IOException {
        Command tried = downloadAny(library, work, List.of());
        if (!tried.succeeded()) {
            // The lists of packages may be empty, as in most container images, and only root may fill them.
            List<String> ownState = ownState(work);
            Command updating = apt(work, ownState, "update");
            tried = downloadAny(library, work, ownState);
            if (!tried.succeeded()) {
                throw missing(library, updating.succeeded() ? tried.lastLine() : updating.lastLine());
            }
        }
        try (Stream<Path> files = Files.list(work)) {
            return files.filter(file -> file.toString().endsWith(".deb"))
                    .findFirst()
                    .orElseThrow(() -> missing(library, "apt-get delivered no package"));
        }
    }

    private static Command downloadAny(String library, Path work, List<String> options) {
        Command tried = null;
        for (String name : PACKAGES.get(library)) {
            tried = apt(work, options, "download", name);
            if (tried.succeeded()) {
                return tried;
            }
        }
        return tried;
    }

    private static Command apt(Path work, List<String> options, String... words) {
        List<String> command = new ArrayList<>(List.of("apt-get", "-q", "-o", "Acquire::Retries=1"));
        command.addAll(List.of("-o", "Acquire::http::Timeout=20", "-o", "Acquire::https::Timeout=20"));
        if (Machine.isRoot()) {
            command.addAll(List.of("-o", "APT::Sandbox::User=root"));
        }
        command.addAll(options);
        command.addAll(List.of(words));
        return Command.run(command, work, Map.of("LC_ALL", "C"), SECONDS);
    }

    private static List<String> ownState(Path work) throws IOException {
        Path state = work.resolve("state");
        Path archives = work.resolve("cache");
        Files.createDirectories(state.resolve("lists/partial"));
        Files.createDirectories(archives.resolve("archives/partial"));
        return List.of("-o", "Dir::State=" + state, "-o", "Dir::Cache=" + archives, "-o", "Debug::NoLocking=1");
    }

    private void copy(String library, Path from, Path folder) throws IOException {
        Path found;
        try (Stream<Path> files = Files.walk(from)) {
            found = files.filter(file -> file.getFileName().toString().equals(library)
                            || file.getFileName().toString().equals(library + "t64"))
                    .findFirst()
                    .orElseThrow(() -> missing(library, "the package does not hold it"));
        }
        Files.copy(found.toRealPath(), folder.resolve(library));
    }

    private TapException missing(String library, String reason) {
        return TapException.of(EmbeddedError.MISSING_LIBRARY, "library", library, "product", product, "reason", reason);
    }
}
