package io.tapstate.planner.dsl;

import io.tapstate.connectors.catalog.SourceMode;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.plan.PlanError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Text to {@code *Spec} records: the top of a file and {@code kind: source}. {@link PipelineParser} reads pipelines. */
public final class TapParser {
    public static final String VERSION = "tapstate/v1";

    private static final String SOURCE = "source";
    private static final String PIPELINE = "pipeline";
    private static final Map<String, Optional<String>> KINDS = kinds();
    private static final Map<String, Optional<SourceMode>> MODES = modes();

    private final TapFile file;
    private final Faults faults = new Faults();
    private final ScalarReader scalars;

    private TapParser(TapFile file, Optional<UnaryOperator<String>> variables) {
        this.file = file;
        this.scalars = new ScalarReader(variables, faults);
    }

    /** @param variables absent to read offline, where references stay as written */
    public static ParsedFile parse(TapFile file, Optional<UnaryOperator<String>> variables) {
        return new TapParser(file, variables).parse();
    }

    private ParsedFile parse() {
        Optional<YamlMapping> root = new YamlReader(file, faults).read();
        if (root.isEmpty()) {
            return parsed(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        }
        FieldReader head = new FieldReader(root.get(), "a resource", scalars, faults);
        Optional<Located<String>> written = head.requiredText("kind", NearestName.oneOf(KINDS.keySet()));
        Optional<String> kind = written.map(Located::value).filter(KINDS::containsKey);
        kind.filter(name -> !name.equals(file.folder()))
                .ifPresent(name -> faults.add(
                        written.get().span(), DslError.KIND_DIR_MISMATCH, "kind", name, "dir", file.folder()));
        boolean runs = written.isPresent() && head.choice("kind", KINDS).isPresent();
        if (!runs) {
            // The rest of the file cannot be judged without knowing what it is.
            return parsed(kind, head.id("id"), Optional.empty(), Optional.empty());
        }
        FieldReader fields = new FieldReader(root.get(), "a " + kind.get(), scalars, faults);
        Optional<Located<String>> id = common(fields);
        Optional<SourceSpec> source = Optional.empty();
        Optional<PipelineSpec> pipeline = Optional.empty();
        if (kind.get().equals(SOURCE)) {
            source = source(fields, id);
        } else {
            pipeline = new PipelineParser(scalars, faults).pipeline(fields, id);
        }
        fields.finish();
        return parsed(kind, id, source, pipeline);
    }

    private Optional<Located<String>> common(FieldReader fields) {
        fields.requiredText("version", "`" + VERSION + "`")
                .filter(version -> !version.value().equals(VERSION) && !scalars.isOpen(version.value()))
                .ifPresent(version -> faults.add(
                        version.span(),
                        DslError.ILLEGAL_VALUE,
                        "field",
                        "version",
                        "value",
                        version.value(),
                        "expected",
                        "`" + VERSION + "`"));
        fields.text("kind");
        fields.section("metadata", "metadata").ifPresent(metadata -> {
            metadata.textMap("labels", true, "a mapping of label to text");
            metadata.text("description");
            metadata.finish();
        });
        fields.notYet("experimental");
        return fields.requiredId("id", "a name");
    }

    private Optional<SourceSpec> source(FieldReader fields, Optional<Located<String>> id) {
        Optional<Located<String>> connector = fields.requiredText("connector", "a connector, for example `mysql`");
        var config = fields.unresolvedMap("config");
        Optional<Located<SourceMode>> mode = fields.choice("mode", MODES);
        Optional<Located<List<Located<String>>>> tables = fields.texts("tables", false, "a list of table names");
        tables.ifPresent(this::tableNames);
        fields.notYet("options", "srs");
        if (id.isEmpty() || connector.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SourceSpec(
                id.get(),
                connector.get(),
                config.map(Located::value).orElse(Map.of()),
                fields.spanOf("config"),
                mode,
                !fields.has("mode"),
                tables.filter(list -> !list.value().isEmpty())));
    }

    private void tableNames(Located<List<Located<String>>> tables) {
        if (tables.value().isEmpty()) {
            faults.add(
                    tables.span(),
                    DslError.ILLEGAL_VALUE,
                    "field",
                    "tables",
                    "value",
                    "[]",
                    "expected",
                    "a list with at least one table (leave it out to read every table)");
        }
        for (Located<String> table : tables.value()) {
            if (isRegex(table.value())) {
                faults.add(
                        table.span(),
                        PlanError.NOT_SUPPORTED_YET,
                        "feature",
                        "the regular expression `" + table.value() + "` in `tables`");
            }
        }
    }

    /** Whether a table or reference is a regular expression: {@code /.../}. */
    public static boolean isRegex(String text) {
        return text.length() >= 2 && text.startsWith("/") && text.endsWith("/");
    }

    private ParsedFile parsed(
            Optional<String> kind,
            Optional<Located<String>> id,
            Optional<SourceSpec> source,
            Optional<PipelineSpec> pipeline) {
        return new ParsedFile(file, kind, id, source, pipeline, faults.sorted());
    }

    private static Map<String, Optional<String>> kinds() {
        Map<String, Optional<String>> kinds = new LinkedHashMap<>();
        kinds.put(SOURCE, Optional.of(SOURCE));
        kinds.put(PIPELINE, Optional.of(PIPELINE));
        List.of("transform", "view", "serve").forEach(kind -> kinds.put(kind, Optional.empty()));
        return kinds;
    }

    private static Map<String, Optional<SourceMode>> modes() {
        Map<String, Optional<SourceMode>> modes = new LinkedHashMap<>();
        for (SourceMode mode : SourceMode.values()) {
            modes.put(mode.text(), Optional.of(mode));
        }
        List.of("stream", "file", "api").forEach(mode -> modes.put(mode, Optional.empty()));
        return modes;
    }
}
