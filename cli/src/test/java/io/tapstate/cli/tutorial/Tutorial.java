package io.tapstate.cli.tutorial;

import io.tapstate.cli.tutorial.TutorialStep.ChangeLines;
import io.tapstate.cli.tutorial.TutorialStep.Type;
import io.tapstate.cli.tutorial.TutorialStep.WriteFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the tutorial. The blocks of files and of changes are preceded by a paragraph whose last line names the file in
 * backticks; lines {@code @@} part the hunks of a change. Blocks of other languages are for the eye.
 */
final class Tutorial {
    /** The checkout, seen from the folder of this module. */
    static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    static final Path FILE = CHECKOUT.resolve("docs/tutorial.md");

    private static final String FENCE = "```";
    private static final Pattern NAMED_FILE = Pattern.compile("`([^`]+\\.tap\\.yml)`");
    private static final Pattern EXIT = Pattern.compile(" +# exit (\\d+)$");
    private static final String COMMENT = " {2,}# .*$";

    private final List<String> lines;
    private final List<TutorialStep> steps = new ArrayList<>();

    private Tutorial(List<String> lines) {
        this.lines = lines;
    }

    static List<TutorialStep> read() {
        try {
            return new Tutorial(Files.readAllLines(FILE)).steps();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<TutorialStep> steps() {
        String named = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith(FENCE)) {
                int end = i + 1;
                while (!lines.get(end).equals(FENCE)) {
                    end++;
                }
                block(line.substring(FENCE.length()), named, i + 1, end);
                i = end;
            } else if (!line.isBlank()) {
                named = file(line);
            }
        }
        return List.copyOf(steps);
    }

    private static String file(String line) {
        Matcher file = NAMED_FILE.matcher(line);
        String last = "";
        while (file.find()) {
            last = file.group(1);
        }
        return last;
    }

    private void block(String language, String named, int from, int to) {
        List<String> body = lines.subList(from, to);
        switch (language) {
            case "yaml" -> steps.add(new WriteFile(from + 1, require(named, from), String.join("\n", body) + "\n"));
            case "diff" -> hunks(from, require(named, from), body);
            case "sh", "sh database" -> commands(from, body, language.endsWith("database"));
            case "console", "console database" -> console(from, body, language.endsWith("database"));
            case "mermaid" -> picture(from, body);
            default -> {}
        }
    }

    private static String require(String named, int line) {
        if (named.isEmpty()) {
            throw new AssertionError("no file is named before the block at line " + line);
        }
        return named;
    }

    private void hunks(int from, String file, List<String> body) {
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        int begin = from;
        for (int i = 0; i < body.size(); i++) {
            String line = body.get(i);
            if (line.startsWith("@@")) {
                steps.add(new ChangeLines(begin + 1, file, List.copyOf(before), List.copyOf(after)));
                before.clear();
                after.clear();
                begin = from + i + 1;
                continue;
            }
            String text = line.isEmpty() ? "" : line.substring(1);
            if (!line.startsWith("+")) {
                before.add(text);
            }
            if (!line.startsWith("-")) {
                after.add(text);
            }
        }
        steps.add(new ChangeLines(begin + 1, file, List.copyOf(before), List.copyOf(after)));
    }

    private void commands(int from, List<String> body, boolean database) {
        for (int i = 0; i < body.size(); i++) {
            if (!body.get(i).isBlank()) {
                steps.add(type(from + i + 1, body.get(i), List.of(), false, database));
            }
        }
    }

    private void console(int from, List<String> body, boolean database) {
        int i = 0;
        while (i < body.size()) {
            int end = i + 1;
            while (end < body.size() && !body.get(end).startsWith("$ ")) {
                end++;
            }
            steps.add(type(from + i + 1, body.get(i).substring(2), body.subList(i + 1, end), true, database));
            i = end;
        }
    }

    /** What the command before it says, shown as the picture that it is. */
    private void picture(int from, List<String> body) {
        int last = steps.size() - 1;
        Type type = (Type) steps.get(last);
        steps.set(
                last,
                new Type(type.line(), type.command(), type.status(), List.copyOf(body), from, true, type.database()));
    }

    private static Type type(int line, String text, List<String> shown, boolean compared, boolean database) {
        Matcher exit = EXIT.matcher(text);
        int status = exit.find() ? Integer.parseInt(exit.group(1)) : 0;
        return new Type(line, text.replaceFirst(COMMENT, ""), status, List.copyOf(shown), line, compared, database);
    }
}
