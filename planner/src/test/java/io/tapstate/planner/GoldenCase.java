package io.tapstate.planner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.corpus.FaultText;
import io.tapstate.planner.corpus.SchemaFixture;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One folder of {@code src/test/resources/golden}: a workspace, {@code schema.json}, and what planning it gives.
 *
 * <p>A {@code variables.json} sets variables; a {@code pipeline.txt} names the pipeline where it is not the first file of {@code pipeline/}.
 */
record GoldenCase(Path folder) {
    static final Path ROOT = Path.of("src/test/resources/golden");
    static final Path ORDER_STATE = ROOT.resolve("order-state");
    private static final ObjectMapper JSON = new ObjectMapper();

    static List<GoldenCase> all() {
        try (Stream<Path> folders = Files.list(ROOT)) {
            return folders.filter(path -> Files.exists(path.resolve("schema.json")))
                    .sorted()
                    .map(GoldenCase::new)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Workspace workspace() {
        TreeMap<String, String> files = new TreeMap<>();
        collect(folder, files);
        return new Workspace(files.entrySet().stream()
                .map(file -> new TapFile(file.getKey(), file.getValue()))
                .toList());
    }

    String pipeline() {
        Path named = folder.resolve("pipeline.txt");
        if (Files.exists(named)) {
            return read(named).strip();
        }
        String file = paths(folder.resolve("pipeline")).get(0).getFileName().toString();
        return file.substring(0, file.length() - ".tap.yml".length());
    }

    JobPlan plan() {
        return outcome().plan();
    }

    PlanOutcome outcome() {
        JsonNode variables = json("variables.json").orElseGet(JSON::createObjectNode);
        return TapPlanner.plan(workspace(), pipeline(), schemas(), name -> {
            JsonNode value = variables.get(name);
            return value == null ? null : value.textValue();
        });
    }

    /** The faults of planning the pipeline and, when it has none, of validating the workspace. */
    List<Diagnostic> faults() {
        try {
            List<Diagnostic> refusals = outcome().refusals();
            TapPlanner.validate(workspace());
            return refusals;
        } catch (TapException e) {
            return e.diagnostics();
        }
    }

    SchemaCatalog schemas() {
        return SchemaFixture.parse(read(folder.resolve("schema.json"))).catalog();
    }

    static String text(List<Diagnostic> faults) {
        return FaultText.of(faults);
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void collect(Path folder, TreeMap<String, String> files) {
        paths(folder).stream()
                .filter(path -> path.toString().endsWith(".tap.yml"))
                .forEach(path -> files.put(folder.relativize(path).toString().replace('\\', '/'), read(path)));
    }

    private static List<Path> paths(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<JsonNode> json(String name) {
        return json(folder.resolve(name));
    }

    private static Optional<JsonNode> json(Path file) {
        try {
            return Files.exists(file) ? Optional.of(JSON.readTree(file.toFile())) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
