package io.tapstate.cli;

import io.tapstate.cli.command.CliContext;
import io.tapstate.cli.render.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Types command lines in this process, in a workspace {@code tap-work} of a folder, and keeps what they said. */
public final class Typed {
    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private String answers;
    private boolean screen;

    public Typed(Path folder) {
        this.folder = folder;
        environment.put("TAPSTATE_WORKDIR", workspace().toString());
    }

    public Path workspace() {
        return folder.resolve("tap-work");
    }

    /** Somebody sits at the terminal and will answer with these lines. */
    public Typed answering(String... lines) {
        answers = String.join("\n", lines) + "\n";
        return this;
    }

    /** The streams are a screen that knows colours. */
    public Typed onAScreen() {
        screen = true;
        return this;
    }

    public Typed with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Writes a file of the workspace. */
    public Path file(String name, String text) {
        try {
            Path path = workspace().resolve(name);
            Files.createDirectories(path.getParent());
            return Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs one command line; what earlier ones said is forgotten. */
    public int run(String... arguments) {
        out.reset();
        err.reset();
        Terminal terminal = new Terminal(
                new ByteArrayInputStream((answers == null ? "" : answers).getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                answers != null,
                screen,
                screen || answers != null,
                screen);
        return Tapstate.run(new CliContext(terminal, environment), arguments);
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Folders as people would type them, so that texts can be compared. */
    public String outWithShortPaths() {
        return out().replace(folder + "/", "");
    }

    public String errWithShortPaths() {
        return err().replace(folder + "/", "");
    }
}
