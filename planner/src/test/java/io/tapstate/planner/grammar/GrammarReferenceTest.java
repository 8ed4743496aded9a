package io.tapstate.planner.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.planner.grammar.GrammarReference.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrammarReferenceTest {
    @Test
    void aKindIsExplainedByItsFields() {
        Entry source = GrammarReference.find("source").orElseThrow();

        assertThat(source.description()).isEqualTo("a database, read from or written to");
        assertThat(source.fields())
                .extracting(Entry::name)
                .startsWith("version", "kind", "id", "metadata", "connector");
        assertThat(GrammarReference.kinds()).extracting(Entry::path).isEqualTo(Grammar.kinds());
    }

    @Test
    void aFieldIsExplainedByItsTypeDefaultAndValues() {
        Entry mode = GrammarReference.find("pipeline.settings.read_mode").orElseThrow();

        assertThat(mode.defaultValue()).contains("snapshot_and_cdc");
        assertThat(mode.values()).extracting(Spelling::text).contains("cdc_only");
        assertThat(GrammarReference.find("pipeline.settings.parallelism")
                        .orElseThrow()
                        .type())
                .isEqualTo("whole number from 1 to 32768");
        assertThat(GrammarReference.find("pipeline.view.from").orElseThrow().otherwise())
                .isPresent();
    }

    @Test
    void variantsAreSegmentsOfAPathAndMayBeLeftOut() {
        Entry transforms = GrammarReference.find("pipeline.transforms").orElseThrow();

        assertThat(transforms.variants())
                .extracting(Spelling::text)
                .containsExactly("filter", "map", "js", "union", "nest", "join");
        assertThat(transforms.fields())
                .extracting(Entry::name)
                .contains("id", "type", "from", "use")
                .doesNotContain("sql");
        assertThat(GrammarReference.find("pipeline.transforms.nest")
                        .orElseThrow()
                        .fields())
                .extracting(Entry::name)
                .contains("root", "order");
        assertThat(GrammarReference.find("pipeline.transforms[0].root.embed[2].embed.arrayKey")
                        .orElseThrow()
                        .type())
                .isEqualTo("list of columns");
        assertThat(GrammarReference.find("transform.filter.expr")).isPresent();
        assertThat(GrammarReference.find("pipeline.serve.sync.options.auto_create_table"))
                .isPresent();
    }

    @Test
    void whatIsNotInTheLanguageIsNotExplained() {
        for (String path :
                List.of("", "x", "source.", "source.x", "version", "pipeline.transforms.filter.sql", "source..id")) {
            assertThat(GrammarReference.find(path)).as(path).isEmpty();
        }
    }

    @Test
    void everyPathIsExplainedInAWholeSentence() {
        List<String> paths = GrammarReference.paths();

        assertThat(paths).hasSizeGreaterThan(150).doesNotHaveDuplicates().isSorted();
        for (String path : paths) {
            Entry entry = GrammarReference.find(path).orElseThrow();
            assertThat(entry.description()).as(path).isNotBlank();
            entry.fields()
                    .forEach(field ->
                            assertThat(field.description()).as(field.path()).endsWith("."));
        }
    }
}
