package io.tapstate.cli.render;

import io.tapstate.cli.explain.CodePage;
import io.tapstate.planner.grammar.GrammarReference;
import io.tapstate.planner.grammar.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A place of the language, or a code, in words and for programs. */
public final class ExplanationText {
    private static final Map<String, String> WHO = Map.of(
            "user", "in your files, flags or data",
            "external", "of another system; it may pass by itself",
            "resource", "of this machine",
            "internal", "a defect of tapstate");

    private final Style style;

    public ExplanationText(Style style) {
        this.style = style;
    }

    /** The kinds, and how to go on. */
    public String kinds(List<GrammarReference.Entry> kinds) {
        StringBuilder text = new StringBuilder("A .tap.yml file is one of these:\n\n");
        table(
                text,
                kinds.stream()
                        .map(kind -> List.of(kind.path(), kind.description()))
                        .toList());
        return text.append("\nGo on with a path, `tapstate explain pipeline.view`, or with a code, ")
                .append("`tapstate explain dsl.unknown-field`.\n")
                .toString();
    }

    public String field(GrammarReference.Entry entry) {
        StringBuilder text = new StringBuilder(style.bold(entry.path()));
        text.append("  ").append(entry.type()).append(entry.required() ? ", required" : "");
        entry.defaultValue().ifPresent(value -> text.append(", default ").append(value));
        text.append("\n\n  ").append(entry.description()).append('\n');
        entry.otherwise()
                .ifPresent(
                        meaning -> text.append("  Left out: ").append(meaning).append('\n'));
        spellings(text, "Values", entry.values());
        spellings(text, "Types", entry.variants());
        if (!entry.fields().isEmpty()) {
            text.append('\n')
                    .append(style.faint(entry.variants().isEmpty() ? "Fields" : "Fields of every type"))
                    .append('\n');
            List<List<String>> rows = new ArrayList<>();
            for (GrammarReference.Entry field : entry.fields()) {
                rows.add(List.of(field.name() + (field.required() ? "*" : ""), field.type(), field.description()));
            }
            table(text, rows);
            if (entry.fields().stream().anyMatch(GrammarReference.Entry::required)) {
                text.append(style.faint("  * required")).append('\n');
            }
        }
        return text.toString();
    }

    private void spellings(StringBuilder text, String title, List<Spelling> spellings) {
        if (!spellings.isEmpty()) {
            text.append('\n').append(style.faint(title)).append('\n');
            table(
                    text,
                    spellings.stream()
                            .map(spelling -> List.of(spelling.text(), spelling.meaning()))
                            .toList());
        }
    }

    private static void table(StringBuilder text, List<List<String>> rows) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append("  ")
                        .append(row.get(i))
                        .append(" ".repeat(widths[i] - row.get(i).length()));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }

    public String code(CodePage.Entry entry) {
        StringBuilder text = new StringBuilder(style.bold(entry.code()));
        text.append("  ").append(entry.severity());
        text.append(", ")
                .append(WHO.getOrDefault(entry.errorClass(), entry.errorClass()))
                .append("\n\n");
        text.append("  says: ").append(entry.message()).append('\n');
        text.append("  fix:  ").append(entry.fix()).append('\n');
        entry.more().forEach(line -> text.append("  ").append(line).append('\n'));
        return text.toString();
    }

    public static Map<String, Object> fields(CodePage.Entry entry) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("code", entry.code());
        fields.put("severity", entry.severity());
        fields.put("class", entry.errorClass());
        fields.put("message", entry.message());
        fields.put("fix", entry.fix());
        if (!entry.more().isEmpty()) {
            fields.put("more", String.join("\n", entry.more()));
        }
        return fields;
    }

    public static Map<String, Object> fields(GrammarReference.Entry entry) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("path", entry.path());
        fields.put("type", entry.type());
        fields.put("description", entry.description());
        fields.put("required", entry.required());
        entry.defaultValue().ifPresent(value -> fields.put("default", value));
        entry.otherwise().ifPresent(meaning -> fields.put("otherwise", meaning));
        fields.put("values", spellings(entry.values()));
        fields.put("variants", spellings(entry.variants()));
        fields.put(
                "fields", entry.fields().stream().map(ExplanationText::fields).toList());
        return fields;
    }

    private static List<Map<String, Object>> spellings(List<Spelling> spellings) {
        return spellings.stream()
                .map(spelling -> {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    fields.put("value", spelling.text());
                    fields.put("meaning", spelling.meaning());
                    return fields;
                })
                .toList();
    }
}
