package io.tapstate.cli.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.cli.Tapstate;
import io.tapstate.cli.command.CliContext;
import io.tapstate.cli.render.Terminal;
import io.tapstate.cli.tutorial.TutorialStep.ChangeLines;
import io.tapstate.cli.tutorial.TutorialStep.Type;
import io.tapstate.cli.tutorial.TutorialStep.WriteFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Somebody who does what the tutorial says, in a folder of their own with a copy of the tutorial's files. Commands of
 * tapstate run in this process, others in a shell.
 */
final class TutorialReader {
    private static final String TAPSTATE = "./tapstate ";
    private static final String EXPORT = "export ";
    private static final String REDIRECTION = " > ";
    private static final Pattern PATHS = Pattern.compile("(my-shop|pretend)(/.*)?|.*\\.plan");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    private final Path folder;
    private final Map<String, String> variables = new HashMap<>();

    TutorialReader(Path folder) throws IOException {
        this.folder = folder;
        Path files = Tutorial.CHECKOUT.resolve("docs/tutorial");
        try (Stream<Path> paths = Files.walk(files)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve("docs/tutorial").resolve(files.relativize(path));
                Files.createDirectories(copy.getParent());
                Files.copy(path, copy);
            }
        }
    }

    /** What a command said, both streams as on a screen, in lines without blanks at their ends. */
    record Said(int status, List<String> lines) {}

    TutorialReader with(String variable, String value) {
        variables.put(variable, value);
        return this;
    }

    void write(WriteFile step) throws IOException {
        Path file = folder.resolve(step.path());
        Files.createDirectories(file.getParent());
        Files.writeString(file, step.text());
    }

    void change(ChangeLines step) throws IOException {
        Path file = folder.resolve(step.path());
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        int at = Collections.indexOfSubList(lines, step.before());
        assertThat(at)
                .as("line %d: the lines to change in %s\n%s", step.line(), step.path(), String.join("\n", lines))
                .isNotNegative()
                .isEqualTo(Collections.lastIndexOfSubList(lines, step.before()));
        lines.subList(at, at + step.before().size()).clear();
        lines.addAll(at, step.after());
        Files.writeString(file, String.join("\n", lines) + "\n");
    }

    Said type(Type step) throws IOException, InterruptedException {
        String command = step.command();
        if (command.startsWith(EXPORT)) {
            for (String assignment : words(command.substring(EXPORT.length()))) {
                int equals = assignment.indexOf('=');
                variables.putIfAbsent(assignment.substring(0, equals), assignment.substring(equals + 1));
            }
            return new Said(0, List.of());
        }
        if (!command.startsWith(TAPSTATE)) {
            return shell(command);
        }
        String[] redirected = command.substring(TAPSTATE.length()).split(REDIRECTION, 2);
        ByteArrayOutputStream screen = new ByteArrayOutputStream();
        if (redirected.length == 1) {
            return tapstate(words(redirected[0]), screen, screen);
        }
        try (OutputStream file = Files.newOutputStream(folder.resolve(redirected[1]))) {
            return tapstate(words(redirected[0]), file, screen);
        }
    }

    // A process cannot change its folder, so what names a file is made absolute, and shown as it was typed.
    private Said tapstate(List<String> words, OutputStream out, ByteArrayOutputStream screen) {
        PrintStream answers = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream rest = out == screen ? answers : new PrintStream(screen, true, StandardCharsets.UTF_8);
        Map<String, String> environment = new HashMap<>(variables);
        environment.computeIfPresent(
                "TAPSTATE_WORKDIR", (name, value) -> folder.resolve(value).toString());
        String[] arguments = words.stream().map(this::absolute).toArray(String[]::new);
        int status =
                Tapstate.run(new CliContext(new Terminal(answers, rest, false, false, false), environment), arguments);
        return new Said(status, lines(screen.toString(StandardCharsets.UTF_8)));
    }

    private String absolute(String word) {
        return PATHS.matcher(word).matches() ? folder.resolve(word).toString() : word;
    }

    private Said shell(String command) throws IOException, InterruptedException {
        Path screen = Files.createTempFile("tutorial", ".txt");
        try {
            Process process = new ProcessBuilder("/bin/bash", "-c", command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(screen.toFile())
                    .start();
            int status = process.waitFor();
            return new Said(status, lines(Files.readString(screen)));
        } finally {
            Files.delete(screen);
        }
    }

    private List<String> lines(String text) {
        return text.replace(folder + "/", "").lines().map(String::stripTrailing).toList();
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3));
        }
        return words;
    }

    /** Whether what was said is what is shown; how many blanks stand between words does not matter. */
    static boolean matches(List<String> shown, List<String> said) {
        StringBuilder pattern = new StringBuilder();
        for (String line : shown) {
            if (line.equals("...")) {
                pattern.append("(?:.*\n)*?");
            } else {
                List<String> parts = new ArrayList<>();
                for (String part : blanks(line).split("\\.\\.\\.", -1)) {
                    parts.add(Pattern.quote(part));
                }
                pattern.append(String.join(".*", parts)).append('\n');
            }
        }
        StringBuilder text = new StringBuilder();
        said.forEach(line -> text.append(blanks(line)).append('\n'));
        return Pattern.compile(pattern.toString()).matcher(text).matches();
    }

    private static String blanks(String line) {
        return line.replaceAll("[ \\t]+", " ").stripTrailing();
    }
}
