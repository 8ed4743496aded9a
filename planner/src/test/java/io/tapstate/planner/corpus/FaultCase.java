package io.tapstate.planner.corpus;

import io.tapstate.connectors.diagnostics.Diagnostic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A workspace with exactly one fault, in one text file of sections: what differs from a workspace that is right, then the
 * code and place of the fault, then its whole text.
 *
 * @param base the workspace that is right
 * @param expected {@code code file:line:column path}; only the code where no file shows the fault
 * @param errors the rendered fault as it is written down, empty when it is not yet
 */
record FaultCase(Path file, CorpusCase base, CorpusCase workspace, String expected, String errors) {
    private static final Path FOLDER = CorpusCase.GOLDEN.resolve("faults");
    private static final String ERRORS = "--- errors\n";

    /** Every fault, by path. */
    static List<FaultCase> all() {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .map(FaultCase::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        String path = FOLDER.relativize(file).toString().replace('\\', '/');
        return path.substring(0, path.length() - ".txt".length());
    }

    /** Its errors; where it has none, why its plan is not run while that of the base is. */
    List<Diagnostic> faults() {
        List<Diagnostic> errors = workspace.faults();
        if (!errors.isEmpty() || workspace.equals(base)) {
            return errors;
        }
        Set<String> ofBase =
                base.plan().refusals().stream().map(Diagnostic::message).collect(Collectors.toSet());
        return workspace.plan().refusals().stream()
                .filter(refusal -> !ofBase.contains(refusal.message()))
                .toList();
    }

    /** How a fault would be expected. */
    static String place(Diagnostic fault) {
        return fault.code()
                + fault.span()
                        .map(span -> " " + span.file() + ":" + span.line() + ":" + span.column()
                                + (span.path().isEmpty() ? "" : " " + span.path()))
                        .orElse("");
    }

    void writeErrors(String text) throws IOException {
        String whole = CorpusCase.read(file);
        int at = whole.indexOf(ERRORS);
        Files.writeString(file, (at < 0 ? whole : whole.substring(0, at)) + ERRORS + text);
    }

    private static FaultCase read(Path file) {
        return new Sections(file).read();
    }

    /** Reads the sections: each begins with a line {@code --- name argument}. */
    private static final class Sections {
        private final Path file;
        private final TreeMap<String, String> files = new TreeMap<>();
        private String base = "order-state";
        private CorpusCase whole;
        private String pipeline;
        private Map<String, String> variables = Map.of();
        private SchemaFixture schemas = new SchemaFixture(Map.of());
        private String expected = "";
        private String errors = "";

        Sections(Path file) {
            this.file = file;
        }

        FaultCase read() {
            String text = CorpusCase.read(file);
            int end = text.indexOf(ERRORS);
            if (end >= 0) {
                errors = text.substring(end + ERRORS.length());
                text = text.substring(0, end);
            }
            String[] sections = text.split("(?m)^--- ");
            if (!sections[0].startsWith("# ")) {
                throw new IllegalStateException(file + " does not say what its fault is");
            }
            base(sections);
            for (int i = 1; i < sections.length; i++) {
                int line = sections[i].indexOf('\n');
                section(sections[i].substring(0, line), sections[i].substring(line + 1));
            }
            if (expected.isEmpty()) {
                throw new IllegalStateException(file + " expects nothing");
            }
            CorpusCase broken = new CorpusCase(whole.name(), files, pipeline, schemas, variables);
            return new FaultCase(file, whole, broken, expected, errors);
        }

        private void base(String[] sections) {
            for (String section : sections) {
                if (section.startsWith("base ")) {
                    base = section.substring("base ".length()).strip();
                }
            }
            Path folder = CorpusCase.GOLDEN.resolve(base);
            whole = CorpusCase.of(Files.exists(folder) ? folder : CorpusCase.VALID.resolve(base));
            files.putAll(whole.files());
            pipeline = whole.pipeline();
            schemas = whole.schemas();
        }

        private void section(String head, String body) {
            String[] words = head.split(" ", 2);
            String argument = words.length > 1 ? words[1] : "";
            switch (words[0]) {
                case "base" -> {}
                case "pipeline" -> pipeline = argument;
                case "remove" -> files.remove(argument);
                case "file" -> files.put(argument, body);
                case "edit" -> files.put(argument, edited(argument, files.get(argument), body));
                case "variables" -> variables = CorpusCase.variables(body);
                case "schema" -> schemas = SchemaFixture.parse(body).over(schemas);
                case "expect" -> expected = body.strip();
                default -> throw new IllegalStateException(file + ": no section is called " + words[0]);
            }
        }

        /** Lines behind {@code -} give way to those behind {@code +}; without any of the former the latter are appended. */
        private String edited(String path, String text, String edits) {
            List<String> removed = new ArrayList<>();
            List<String> added = new ArrayList<>();
            String result = text;
            for (String line : (edits + "\n").split("\n", -1)) {
                if (line.startsWith("-")) {
                    removed.add(line.substring(1));
                } else if (line.startsWith("+")) {
                    added.add(line.substring(1));
                } else if (line.isEmpty()) {
                    result = replaced(path, result, removed, added);
                    removed.clear();
                    added.clear();
                } else {
                    throw new IllegalStateException(file + ": neither - nor + begins the line " + line);
                }
            }
            return result;
        }

        private String replaced(String path, String text, List<String> removed, List<String> added) {
            String replacement = lines(added);
            if (removed.isEmpty()) {
                return text + replacement;
            }
            String whole = "\n" + text;
            String sought = "\n" + lines(removed);
            int at = whole.indexOf(sought);
            if (at < 0 || whole.indexOf(sought, at + 1) >= 0) {
                throw new IllegalStateException(file + ": not exactly once in " + path + ":" + sought);
            }
            return (whole.substring(0, at + 1) + replacement + whole.substring(at + sought.length())).substring(1);
        }

        private static String lines(List<String> lines) {
            return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
        }
    }
}
