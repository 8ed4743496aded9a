package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What the start of a server must know of this machine and of who runs on it. */
final class Machine {
    private static final List<String> PROGRAM_FOLDERS =
            List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin");

    private Machine() {}

    static void requireLinuxOnX86() {
        String system = System.getProperty("os.name");
        String processor = System.getProperty("os.arch");
        boolean fits = system.toLowerCase(Locale.ROOT).contains("linux")
                && (processor.equals("amd64") || processor.equals("x86_64"));
        if (!fits) {
            throw TapException.of(EmbeddedError.UNSUPPORTED_PLATFORM, "platform", system + " on " + processor);
        }
    }

    static boolean isRoot() {
        return userId() == 0;
    }

    static int userId() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean hasProgram(String name) {
        return PROGRAM_FOLDERS.stream().anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    /** Distribution and release, for example {@code debian-12}: libraries fetched for one may not fit another. */
    static String distribution() {
        Path file = Path.of("/etc/os-release");
        if (!Files.isReadable(file)) {
            return "unknown";
        }
        try {
            List<String> lines = Files.readAllLines(file);
            return setting(lines, "ID") + "-" + setting(lines, "VERSION_ID");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String setting(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name + "="))
                .map(line -> line.substring(name.length() + 1).replaceAll("[^A-Za-z0-9.]", ""))
                .findFirst()
                .orElse("unknown");
    }
}
