package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.Reading.EntriesValue;
import io.tapstate.planner.dsl.Reading.FieldsValue;
import io.tapstate.planner.dsl.Reading.RuleValue;
import io.tapstate.planner.dsl.Reading.TextValue;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.TransformBody;
import io.tapstate.planner.spec.TransformBody.EmbedSpec;
import io.tapstate.planner.spec.TransformBody.RootSpec;
import io.tapstate.planner.spec.TransformBody.Rule;
import io.tapstate.planner.spec.TransformBody.Shape;
import io.tapstate.planner.spec.TransformSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Binds what a transform does, inline or as a {@code kind: transform}. A body without its required parts is none. */
final class TransformBinder {
    private TransformBinder() {}

    static Optional<TransformSpec> transform(FieldsValue fields) {
        Optional<Located<String>> id = fields.text("id");
        Optional<TransformBody> body = body(fields);
        return id.isPresent() && body.isPresent()
                ? Optional.of(new TransformSpec(id.get(), body.get(), fields.free("options"), fields.span()))
                : Optional.empty();
    }

    static Optional<TransformBody> body(FieldsValue fields) {
        String type = fields.text("type").map(Located::value).orElse("");
        return switch (type) {
            case "filter" -> fields.text("expr").map(TransformBody.Filter::new);
            case "map" -> fields.entries("fields").map(rules -> new TransformBody.MapRows(rules(rules)));
            case "js" -> fields.text("script").map(TransformBody.Script::new);
            case "union" -> Optional.of(new TransformBody.Union());
            case "nest" -> nest(fields);
            case "join" ->
                fields.text("engine")
                        .flatMap(engine -> fields.text("sql").map(sql -> new TransformBody.Join(engine, sql)));
            default -> Optional.empty();
        };
    }

    /** Field to rule, in file order; rules that could not be read are left out. */
    static Map<Located<String>, Rule> rules(EntriesValue entries) {
        Map<Located<String>, Rule> rules = new LinkedHashMap<>();
        entries.entries().forEach((name, rule) -> {
            if (rule instanceof RuleValue readable) {
                rules.put(name, readable.rule());
            }
        });
        return rules;
    }

    /** Name to text, in file order; texts that could not be read are left out. */
    static Map<Located<String>, Located<String>> texts(EntriesValue entries) {
        Map<Located<String>, Located<String>> texts = new LinkedHashMap<>();
        entries.entries().forEach((name, value) -> {
            if (value instanceof TextValue text) {
                texts.put(name, new Located<>(text.value(), text.span()));
            }
        });
        return texts;
    }

    private static Optional<TransformBody> nest(FieldsValue fields) {
        return fields.section("root")
                .flatMap(TransformBinder::root)
                .map(root -> new TransformBody.Nest(
                        fields.text("primary_key"),
                        fields.text("order"),
                        fields.whole("entries_in_memory"),
                        fields.whole("max_elements_per_document"),
                        fields.section("state").flatMap(state -> state.text("database")),
                        root));
    }

    private static Optional<RootSpec> root(FieldsValue fields) {
        return fields.text("from")
                .map(from ->
                        new RootSpec(from, columns(fields, "key"), fields.text("mode"), embeds(fields), fields.span()));
    }

    private static List<EmbedSpec> embeds(FieldsValue fields) {
        return fields.items("embed").stream()
                .filter(FieldsValue.class::isInstance)
                .map(embed -> embed((FieldsValue) embed))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<EmbedSpec> embed(FieldsValue fields) {
        Optional<Located<String>> from = fields.text("from");
        Optional<EntriesValue> on = fields.entries("on");
        Optional<Located<Shape>> shape = fields.text("as")
                .map(text -> new Located<>(Shape.valueOf(text.value().toUpperCase(Locale.ROOT)), text.span()));
        Optional<Located<String>> path = fields.text("path");
        if (from.isEmpty() || on.isEmpty() || shape.isEmpty()) {
            return Optional.empty();
        }
        if (path.isEmpty() && shape.get().value() != Shape.FLAT) {
            return Optional.empty();
        }
        return Optional.of(new EmbedSpec(
                from.get(),
                new Located<>(texts(on.get()), on.get().span()),
                shape.get(),
                path,
                columns(fields, "key"),
                columns(fields, "arrayKey"),
                fields.truth("ignoreUpdates").map(Located::value).orElse(false),
                embeds(fields),
                fields.span()));
    }

    private static List<Located<String>> columns(FieldsValue fields, String field) {
        return fields.texts(field).map(Located::value).orElse(List.of());
    }
}
