package io.tapstate.planner.corpus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.Severity;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.dsl.CanonicalForm;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.PlanOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A workspace in memory and what planning it takes.
 *
 * @param files path below the workspace to text
 * @param pipeline the one that is planned
 * @param variables the environment
 */
record CorpusCase(
        String name,
        SortedMap<String, String> files,
        String pipeline,
        SchemaFixture schemas,
        Map<String, String> variables) {
    static final Path GOLDEN = Path.of("src/test/resources/golden");
    static final Path VALID = GOLDEN.resolve("valid");
    private static final String SUFFIX = ".tap.yml";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Every valid case, by name. */
    static List<CorpusCase> valid() {
        try (Stream<Path> folders = Files.list(VALID)) {
            return folders.sorted().map(CorpusCase::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The case in a folder; what lies below {@code canonical} is its outcome. */
    static CorpusCase of(Path folder) {
        TreeMap<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.filter(path -> path.toString().endsWith(SUFFIX))
                    .forEach(
                            path -> files.put(folder.relativize(path).toString().replace('\\', '/'), read(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.keySet().removeIf(path -> path.startsWith("canonical/"));
        Path named = folder.resolve("pipeline.txt");
        String pipeline = Files.exists(named) ? read(named).strip() : firstPipeline(files);
        Path variables = folder.resolve("variables.json");
        return new CorpusCase(
                folder.getFileName().toString(),
                files,
                pipeline,
                SchemaFixture.parse(read(folder.resolve("schema.json"))),
                Files.exists(variables) ? variables(read(variables)) : Map.of());
    }

    static Map<String, String> variables(String json) {
        try {
            return JSON.readValue(json, new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    CorpusCase with(SortedMap<String, String> others) {
        return new CorpusCase(name, others, pipeline, schemas, variables);
    }

    Workspace workspace() {
        return new Workspace(files.entrySet().stream()
                .map(file -> new TapFile(file.getKey(), file.getValue()))
                .toList());
    }

    PlanOutcome plan() {
        return TapPlanner.plan(workspace(), pipeline, schemas.catalog(), variables::get);
    }

    /** Every file in its canonical form. */
    SortedMap<String, String> canonical() {
        TreeMap<String, String> canonical = new TreeMap<>();
        files.forEach((path, text) -> canonical.put(path, CanonicalForm.of(new TapFile(path, text))));
        return canonical;
    }

    /** The errors of planning and, where it has none, those of judging the whole workspace. */
    List<Diagnostic> faults() {
        try {
            plan();
            TapPlanner.validate(workspace());
            return List.of();
        } catch (TapException e) {
            return e.diagnostics().stream()
                    .filter(fault -> fault.severity() == Severity.ERROR)
                    .toList();
        }
    }

    private static String firstPipeline(SortedMap<String, String> files) {
        String file = files.keySet().stream()
                .filter(path -> path.startsWith("pipeline/"))
                .findFirst()
                .orElse("pipeline/none" + SUFFIX);
        return file.substring("pipeline/".length(), file.length() - SUFFIX.length());
    }
}
