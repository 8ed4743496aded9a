package io.tapstate.planner.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.planner.dsl.ParsedResource;
import io.tapstate.planner.dsl.ResourceParser;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.grammar.GrammarReference.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/language.md: its prose is written by hand, its tables follow from the grammar. */
class LanguagePageTest {
    private static final Path PAGE = Path.of("../docs/language.md");
    private static final Pattern REGION =
            Pattern.compile("<!-- (fields: ([\\w.]+)|not-expressed) -->\n[\\s\\S]*?<!-- end -->\n");
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n([\\s\\S]*?)```\n");

    @Test
    void thePageHoldsWhatTheGrammarSays() throws IOException {
        String page = Files.readString(PAGE);
        String generated = REGION.matcher(page).replaceAll(region -> Matcher.quoteReplacement(region(region.group(2))));

        if (Boolean.getBoolean("docs.update") && !page.equals(generated)) {
            Files.writeString(PAGE, generated);
        }
        assertThat(page)
                .as("docs/language.md is out of step; run the test with -Ddocs.update=true")
                .isEqualTo(generated);
    }

    @Test
    void everyExampleParses() throws IOException {
        List<String> examples = EXAMPLE.matcher(Files.readString(PAGE))
                .results()
                .map(example -> example.group(1))
                .toList();

        assertThat(examples).hasSizeGreaterThan(9);
        for (String example : examples) {
            ParsedResource parsed = ResourceParser.parse(
                    new TapFile("example.tap.yml", example), Optional.empty(), ResourceParser.Layout.ANY);
            assertThat(parsed.faults()).as(example).isEmpty();
        }
        assertThat(examples)
                .extracting(example -> example.lines().toList().get(1))
                .contains(Grammar.kinds().stream().map(kind -> "kind: " + kind).toArray(String[]::new));
    }

    @Test
    void thePageTellsEveryField() throws IOException {
        String page = Files.readString(PAGE);
        TreeSet<String> told = new TreeSet<>();
        REGION.matcher(page)
                .results()
                .map(region -> region.group(2))
                .filter(path -> path != null)
                .forEach(path -> {
                    if (path.equals("resource")) {
                        return;
                    }
                    GrammarReference.find(path).orElseThrow().fields().forEach(field -> told.add(field.name()));
                });
        List<String> names = GrammarReference.paths().stream()
                .map(GrammarReference::find)
                .flatMap(Optional::stream)
                .flatMap(entry -> entry.fields().stream())
                .map(Entry::name)
                .distinct()
                .toList();

        assertThat(told).containsAll(names);
    }

    private static String region(String path) {
        if (path == null) {
            String list = JsonSchemaWriter.NOT_EXPRESSED.stream()
                    .map(phrase -> "* " + phrase + ".\n")
                    .collect(Collectors.joining());
            return "<!-- not-expressed -->\n\n" + list + "\n<!-- end -->\n";
        }
        return "<!-- fields: " + path + " -->\n\n" + table(fields(path)) + "\n<!-- end -->\n";
    }

    // What every kind has stands in a table of its own, and not again in those of the kinds.
    private static List<Entry> fields(String path) {
        List<String> common = List.of("version", "kind", "id", "metadata", "experimental");
        if (path.equals("resource")) {
            return GrammarReference.find("source").orElseThrow().fields().stream()
                    .filter(field -> common.contains(field.name()))
                    .map(field -> field.name().equals("kind") ? kinds(field) : field)
                    .toList();
        }
        List<Entry> fields = GrammarReference.find(path).orElseThrow().fields();
        return Grammar.kinds().contains(path)
                ? fields.stream()
                        .filter(field -> !common.contains(field.name()))
                        .toList()
                : fields;
    }

    private static Entry kinds(Entry kind) {
        List<Spelling> kinds = CommonGrammar.KIND.spellings();
        return new Entry(
                kind.path(),
                TypeLabels.of(CommonGrammar.KIND),
                kind.description(),
                true,
                Optional.empty(),
                Optional.empty(),
                kinds,
                List.of(),
                List.of());
    }

    private static String table(List<Entry> fields) {
        StringBuilder table = new StringBuilder("| Field | Type | Default | Meaning |\n|---|---|---|---|\n");
        for (Entry field : fields) {
            String absent = field.required()
                    ? "*required*"
                    : field.defaultValue()
                            .map(value -> "`" + value + "`")
                            .or(field::otherwise)
                            .orElse("");
            String values = field.values().size() < 2
                    ? ""
                    : field.values().stream()
                            .map(value -> "`" + value.text() + "`: " + value.meaning() + ".")
                            .collect(Collectors.joining("<br>", "<br>", ""));
            table.append("| `%s` | %s | %s | %s |\n"
                    .formatted(field.name(), field.type(), absent, field.description() + values));
        }
        return table.toString();
    }
}
