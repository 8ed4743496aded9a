package io.tapstate.job.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ColumnType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonValue;

/**
 * The tables of docs/types.md, made from what real servers gave. A table of all types of one server stands between {@code
 * <!-- types: connector -->} and {@code <!-- end -->}; {@code -Ddocs.update=true} writes it.
 */
final class TypesPage {
    private static final int LONGEST = 60;
    private static final int MOST_EXAMPLES = 3;
    private static final String END = "<!-- end -->";

    private TypesPage() {}

    /** @param given the values of each sample, in order, as the snapshot brought them */
    static void check(String connector, Map<TypeSample, List<BsonValue>> given) throws IOException {
        Path file = page();
        String page = Files.readString(file);
        String begin = "<!-- types: " + connector + " -->\n";
        int from = page.indexOf(begin);
        assertThat(from).as("docs/types.md has a place for %s", connector).isNotNegative();
        int to = page.indexOf(END, from);
        String generated = page.substring(0, from + begin.length()) + tables(given) + page.substring(to);
        if (Boolean.getBoolean("docs.update") && !page.equals(generated)) {
            Files.writeString(file, generated);
        }
        assertThat(Files.readString(file))
                .as("docs/types.md is out of step; run the test with -Ddocs.update=true")
                .isEqualTo(generated);
    }

    private static Path page() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/types.md"))) {
            folder = folder.getParent();
        }
        return folder.resolve("docs/types.md");
    }

    private static String tables(Map<TypeSample, List<BsonValue>> given) {
        Map<String, List<String>> families = new LinkedHashMap<>();
        given.forEach((sample, values) -> families.computeIfAbsent(sample.family(), none -> new ArrayList<>())
                .add(line(sample, values)));
        StringBuilder text = new StringBuilder();
        families.forEach((family, lines) -> {
            text.append("\n### ")
                    .append(family)
                    .append("\n\n| Type | Becomes | Examples | Note |\n|---|---|---|---|\n");
            lines.forEach(text::append);
        });
        return text.append('\n').toString();
    }

    private static String line(TypeSample sample, List<BsonValue> values) {
        List<String> examples = new ArrayList<>();
        for (int i = 0; i < values.size() && examples.size() < MOST_EXAMPLES; i++) {
            String literal = sample.values().get(i).literal();
            String value = SampleTables.json(values.get(i));
            if (literal.length() <= LONGEST && printable(literal + value) && value.length() <= 2 * LONGEST) {
                examples.add(code(literal) + " → " + code(value));
            }
        }
        return "| " + code(sample.declaration()) + " | " + becomes(sample.representation()) + " | "
                + String.join("<br>", examples) + " | " + sample.note().replace("|", "&#124;") + " |\n";
    }

    private static boolean printable(String text) {
        return text.codePoints().noneMatch(Character::isISOControl);
    }

    private static String code(String text) {
        String fence = text.contains("`") ? "``" : "`";
        return fence + text.replace("|", "\\|") + fence;
    }

    private static String becomes(ColumnType type) {
        return switch (type) {
            case INTEGER -> "int64";
            case DECIMAL -> "Decimal128";
            case DOUBLE -> "double";
            case BOOLEAN -> "boolean";
            case STRING -> "text";
            case BINARY -> "binary";
            case UUID -> "binary, subtype 4";
            case DATE -> "date at midnight UTC";
            case TIME -> "text, a time";
            case DATETIME -> "text, a date with time";
            case TIMESTAMP -> "date";
            case TIMESTAMP_MICROS -> "text, an instant";
            case JSON -> "text, JSON";
            case ARRAY -> "array";
            case MAP -> "document";
            case GEOMETRY -> "document `srid`, `wkb`";
            case UNSUPPORTED -> "refused";
        };
    }
}
