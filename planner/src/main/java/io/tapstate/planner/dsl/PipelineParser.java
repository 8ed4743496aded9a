package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.PipelineSpec.EmbedSpec;
import io.tapstate.planner.dsl.PipelineSpec.NestSpec;
import io.tapstate.planner.dsl.PipelineSpec.RootSpec;
import io.tapstate.planner.dsl.PipelineSpec.SettingsSpec;
import io.tapstate.planner.dsl.PipelineSpec.ViewSpec;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.plan.Embed.Shape;
import io.tapstate.planner.plan.PlanError;
import io.tapstate.planner.plan.ReadMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the fields of a {@code kind: pipeline}. */
final class PipelineParser {
    private static final Map<String, Optional<String>> STEP_TYPES = stepTypes();
    private static final Map<String, Optional<Shape>> SHAPES = shapes();
    private static final Map<String, Optional<ReadMode>> READ_MODES = readModes();
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,7})(ms|s)?");
    private static final long LONGEST_WINDOW_MILLIS = 3_600_000;

    private final ScalarReader scalars;
    private final Faults faults;

    PipelineParser(ScalarReader scalars, Faults faults) {
        this.scalars = scalars;
        this.faults = faults;
    }

    Optional<PipelineSpec> pipeline(FieldReader fields, Optional<Located<String>> id) {
        List<Located<String>> sources = sources(fields);
        List<NestSpec> nests = new ArrayList<>();
        int position = 0;
        for (YamlNode item : fields.items("transforms")) {
            position++;
            transform(item, position).ifPresent(nests::add);
        }
        Optional<ViewSpec> view = view(fields, nests.isEmpty() && position == 0);
        fields.notYet("serve");
        if (!fields.has("view") && !fields.has("serve")) {
            faults.add(
                    fields.span(),
                    DslError.NO_OUTPUT,
                    "pipeline",
                    id.map(Located::value).orElse(""));
        }
        boolean unread = nests.size() < position;
        SettingsSpec settings = fields.section("settings", "settings")
                .map(this::settings)
                .orElse(new SettingsSpec(Optional.empty(), Optional.empty(), Optional.empty()));
        return id.map(name -> new PipelineSpec(name, sources, List.copyOf(nests), unread, view, settings));
    }

    private List<Located<String>> sources(FieldReader fields) {
        String expected = "a source id or a list of source ids";
        if (!fields.has("source")) {
            fields.missing("source", expected);
        }
        Map<String, Located<String>> once = new LinkedHashMap<>();
        fields.texts("source", true, expected).ifPresent(sources -> {
            sources.value().forEach(source -> once.putIfAbsent(source.value(), source));
            if (sources.value().isEmpty()) {
                illegal(sources, "source", "[]", expected);
            }
        });
        return List.copyOf(once.values());
    }

    private Optional<NestSpec> transform(YamlNode item, int position) {
        if (!(item instanceof YamlMapping mapping)) {
            notYet(item, "`use` of a transform (`" + item.describe() + "`)");
            return Optional.empty();
        }
        FieldReader fields = new FieldReader(mapping, "a transform", scalars, faults);
        if (fields.has("use")) {
            fields.notYet("use");
            return Optional.empty();
        }
        if (!fields.has("type")) {
            fields.missing("type", NearestName.oneOf(STEP_TYPES.keySet()));
            return Optional.empty();
        }
        if (fields.choice("type", STEP_TYPES).isEmpty()) {
            return Optional.empty();
        }
        FieldReader nest = new FieldReader(mapping, "a nest", scalars, faults);
        nest.text("type");
        return nest(nest, position);
    }

    private Optional<NestSpec> nest(FieldReader fields, int position) {
        Optional<Located<String>> written = fields.id("id");
        Located<String> id = written.orElse(new Located<>("nest_" + position, fields.span()));
        String expected = "a mapping of alias to table";
        if (!fields.has("from")) {
            fields.missing("from", expected);
        }
        var from = fields.textMap("from", false, expected);
        Optional<RootSpec> root = fields.requiredSection("root", "the root of a nest", "the root of the nest")
                .flatMap(this::root);
        fields.notYet("primary_key", "order", "entries_in_memory", "max_elements_per_document", "state");
        fields.notYet("options", "experimental");
        fields.finish();
        boolean named = written.isPresent() || !fields.has("id");
        return root.isPresent() && from.isPresent() && named
                ? Optional.of(new NestSpec(id, from.get().value(), root.get(), fields.span()))
                : Optional.empty();
    }

    private Optional<RootSpec> root(FieldReader fields) {
        Optional<Located<String>> from = fields.requiredText("from", "an alias of the nest's `from`");
        List<Located<String>> key = columns(fields, "key");
        List<EmbedSpec> embeds = new ArrayList<>();
        for (YamlNode item : fields.items("embed")) {
            if (item instanceof YamlMapping mapping) {
                embed(new FieldReader(mapping, "an embed", scalars, faults)).ifPresent(embeds::add);
            } else {
                illegal(item, "embed", item.describe(), "a mapping with `from`, `on`, `as` and `path`");
            }
        }
        fields.bool("trackKeyChanges");
        fields.notYet("mode");
        fields.finish();
        return from.map(alias -> new RootSpec(alias, key, List.copyOf(embeds), fields.span()));
    }

    private Optional<EmbedSpec> embed(FieldReader fields) {
        Optional<Located<String>> from = fields.requiredText("from", "an alias of the nest's `from`");
        String expected = "a mapping of child column to parent column";
        if (!fields.has("on")) {
            fields.missing("on", expected);
        }
        var on = fields.textMap("on", true, expected);
        on.filter(columns -> columns.value().isEmpty() && !faults.under(fields.span(), "on"))
                .ifPresent(columns -> illegal(columns, "on", "{}", expected));
        if (!fields.has("as")) {
            fields.missing("as", NearestName.oneOf(SHAPES.keySet()));
        }
        Optional<Located<Shape>> shape = fields.choice("as", SHAPES);
        Optional<Located<String>> path = path(fields, shape.isEmpty() && fields.has("as"));
        List<Located<String>> arrayKey = columns(fields, "arrayKey");
        fields.bool("trackKeyChanges");
        fields.notYet("ignoreUpdates", "key", "embed");
        fields.finish();
        if (from.isEmpty() || on.isEmpty() || shape.isEmpty() || path.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new EmbedSpec(from.get(), on.get(), shape.get().value(), path.get(), arrayKey, fields.span()));
    }

    /** @param optional when the shape is not known to need a path */
    private Optional<Located<String>> path(FieldReader fields, boolean optional) {
        String expected = "a field name; dots make nested objects";
        Optional<Located<String>> path = optional ? fields.text("path") : fields.requiredText("path", expected);
        return path.filter(text -> {
            boolean legal = List.of(text.value().split("\\.", -1)).stream()
                            .allMatch(name -> !name.isBlank() && !name.startsWith("$"))
                    && text.value().codePoints().noneMatch(Character::isISOControl);
            if (!legal && !scalars.isOpen(text.value())) {
                illegal(text, "path", text.value(), expected + ", and none begins with `$`");
            }
            return legal;
        });
    }

    private List<Located<String>> columns(FieldReader fields, String field) {
        return fields.texts(field, false, "a list of columns")
                .map(Located::value)
                .orElse(List.of());
    }

    private Optional<ViewSpec> view(FieldReader pipeline, boolean withoutTransforms) {
        if (!pipeline.has("view")) {
            return Optional.empty();
        }
        Optional<Located<String>> used = pipeline.textOnly("view");
        if (used.isPresent()) {
            faults.add(
                    used.get().span(),
                    PlanError.NOT_SUPPORTED_YET,
                    "feature",
                    "`use` of a view (`" + used.get().value() + "`)");
            return Optional.empty();
        }
        Optional<FieldReader> section = pipeline.requiredSection("view", "a view", "a view");
        if (section.isEmpty()) {
            return Optional.empty();
        }
        FieldReader fields = section.get();
        if (fields.has("use")) {
            fields.notYet("use");
            return Optional.empty();
        }
        Optional<Located<String>> written = fields.id("id");
        Optional<Located<String>> from = fields.text("from");
        if (withoutTransforms && !fields.has("from")) {
            fields.missing("from", "a table, because the pipeline has no transform");
        }
        var primaryKey = fields.texts("primary_key", true, "a column or a list of columns");
        List<Located<String>> indexes = new ArrayList<>();
        Optional<Located<String>> collection =
                fields.section("storage", "storage").flatMap(storage -> warm(storage, indexes));
        fields.finish();
        if (written.isEmpty() && fields.has("id")) {
            return Optional.empty();
        }
        Located<String> id = written.orElse(new Located<>("view", fields.span()));
        if (collection.isEmpty()) {
            collectionName("id", id);
        }
        return Optional.of(new ViewSpec(id, from, primaryKey, collection, List.copyOf(indexes), fields.span()));
    }

    private Optional<Located<String>> warm(FieldReader storage, List<Located<String>> indexes) {
        storage.notYet("hot", "cold");
        Optional<Located<String>> collection = storage.section("warm", "warm storage")
                .flatMap(warm -> {
                    indexes.addAll(columns(warm, "indexes"));
                    Optional<Located<String>> name = warm.text("collection");
                    warm.finish();
                    return name;
                });
        storage.finish();
        collection.ifPresent(name -> collectionName("collection", name));
        return collection;
    }

    private void collectionName(String field, Located<String> name) {
        String text = name.value();
        if ((text.contains("$") && !scalars.isOpen(text)) || text.startsWith("system.")) {
            illegal(name, field, text, "a collection name: no `$`, and not beginning with `system.`");
        }
    }

    private SettingsSpec settings(FieldReader fields) {
        Optional<Located<ReadMode>> readMode = fields.choice("read_mode", READ_MODES);
        Optional<Long> sendWindow = fields.text("send_window").flatMap(this::window);
        Optional<Integer> parallelism = fields.number("parallelism", 1, 32_768).map(Located::value);
        fields.notYet("error_policy", "batch_size", "schedule", "start_from");
        fields.finish();
        return new SettingsSpec(readMode, sendWindow, parallelism);
    }

    private Optional<Long> window(Located<String> text) {
        Matcher duration = DURATION.matcher(text.value());
        if (duration.matches()) {
            long millis = Long.parseLong(duration.group(1)) * ("s".equals(duration.group(2)) ? 1000 : 1);
            if (millis <= LONGEST_WINDOW_MILLIS) {
                return Optional.of(millis);
            }
        }
        if (!scalars.isOpen(text.value())) {
            illegal(text, "send_window", text.value(), "a time up to an hour, for example `50ms` or `2s`");
        }
        return Optional.empty();
    }

    private void illegal(Located<?> at, String field, String value, String expected) {
        faults.add(at.span(), DslError.ILLEGAL_VALUE, "field", field, "value", value, "expected", expected);
    }

    private void illegal(YamlNode at, String field, String value, String expected) {
        faults.add(at.span(), DslError.ILLEGAL_VALUE, "field", field, "value", value, "expected", expected);
    }

    private void notYet(YamlNode at, String feature) {
        faults.add(at.span(), PlanError.NOT_SUPPORTED_YET, "feature", feature);
    }

    private static Map<String, Optional<String>> stepTypes() {
        Map<String, Optional<String>> types = new LinkedHashMap<>();
        types.put("nest", Optional.of("nest"));
        List.of("filter", "map", "js", "union", "join").forEach(type -> types.put(type, Optional.empty()));
        return types;
    }

    private static Map<String, Optional<Shape>> shapes() {
        Map<String, Optional<Shape>> shapes = new LinkedHashMap<>();
        shapes.put("array", Optional.of(Shape.ARRAY));
        shapes.put("object", Optional.of(Shape.OBJECT));
        shapes.put("flat", Optional.empty());
        return shapes;
    }

    private static Map<String, Optional<ReadMode>> readModes() {
        Map<String, Optional<ReadMode>> modes = new LinkedHashMap<>();
        for (ReadMode mode : ReadMode.values()) {
            modes.put(mode.yaml(), Optional.of(mode));
        }
        return modes;
    }
}
