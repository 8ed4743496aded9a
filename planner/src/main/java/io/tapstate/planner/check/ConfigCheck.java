package io.tapstate.planner.check;

import io.tapstate.connectors.api.ConfigError;
import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.catalog.OptionSpec;
import io.tapstate.connectors.catalog.OptionType;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.YamlValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The settings of a source against those of its connector. A value that holds a reference is not judged. */
final class ConfigCheck {
    private final SourceSpec source;
    private final ConnectorDescriptor connector;
    private final Map<String, String> texts;
    private final Faults faults;

    ConfigCheck(SourceSpec source, ConnectorDescriptor connector, Faults faults) {
        this.source = source;
        this.connector = connector;
        this.texts = texts(source);
        this.faults = faults;
    }

    /** Setting to text; a list or mapping counts as written, so it has some text. */
    static Map<String, String> texts(SourceSpec source) {
        Map<String, String> texts = new TreeMap<>();
        source.config().forEach((name, value) -> {
            if (!(value instanceof YamlValue.Scalar scalar)) {
                texts.put(name.value(), "[...]");
            } else if (scalar.value() != null) {
                texts.put(name.value(), scalar.text());
            }
        });
        return texts;
    }

    void check() {
        boolean whole = !faults.under(source.span(), "config");
        source.config().forEach((name, value) -> {
            Optional<OptionSpec> option = connector.option(name.value());
            option.ifPresentOrElse(known -> value(known, name, value), () -> unknown(name));
        });
        for (OptionSpec option : whole ? connector.missing(texts) : List.<OptionSpec>of()) {
            faults.add(
                    source.configSpan(),
                    ConfigError.CONFIG_REQUIRED,
                    "field",
                    option.name(),
                    "connector",
                    connector.id());
        }
        for (OptionSpec option : connector.writtenTwice(texts)) {
            faults.add(
                    span(option),
                    ConfigError.CONFIG_WRITTEN_TWICE,
                    "field",
                    option.name(),
                    "other",
                    option.alias().orElseThrow(),
                    "connector",
                    connector.id());
        }
        for (OptionSpec option : connector.withoutEffect(texts)) {
            faults.add(
                    span(option),
                    ConfigError.CONFIG_WITHOUT_EFFECT,
                    "field",
                    option.name(),
                    "connector",
                    connector.id(),
                    "condition",
                    option.visibleWhen().orElseThrow().toString());
        }
    }

    private SourceSpan span(OptionSpec option) {
        return spanOf(source, option);
    }

    /** Where a setting's name stands. */
    static SourceSpan spanOf(SourceSpec source, OptionSpec option) {
        return source.config().keySet().stream()
                .filter(name -> option.names().contains(name.value()))
                .map(Located::span)
                .findFirst()
                .orElse(source.configSpan());
    }

    private void value(OptionSpec option, Located<String> name, YamlValue value) {
        if (option.type() == OptionType.LIST) {
            boolean texts = value instanceof YamlValue.Items items
                    && items.items().stream().allMatch(item -> item instanceof YamlValue.Scalar);
            boolean reference =
                    value instanceof YamlValue.Scalar scalar && scalar.text().contains("${");
            if (!texts && !reference) {
                mismatch(option, name, value, shown(value));
            }
            return;
        }
        if (!(value instanceof YamlValue.Scalar scalar) || scalar.value() == null) {
            mismatch(option, name, value, shown(value));
            return;
        }
        String text = scalar.text();
        if (text.contains("${")) {
            return;
        }
        if (!option.type().accepts(text)) {
            mismatch(option, name, value, option.secret() ? "(not shown)" : text);
        } else if (!option.allows(text)) {
            faults.add(
                    value.span(),
                    ConfigError.CONFIG_VALUE_INVALID,
                    "field",
                    name.value(),
                    "connector",
                    connector.id(),
                    "value",
                    option.secret() ? "(not shown)" : text,
                    "allowed",
                    NearestName.oneOf(option.allowed()));
        }
    }

    private static String shown(YamlValue value) {
        return value instanceof YamlValue.Items
                ? "a list"
                : value instanceof YamlValue.Fields ? "a mapping" : "a single value";
    }

    private void mismatch(OptionSpec option, Located<String> name, YamlValue value, String shown) {
        faults.add(
                value.span(),
                ConfigError.CONFIG_TYPE_MISMATCH,
                "field",
                name.value(),
                "connector",
                connector.id(),
                "expected",
                option.type().expected(),
                "value",
                shown);
    }

    private void unknown(Located<String> name) {
        List<String> known = connector.options().stream()
                .flatMap(option -> option.names().stream())
                .toList();
        faults.add(
                name.span(),
                DslError.UNKNOWN_FIELD,
                "field",
                name.value(),
                "where",
                "the `config` of a `" + connector.id() + "` source",
                "suggestion",
                NearestName.suggestion(name.value(), known));
    }
}
