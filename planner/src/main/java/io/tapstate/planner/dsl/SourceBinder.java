package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.Reading.FieldsValue;
import io.tapstate.planner.dsl.Reading.ItemsValue;
import io.tapstate.planner.dsl.Reading.TextValue;
import io.tapstate.planner.grammar.Grammar;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.SourceSpec.SourceModeName;
import io.tapstate.planner.spec.SourceSpec.SrsSpec;
import io.tapstate.planner.spec.SourceSpec.TableSpec;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Binds a {@code kind: source}. */
final class SourceBinder {
    private SourceBinder() {}

    static Optional<SourceSpec> source(FieldsValue fields) {
        Optional<Located<String>> id = fields.text("id");
        Optional<Located<String>> connector = fields.text("connector");
        if (id.isEmpty() || connector.isEmpty()) {
            return Optional.empty();
        }
        Optional<Located<SourceModeName>> mode = fields.text("mode")
                .map(text -> new Located<>(SourceModeName.valueOf(text.value().toUpperCase(Locale.ROOT)), text.span()));
        return Optional.of(new SourceSpec(
                id.get(),
                connector.get(),
                fields.free("config"),
                fields.spanOf("config"),
                mode,
                mode.isEmpty() && fields.has("mode"),
                tables(fields),
                fields.free("options"),
                fields.section("srs").map(SourceBinder::srs),
                fields.span()));
    }

    private static Optional<Located<List<TableSpec>>> tables(FieldsValue fields) {
        return fields.value("tables")
                .filter(ItemsValue.class::isInstance)
                .map(tables -> new Located<>(
                        fields.items("tables").stream()
                                .map(SourceBinder::table)
                                .flatMap(Optional::stream)
                                .toList(),
                        tables.span()));
    }

    private static Optional<TableSpec> table(Reading table) {
        if (table instanceof TextValue text) {
            Located<String> name = new Located<>(text.value(), text.span());
            boolean pattern = Grammar.isRegex(text.value());
            return Optional.of(new TableSpec(name, pattern, Optional.empty(), List.of(), Map.of(), text.span()));
        }
        if (!(table instanceof FieldsValue fields)) {
            return Optional.empty();
        }
        return fields.text("name")
                .map(name -> new TableSpec(
                        name,
                        false,
                        fields.text("filter"),
                        fields.texts("pk").map(Located::value).orElse(List.of()),
                        fields.free("options"),
                        fields.span()));
    }

    private static SrsSpec srs(FieldsValue fields) {
        return new SrsSpec(
                fields.text("key"),
                fields.text("retention"),
                fields.text("schema_evolution"),
                fields.truth("queryable"),
                fields.truth("enabled"),
                fields.span());
    }
}
