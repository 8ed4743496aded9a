package io.tapstate.planner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One folder of {@code src/test/resources/golden}: a workspace, {@code schema.json}, and what planning it gives.
 *
 * <p>A case under {@code invalid/} holds only what differs from {@code order-state}. A {@code variables.json} sets
 * variables; a {@code pipeline.txt} names the pipeline where it is not the first file of {@code pipeline/}.
 */
record GoldenCase(Path folder) {
    static final Path ROOT = Path.of("src/test/resources/golden");
    static final Path ORDER_STATE = ROOT.resolve("order-state");
    private static final ObjectMapper JSON = new ObjectMapper();

    static List<GoldenCase> all() {
        try (Stream<Path> valid = Files.list(ROOT);
                Stream<Path> invalid = Files.list(ROOT.resolve("invalid"))) {
            return Stream.concat(valid.filter(path -> !path.endsWith("invalid")), invalid)
                    .sorted()
                    .map(GoldenCase::new)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean invalid() {
        return folder.getParent().endsWith("invalid");
    }

    Workspace workspace() {
        TreeMap<String, String> files = new TreeMap<>();
        if (invalid()) {
            collect(ORDER_STATE, files);
        }
        collect(folder, files);
        files.values().removeIf(String::isEmpty);
        return new Workspace(files.entrySet().stream()
                .map(file -> new TapFile(file.getKey(), file.getValue()))
                .toList());
    }

    String pipeline() {
        Path named = folder.resolve("pipeline.txt");
        if (Files.exists(named)) {
            return read(named).strip();
        }
        Path pipelines = invalid() ? ORDER_STATE.resolve("pipeline") : folder.resolve("pipeline");
        String file = paths(pipelines).get(0).getFileName().toString();
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
            plan();
            TapPlanner.validate(workspace());
            return List.of();
        } catch (TapException e) {
            return e.diagnostics();
        }
    }

    SchemaCatalog schemas() {
        JsonNode all = json("schema.json")
                .or(() -> json(ORDER_STATE.resolve("schema.json")))
                .orElseThrow();
        return (source, connector, config, capture) -> {
            List<TableSchema> tables = new ArrayList<>();
            all.path(source).forEach(table -> tables.add(table(table)));
            tables.sort(Comparator.comparing(TableSchema::id));
            return tables;
        };
    }

    static String text(List<Diagnostic> faults) {
        StringBuilder text = new StringBuilder();
        for (Diagnostic fault : faults) {
            fault.span()
                    .ifPresent(span -> text.append(span.file())
                            .append(':')
                            .append(span.line())
                            .append(':')
                            .append(span.column())
                            .append(span.path().isEmpty() ? "" : " " + span.path())
                            .append('\n'));
            text.append(fault.code()).append(": ").append(fault.message()).append('\n');
            fault.span()
                    .filter(span -> span.line() > 0)
                    .ifPresent(span -> text.append("  ")
                            .append(span.excerpt())
                            .append("\n  ")
                            .append(" ".repeat(span.column() - 1))
                            .append("^\n"));
            text.append("fix: ").append(fault.fix()).append("\n");
        }
        return text.toString();
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

    private static TableSchema table(JsonNode table) {
        String[] id = table.get("table").textValue().split("\\.", 2);
        List<ColumnSchema> columns = new ArrayList<>();
        // "name TYPE native type !", where the mark at the end says NOT NULL.
        table.get("columns").forEach(column -> {
            String[] parts = column.textValue().split(" ");
            boolean notNull = parts[parts.length - 1].equals("!");
            String nativeType = String.join(" ", Arrays.copyOfRange(parts, 2, parts.length - (notNull ? 1 : 0)));
            columns.add(new ColumnSchema(parts[0], nativeType, ColumnType.valueOf(parts[1]), !notNull));
        });
        List<UniqueIndex> indexes = new ArrayList<>();
        table.path("unique")
                .forEach(index -> indexes.add(new UniqueIndex(
                        index.get("name").textValue(),
                        names(index.get("columns")),
                        index.get("not_null").booleanValue())));
        return new TableSchema(
                new TableId(id[0], id[1]),
                columns,
                names(table.path("primary_key")),
                indexes,
                BeforeImage.valueOf(table.get("before_image").textValue()),
                table.has("rows") ? OptionalLong.of(table.get("rows").longValue()) : OptionalLong.empty());
    }

    private static List<String> names(JsonNode list) {
        List<String> names = new ArrayList<>();
        list.forEach(name -> names.add(name.textValue()));
        return names;
    }
}
