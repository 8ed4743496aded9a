package io.tapstate.cli.explain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every code, read from {@code docs/errors.md}, which is packed into this program. That page lists the codes of all
 * modules, those of the job too, whose classes are not here; a test keeps it in step with them.
 */
public final class CodePage {
    private static final String PAGE = "errors.md";
    private static final String HEADING = "### ";
    private static final String MESSAGE = "- Says: ";
    private static final String FIX = "- Fix: ";
    private static final String EXAMPLE = "Example:";
    private static final String EXAMPLE_LINE = "    ";

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private CodePage() {}

    /**
     * One code.
     *
     * @param severity {@code error} or {@code warning}
     * @param errorClass who can mend it: {@code user}, {@code external}, {@code resource} or {@code internal}
     * @param message with {@code {parameter}} places
     * @param more whatever else the page tells, line by line; examples are left to the page
     */
    public record Entry(
            String code, String severity, String errorClass, String message, String fix, List<String> more) {}

    public static CodePage read() {
        try (InputStream in = CodePage.class.getResourceAsStream(PAGE)) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static CodePage parse(String text) {
        CodePage page = new CodePage();
        String code = null;
        List<String> body = new ArrayList<>();
        for (String line : (text + "\n## ").lines().toList()) {
            if (line.startsWith("#")) {
                if (code != null) {
                    page.entries.put(code, entry(code, body));
                }
                code = line.startsWith(HEADING)
                        ? line.substring(HEADING.length()).strip()
                        : null;
                body.clear();
            } else {
                body.add(line);
            }
        }
        return page;
    }

    private static Entry entry(String code, List<String> body) {
        String[] kind = {"error", ""};
        String message = "";
        String fix = "";
        List<String> more = new ArrayList<>();
        for (String line : body) {
            if (line.matches("\\*\\w+, \\w+\\*")) {
                kind = line.substring(1, line.length() - 1).split(", ", 2);
            } else if (line.startsWith(MESSAGE)) {
                message = line.substring(MESSAGE.length());
            } else if (line.startsWith(FIX)) {
                fix = line.substring(FIX.length());
            } else if (!line.isBlank() && !line.equals(EXAMPLE) && !line.startsWith(EXAMPLE_LINE)) {
                more.add(line);
            }
        }
        return new Entry(code, kind[0], kind[1], message, fix, List.copyOf(more));
    }

    public Optional<Entry> find(String code) {
        return Optional.ofNullable(entries.get(code));
    }

    /** In the order of the page. */
    public List<String> codes() {
        return List.copyOf(entries.keySet());
    }
}
