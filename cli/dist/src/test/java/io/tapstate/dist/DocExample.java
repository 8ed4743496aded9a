package io.tapstate.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One command of a fenced block of a document. In {@code sh} blocks every line is one; in {@code console} blocks those
 * after {@code $}, and the lines below are pieces of what it says, {@code ...} standing for anything.
 *
 * @param line of the document, counted from 1
 * @param status the exit status that a trailing comment {@code # exit N} names, else 0
 */
record DocExample(String file, int line, String command, int status, List<String> expected) {
    private static final Pattern EXIT = Pattern.compile(" +# exit (\\d+)$");
    private static final String COMMENT = " {2,}# .*$";
    private static final String FENCE = "```";

    static List<DocExample> read(Path checkout, String file) throws IOException {
        List<DocExample> examples = new ArrayList<>();
        String language = "";
        int number = 0;
        for (String line : Files.readAllLines(checkout.resolve(file))) {
            number++;
            if (line.startsWith(FENCE)) {
                language = language.isEmpty() ? line.substring(FENCE.length()) + " " : "";
            } else if (language.equals("sh ") && !line.isBlank()) {
                examples.add(of(file, number, line));
            } else if (language.equals("console ") && line.startsWith("$ ")) {
                examples.add(of(file, number, line.substring(2)));
            } else if (language.equals("console ") && !line.isBlank()) {
                examples.get(examples.size() - 1).expected().add(line.strip());
            }
        }
        return examples;
    }

    private static DocExample of(String file, int line, String text) {
        Matcher exit = EXIT.matcher(text);
        int status = exit.find() ? Integer.parseInt(exit.group(1)) : 0;
        return new DocExample(file, line, text.replaceFirst(COMMENT, ""), status, new ArrayList<>());
    }

    /** The pieces of what was expected that a text lacks; blanks between words may differ. */
    List<String> missingIn(String text) {
        String found = text.replaceAll("[ \\t]+", " ");
        return expected.stream()
                .filter(piece -> !Pattern.compile(pattern(piece)).matcher(found).find())
                .toList();
    }

    private static String pattern(String piece) {
        List<String> quoted = new ArrayList<>();
        for (String part : piece.replaceAll("[ \\t]+", " ").split("\\.\\.\\.", -1)) {
            quoted.add(Pattern.quote(part));
        }
        return String.join(".*", quoted);
    }

    String place() {
        return file + ":" + line + ": " + command;
    }
}
