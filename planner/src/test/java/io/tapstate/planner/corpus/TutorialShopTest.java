package io.tapstate.planner.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.planner.WorkspaceReader;
import io.tapstate.planner.schema.SchemaFiles;
import io.tapstate.planner.schema.SchemaSnapshot;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shop that the tutorial ends with is the one of the corpus, so that neither changes without the other. */
class TutorialShopTest {
    private static final Path TUTORIAL = Path.of("../docs/tutorial/shop");

    private final CorpusCase corpus = CorpusCase.of(CorpusCase.VALID.resolve("shop"));

    @Test
    void theFilesAreTheSame() {
        Map<String, String> files = new TreeMap<>();
        WorkspaceReader.read(TUTORIAL)
                .files()
                .forEach(file ->
                        files.put(TUTORIAL.relativize(Path.of(file.path())).toString(), file.text()));
        assertThat(files).isEqualTo(corpus.files());
    }

    @ParameterizedTest
    @CsvSource({"shop, mysql", "operations, postgres"})
    void theRecordedSchemasAreTheSame(String source, String connector) {
        SchemaSnapshot expected =
                new SchemaSnapshot(source, connector, corpus.schemas().tables().get(source));
        assertThat(new SchemaFiles(TUTORIAL).read(source)).contains(expected);
    }
}
