package io.tapstate.cli.demo;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.run.WritableFolder;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Properties;

/**
 * What a demo must remember between starts and tell {@code demo sql}: where the databases are and who may use them,
 * whether the sample is loaded. A file that only its owner can read.
 */
final class DemoMemory {
    private static final String FILE = "demo.properties";

    private final Path file;
    private final Properties facts = new Properties();

    private DemoMemory(Path file) {
        this.file = file;
    }

    static DemoMemory of(Path demoFolder) {
        DemoMemory memory = new DemoMemory(demoFolder.resolve(FILE));
        if (Files.exists(memory.file)) {
            try (Reader reader = Files.newBufferedReader(memory.file)) {
                memory.facts.load(reader);
            } catch (IllegalArgumentException e) {
                throw TapException.because(
                        e, CliError.FOLDER_UNUSABLE, "path", demoFolder, "reason", "its " + FILE + " is damaged");
            } catch (IOException e) {
                throw memory.unusable(e);
            }
        }
        return memory;
    }

    boolean is(String fact) {
        return facts.containsKey(fact);
    }

    void remember(String fact) {
        facts.setProperty(fact, "true");
        save();
    }

    Optional<String> text(String fact) {
        return Optional.ofNullable(facts.getProperty(fact));
    }

    void remember(String fact, String text) {
        facts.setProperty(fact, text);
        save();
    }

    void remember(DatabaseAddress address) {
        String prefix = address.kind().connector() + ".";
        facts.setProperty(prefix + "host", address.host());
        facts.setProperty(prefix + "port", Integer.toString(address.port()));
        facts.setProperty(prefix + "database", address.database());
        facts.setProperty(prefix + "user", address.user());
        facts.setProperty(prefix + "password", address.password());
        save();
    }

    Optional<DatabaseAddress> address(DatabaseAddress.Kind kind) {
        String prefix = kind.connector() + ".";
        return Optional.ofNullable(facts.getProperty(prefix + "host"))
                .map(host -> new DatabaseAddress(
                        kind,
                        host,
                        Integer.parseInt(facts.getProperty(prefix + "port")),
                        facts.getProperty(prefix + "database"),
                        facts.getProperty(prefix + "user"),
                        facts.getProperty(prefix + "password")));
    }

    private void save() {
        Path next = file.resolveSibling(FILE + ".next");
        try {
            StringWriter text = new StringWriter();
            facts.store(text, null);
            Files.deleteIfExists(next);
            Files.createFile(next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(next, text.toString());
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private TapException unusable(IOException e) {
        return TapException.because(e, CliError.FOLDER_UNUSABLE, "path", file, "reason", WritableFolder.reason(e));
    }
}
